package jpegscale

// lookBits is how many bits are looked up at once. Nearly all codes of photographs are shorter, many together with the
// value that follows them.
const lookBits = 10

// huffman is a table of clause C of the standard, made ready to decode, and annex F.2.2.3 for codes longer than lookBits.
type huffman struct {
	defined bool
	// look has an entry for every sequence of lookBits: see entry.
	look [1 << lookBits]entry
	// For each length: the largest code of that length, left-aligned to 16 bits and one more; and what to add to a code
	// to get the index of its symbol.
	limit  [18]int32
	offset [17]int32
	symbol [256]byte
}

// entry describes the beginning of a sequence of bits: the number of bits to take in bits 0 to 7, a run of zeros in bits 8 to
// 11, the value's size in bits 12 to 15, and from bit 16 the value itself. If the value does not fit in the sequence, its
// bits are not among those to take, and wide is set. An entry of 0 is a code longer than lookBits.
type entry int32

const wide = 1 << 7

// define builds the table from its list of how many codes have each length, and their symbols: clauses B.2.4.2 and C.2.
func (h *huffman) define(counts *[16]byte, symbols []byte) error {
	*h = huffman{defined: true}
	copy(h.symbol[:], symbols)
	code, index := int32(0), int32(0)
	for length := 1; length <= 16; length++ {
		h.offset[length] = index - code
		count := int32(counts[length-1])
		if code+count > 1<<length {
			return unsupported("Huffman codes that contradict one another")
		}
		if length <= lookBits {
			for i := range count {
				h.fillLook(uint32(code+i), length, symbols[index+i])
			}
		}
		code, index = code+count, index+count
		h.limit[length] = code << (16 - length)
		code <<= 1
	}
	h.limit[17] = 1 << 16
	return nil
}

// fillLook enters one symbol at all sequences that begin with its code.
func (h *huffman) fillLook(code uint32, length int, symbol byte) {
	run, size := int32(symbol>>4), int(symbol&15)
	spare := lookBits - length
	for rest := range uint32(1) << spare {
		e := run<<8 | int32(size)<<12
		if size <= spare {
			e |= extend(int32(rest>>(spare-size)), size)<<16 | int32(length+size)
		} else {
			e |= wide | int32(length)
		}
		h.look[code<<spare|rest] = entry(e)
	}
}

// extend turns size bits into a value: clause F.2.2.1, figure F.12.
func extend(bits int32, size int) int32 {
	if size > 0 && bits < 1<<(size-1) {
		return bits + -1<<size + 1
	}
	return bits
}

// slow returns the symbol whose code acc begins with, and the code's length; 17 if there is none.
func (h *huffman) slow(acc uint64) (symbol byte, length uint) {
	code := int32(acc >> 48)
	length = 1
	for code >= h.limit[length] {
		length++
	}
	if length > 16 {
		return 0, 17
	}
	return h.symbol[byte(code>>(16-length)+h.offset[length])], length
}
