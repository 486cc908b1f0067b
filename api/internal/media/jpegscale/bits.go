package jpegscale

import (
	"encoding/binary"
	"io"
)

const bufferSize = 64 << 10

// bitReader reads bytes, and the bits of entropy-coded segments: clause F.2.2.5 of the standard, figures F.17 and F.18.
type bitReader struct {
	r        io.Reader
	buf      []byte
	pos, end int
	eof      bool
	// err is r's own, if it failed otherwise than by ending.
	err error

	// acc has the next n bits at its upper end, and zeros below them.
	acc uint64
	n   uint
	// lent is how many of the n bits are none of the segment's: zeros, so that a decoder need not look for the end at
	// every bit. It has gone too far when fewer than lent are left.
	lent uint
}

// more gets at least want bytes into the buffer, and says whether they are there.
func (b *bitReader) more(want int) bool {
	for b.end-b.pos < want && !b.eof {
		b.end = copy(b.buf, b.buf[b.pos:b.end])
		b.pos = 0
		n, err := b.r.Read(b.buf[b.end:])
		b.end += n
		if err != nil {
			b.eof = true
			if err != io.EOF {
				b.err = err
			}
		}
	}
	return b.end-b.pos >= want
}

func (b *bitReader) readByte() (byte, error) {
	if !b.more(1) {
		return 0, errShort
	}
	b.pos++
	return b.buf[b.pos-1], nil
}

// skip leaves out n bytes.
func (b *bitReader) skip(n int) error {
	for n > 0 {
		if !b.more(1) {
			return errShort
		}
		step := min(n, b.end-b.pos)
		b.pos += step
		n -= step
	}
	return nil
}

// readFull returns the next n bytes, at most a buffer's, which are good until the next call.
func (b *bitReader) readFull(n int) ([]byte, error) {
	if !b.more(n) {
		return nil, errShort
	}
	b.pos += n
	return b.buf[b.pos-n : b.pos], nil
}

const errShort = FormatError("it is cut off")

// fill returns acc with at least 32 bits, of which n are there, whatever follows.
func (b *bitReader) fill(acc uint64, n uint) (uint64, uint) {
	if next := b.buf[b.pos:b.end]; len(next) >= 4 {
		if four := binary.BigEndian.Uint32(next); !has0xff(uint64(four)) {
			b.pos += 4
			return acc | uint64(four)<<(32-n&63), n + 32
		}
	}
	return b.fillSlowly(acc, n)
}

// fillSlowly is fill near a byte of 0xff, or near the end of the buffer: 0xff, 0 means 0xff, and 0xff before
// anything else is a marker, which ends the segment.
func (b *bitReader) fillSlowly(acc uint64, n uint) (uint64, uint) {
	for ; n <= 56; n += 8 {
		var next byte
		switch {
		case b.lent > 0 || !b.more(1):
			b.lent += 8
		case b.buf[b.pos] != 0xff:
			next = b.buf[b.pos]
			b.pos++
		case b.more(2) && b.buf[b.pos+1] == 0:
			next = 0xff
			b.pos += 2
		default:
			b.lent += 8
		}
		acc |= uint64(next) << (56 - n)
	}
	return acc, n
}

// has0xff says whether one of v's bytes is 0xff.
func has0xff(v uint64) bool {
	const low, high = 0x0101010101010101, 0x8080808080808080
	return (^v-low)&v&high != 0
}

// overdrawn says that more bits were taken than the segment has.
func (b *bitReader) overdrawn() bool { return b.n < b.lent }

// endSegment leaves the entropy-coded segment, at whose end at most seven bits fill up the last byte. A marker must be
// next.
func (b *bitReader) endSegment() error {
	if b.overdrawn() {
		return errShort
	}
	left := b.n - b.lent
	b.acc, b.n, b.lent = 0, 0, 0
	if !b.more(1) {
		return errShort
	}
	if left >= 8 || b.buf[b.pos] != 0xff {
		return unsupported("bytes between the pixels and a marker")
	}
	return nil
}
