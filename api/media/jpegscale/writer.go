package jpegscale

import (
	"encoding/binary"
	"io"
	"math/bits"
)

// writer writes a baseline JPEG: clause B.2 of the standard, with the typical Huffman tables.
type writer struct {
	w   io.Writer
	err error
	buf []byte
	// acc has n bits at its lower end that are not in buf yet; fewer than 32 between calls.
	acc uint64
	n   uint
}

// frameComponent is what the headers say of a component. Its number, from 1, is its name.
type frameComponent struct {
	h, v  int
	quant *[64]int32 // in zigzag order
}

func newWriter(w io.Writer) *writer { return &writer{w: w, buf: make([]byte, 0, bufferSize)} }

// header writes everything before the scan's bits.
func (w *writer) header(width, height int, components []frameComponent) {
	w.buf = append(w.buf, 0xff, markerSOI)
	frame := []byte{8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(len(components))}
	scan := []byte{byte(len(components))}
	var tables []*[64]int32
	for i, c := range components {
		table := 0
		for table < len(tables) && *tables[table] != *c.quant {
			table++
		}
		if table == len(tables) {
			tables = append(tables, c.quant)
			segment := []byte{byte(table)}
			for _, q := range c.quant {
				segment = append(segment, byte(q))
			}
			w.segment(markerDQT, segment)
		}
		frame = append(frame, byte(i+1), byte(c.h<<4|c.v), byte(table))
		scan = append(scan, byte(i+1), byte(min(i, 1)*0x11))
	}
	w.segment(markerSOF0, frame)
	for i, table := range typicalCodes[:2*min(len(components), 2)] {
		segment := append([]byte{byte(i%2<<4 | i/2)}, table.counts[:]...)
		w.segment(markerDHT, append(segment, table.symbols...))
	}
	w.segment(markerSOS, append(scan, 0, 63, 0))
}

func (w *writer) segment(marker byte, content []byte) {
	w.buf = append(w.buf, 0xff, marker)
	w.buf = binary.BigEndian.AppendUint16(w.buf, uint16(len(content)+2))
	w.buf = append(w.buf, content...)
}

// block writes a block: clauses F.1.2.1 and F.1.2.2. c are its coefficients in zigzag order, of which those are not zero
// that mask has a bit for; the first is given as its difference to the one before. It says whether all are in the range
// that a baseline file can have.
func (w *writer) block(c *[64]int16, difference int32, mask uint64, dc, ac *[256]code) bool {
	// A block has at most 64 codes and values of 27 bits, every byte of which may be doubled.
	if cap(w.buf)-len(w.buf) < 64*8 {
		w.flush()
	}
	size := sizeOf(difference)
	if size > 11 {
		return false
	}
	w.put(dc[size], difference, size)
	previous := 0
	for mask &^= 1; mask != 0; mask &= mask - 1 {
		k := bits.TrailingZeros64(mask)
		run := k - previous - 1
		previous = k
		for ; run > 15; run -= 16 {
			w.put(ac[0xf0], 0, 0)
		}
		value := int32(c[k&63])
		size := sizeOf(value)
		if size > 10 {
			return false
		}
		w.put(ac[byte(run<<4)|byte(size)], value, size)
	}
	if previous < 63 {
		w.put(ac[0], 0, 0)
	}
	return true
}

// sizeOf returns the number of bits that a value is written with: table F.1 and F.2.
func sizeOf(value int32) uint {
	sign := value >> 31
	return uint(bits.Len32(uint32(value ^ sign - sign)))
}

// put writes a code and the size lowest bits of the value, of a negative one less one.
func (w *writer) put(c code, value int32, size uint) {
	value += value >> 31
	length := uint(c&0xff) + size
	w.acc = w.acc<<length | uint64(c>>8)<<size | uint64(value)&(1<<size-1)
	w.n += length
	if w.n >= 32 {
		w.spill()
	}
}

// spill moves 32 bits to the buffer. A byte of 0xff is followed by 0: clause F.1.2.3.
func (w *writer) spill() {
	w.n -= 32
	next := uint32(w.acc >> w.n)
	if !has0xff(uint64(next)) {
		w.buf = binary.BigEndian.AppendUint32(w.buf, next)
		return
	}
	for shift := 24; shift >= 0; shift -= 8 {
		w.appendByte(byte(next >> shift))
	}
}

func (w *writer) appendByte(b byte) {
	if w.buf = append(w.buf, b); b == 0xff {
		w.buf = append(w.buf, 0)
	}
}

// align fills up the last byte with ones: clause F.1.2.3.
func (w *writer) align() {
	for w.n > 0 {
		if w.n < 8 {
			w.acc, w.n = w.acc<<(8-w.n)|(1<<(8-w.n)-1), 8
		}
		w.n -= 8
		w.appendByte(byte(w.acc >> w.n))
	}
}

// finish ends the picture.
func (w *writer) finish() error {
	w.align()
	w.buf = append(w.buf, 0xff, markerEOI)
	w.flush()
	return w.err
}

func (w *writer) flush() {
	if w.err == nil {
		_, w.err = w.w.Write(w.buf)
	}
	w.buf = w.buf[:0]
}
