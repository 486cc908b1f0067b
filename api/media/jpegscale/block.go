package jpegscale

// block reads one block's coefficients, quantised and in zigzag order, into coefficients, which are zero before: clauses
// F.2.2.1 and F.2.2.2 of the standard. It returns the index of the last that is not zero, or 0.
func (b *bitReader) block(c *component, coefficients *[64]int16) (last int, err error) {
	if b.n < 32 {
		b.fill()
	}
	symbol, difference, ok := b.symbol(c.dc)
	if !ok || symbol > 15 {
		return 0, errCode
	}
	c.previous += difference
	if c.previous != int32(int16(c.previous)) {
		return 0, errRange
	}
	coefficients[0] = int16(c.previous)
	look := &c.ac.look
	// In local variables the bits may stay in registers.
	acc, n := b.acc, b.n
	for k := 1; k < 64; k++ {
		if n < 32 {
			b.acc, b.n = acc, n
			b.fill()
			acc, n = b.acc, b.n
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
				return 0, errCode
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
				return 0, errCode
			}
			break
		}
		if k > 63 {
			return 0, errRange
		}
		coefficients[k&63] = int16(value)
		last = k
	}
	b.acc, b.n = acc, n
	return last, nil
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
