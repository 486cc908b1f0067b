package jpegscale

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"
)

// writer writes a baseline JPEG: clause B.2 of the standard, with the typical Huffman tables.
type writer struct {
	w   io.Writer
	err error
	// buf is the next part of the file, without the bits.
	buf []byte
	// bits are the scan's, and come behind buf.
	bits [bufferSize]byte
	pending
}

// pending is the end of the bits: behind end whole bytes, with the n lowest bits of acc, fewer than 8.
type pending struct {
	end int
	acc uint64
	n   uint
}

// frameComponent describes a component in the headers. Its number, from 1, is its name.
type frameComponent struct {
	h, v  int
	quant *[64]int32 // in zigzag order
}

func newWriter(w io.Writer) *writer { return &writer{w: w} }

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

// ratios are what coefficients are multiplied by, in zigzag order, shifted by ratioBits.
type ratios [64]int32

const ratioBits = 16

// block writes a block: clauses F.1.2.1 and F.1.2.2. ac are the AC coefficients that are not zero; dc is written as its
// difference to the previous one, which it becomes. All are multiplied by their ratios; nil means one. It says whether all are in the range
// that a baseline file can have.
func (w *writer) block(previous *int32, dc int32, ac []coefficient, by *ratios, codes *codes) bool {
	// A block has at most 64 codes and values of 27 bits, and the last one stores eight bytes.
	if len(w.bits)-w.end < 64*4+8 {
		w.flush()
	}
	if by != nil {
		dc = by.multiply(0, dc)
	}
	difference := dc - *previous
	*previous = dc
	size := sizeOf(difference)
	if size > 11 {
		return false
	}
	w.put(codes.dc[size].with(difference, size))
	last := 0
	p := w.pending // in registers
	for _, c := range ac {
		k := c.index()
		value := c.value()
		if by != nil {
			if value = by.multiply(k, value); value == 0 {
				continue
			}
		}
		run := k - last - 1
		last = k
		for ; run > 15; run -= 16 {
			p = p.put(&w.bits, codes.ac[0xf0])
		}
		if raised := uint32(value + shortValues/2); raised < shortValues {
			p = p.put(&w.bits, codes.short[(run*shortValues+int(raised))&(len(codes.short)-1)])
			continue
		}
		size := sizeOf(value)
		if size > 10 {
			return false
		}
		p = p.put(&w.bits, codes.ac[byte(run<<4)|byte(size)].with(value, size))
	}
	if last < 63 {
		p = p.put(&w.bits, codes.ac[0])
	}
	w.pending = p
	return true
}

// multiply returns the value of the given index times its ratio, rounded.
func (r *ratios) multiply(index int, value int32) int32 {
	return int32(round(int64(value)*int64(r[index&63]), ratioBits))
}

// sizeOf returns the number of bits that a value is written with: table F.1 and F.2.
func sizeOf(value int32) uint {
	sign := value >> 31
	return uint(bits.Len32(uint32(value ^ sign - sign)))
}

// put appends a code.
func (w *writer) put(c code) { w.pending = w.pending.put(&w.bits, c) }

// put appends a code to the bits. The next call overwrites the bits after the last whole byte, so no branch
// depends on the lengths of codes, which processors cannot predict.
func (p pending) put(bits *[bufferSize]byte, c code) pending {
	const mask = 1<<lengthBits - 1
	p.acc = p.acc<<(c&mask) | uint64(c>>lengthBits)
	p.n += uint(c & mask)
	binary.BigEndian.PutUint64(bits[p.end&(bufferSize-1):], p.acc<<(-p.n&63))
	p.end += int(p.n / 8)
	p.n %= 8
	return p
}

// align ends a sequence of bits and writes it, the last byte filled up with ones: clause F.1.2.3.
func (w *writer) align() {
	w.put(0x7f<<lengthBits | 7)
	w.n = 0
	w.flush()
}

// finish ends the image.
func (w *writer) finish() error {
	w.align()
	w.buf = append(w.buf, 0xff, markerEOI)
	w.flush()
	return w.err
}

// flush writes everything but the last bits. A byte of 0xff among the bits is followed by 0: clause F.1.2.3.
func (w *writer) flush() {
	rest := w.bits[:w.end]
	for at := bytes.IndexByte(rest, 0xff); at >= 0; at = bytes.IndexByte(rest, 0xff) {
		w.buf = append(append(w.buf, rest[:at+1]...), 0)
		rest = rest[at+1:]
	}
	w.buf = append(w.buf, rest...)
	if w.err == nil {
		_, w.err = w.w.Write(w.buf)
	}
	w.buf, w.end = w.buf[:0], 0
}
