package jpegscale

// block is a block's quantised coefficients.
type block struct {
	// all are in zigzag order.
	all [64]int16
	// ac are the AC coefficients that are not zero, and count is how many there are.
	ac    [64]coefficient
	count int
}

// coefficient is an index of the zigzag order, from bit 16 on, and a value below it.
type coefficient int32

func newCoefficient(index int, value int32) coefficient {
	return coefficient(index<<16 | int(uint16(value)))
}

func (c coefficient) index() int   { return int(c >> 16) }
func (c coefficient) value() int32 { return int32(int16(c)) }

// last returns the index of the last coefficient that is not zero, or 0.
func (b *block) last() int {
	if b.count == 0 {
		return 0
	}
	return b.ac[b.count-1].index()
}

// clear makes all coefficients zero.
func (b *block) clear() {
	if b.count > 0 {
		b.all = [64]int16{}
		b.count = 0
	}
}

// block reads one block, which is cleared before: clauses F.2.2.1 and F.2.2.2 of the standard.
func (b *bitReader) block(c *component, out *block) error {
	if b.n < 32 {
		b.acc, b.n = b.fill(b.acc, b.n)
	}
	symbol, difference, ok := b.symbol(c.dc)
	if !ok || symbol > 15 {
		return errCode
	}
	c.previous += difference
	if c.previous != int32(int16(c.previous)) {
		return errRange
	}
	out.all[0] = int16(c.previous)
	look := &c.ac.look
	// In local variables the bits may stay in registers.
	acc, n, count := b.acc, b.n, 0
	for k := 1; k < 64; k++ {
		if n < 32 {
			acc, n = b.fill(acc, n)
		}
		e := int32(look[acc>>(64-lookBits)])
		length := uint(e & 0xff)
		run, value := int(e>>8&15), e>>16
		if length-1 < wide-1 {
			acc <<= length & 63
			n -= length
		} else {
			b.acc, b.n = acc, n
			if symbol, value, ok = b.symbol(c.ac); !ok {
				return errCode
			}
			acc, n = b.acc, b.n
			run = int(symbol >> 4)
		}
		k += run
		if value == 0 {
			if run == 15 {
				continue
			}
			if run != 0 {
				return errCode
			}
			break
		}
		if k > 63 {
			return errRange
		}
		out.all[k&63] = int16(value)
		out.ac[count&63] = newCoefficient(k, value)
		count++
	}
	b.acc, b.n, out.count = acc, n, count
	return nil
}

var (
	errCode  = unsupported("a code that baseline files do not have")
	errRange = unsupported("a coefficient out of range")
)

// symbol reads one symbol and the value that follows it, of as many bits as the symbol's lower half says. 31 bits are
// needed at most.
func (b *bitReader) symbol(h *huffman) (symbol byte, value int32, ok bool) {
	var length uint
	if e := h.look[b.acc>>(64-lookBits)]; e != 0 {
		symbol, length = byte(e>>4&0xf0|e>>12&15), uint(e&(wide-1))
		if e&wide == 0 {
			b.acc <<= length
			b.n -= length
			return symbol, int32(e >> 16), true
		}
	} else if symbol, length = h.slow(b.acc); length > 16 {
		return 0, 0, false
	}
	size := uint(symbol & 15)
	b.acc <<= length
	value = extend(int32(b.acc>>(64-size)), int(size))
	b.acc <<= size
	b.n -= length + size
	return symbol, value, true
}
