package jpegscale

// The inverse DCT of clause A.3.3 of the standard, at the sizes of 1, 2, 3, 4, 5 and 8 samples. In one dimension, the lowest
// N of the eight coefficients S, as the standard scales them, give N samples
//
//	s(n) = 1/√8 · ( S(0) + √2 · Σ S(u) · cos((2n+1)uπ / 2N) ),  u = 1 … N-1
//
// because the basis functions of the transform of N points are those of eight points seen at N places, and √(N/8) keeps
// the brightness. In two dimensions the factor 1/√8 comes twice: a shift by 3 bits at the end.

// fraction is how many bits behind the point the factors have. 64-bit integers hold two dimensions of them without any
// rounding between.
const fraction = 12

// fixed are √2·cos(kπ/16), in that form. The one of k = 4 is 1.
const (
	cos1 = 5681 // 1.387040
	cos2 = 5352 // 1.306563
	cos3 = 4816 // 1.175876
	cos5 = 3218 // 0.785695
	cos6 = 2217 // 0.541196
	cos7 = 1130 // 0.275899
)

// Of three points: √2·cos(π/6) and √2·cos(π/3).
const (
	cosA = 5017 // 1.224745
	cosB = 2896 // 0.707107
)

// zigzag is the order of coefficients: figure A.6 of the standard, as an index of rows of eight.
var zigzag = [64]uint8{
	0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
}

// inverse makes the samples of a block at points × points. c are its coefficients in zigzag order, all zero behind the
// index last, q their factors.
func inverse(c *[64]int16, q *[64]int32, last, points int, pix []byte, stride int) {
	if last == 0 || points == 1 {
		value := sample(int64(c[0])*int64(q[0]), 3)
		for range points {
			row := pix[:points]
			for x := range row {
				row[x] = value
			}
			pix = pix[min(stride, len(pix)):]
		}
		return
	}
	switch points {
	case 2:
		inverse2(c, q, pix, stride)
	case 3:
		inverse3(c, q, pix, stride)
	case 4:
		inverse4(c, q, pix, stride)
	case 5:
		inverse5(c, q, pix, stride)
	default:
		inverse8(c, q, last, pix, stride)
	}
}

// sample rounds off the fraction, shifts the level as clause A.3.1 says, and keeps to eight bits.
func sample(v int64, fraction uint) byte {
	v = (v + 128<<fraction + 1<<(fraction-1)) >> fraction
	return byte(min(max(v, 0), 255))
}

// inverse2 needs the coefficients 0, 1, 2 and 4 of the zigzag.
func inverse2(c *[64]int16, q *[64]int32, pix []byte, stride int) {
	s00, s01 := int64(c[0])*int64(q[0]), int64(c[1])*int64(q[1])
	s10, s11 := int64(c[2])*int64(q[2]), int64(c[4])*int64(q[4])
	pix[0], pix[1] = sample(s00+s10+s01+s11, 3), sample(s00+s10-s01-s11, 3)
	pix[stride], pix[stride+1] = sample(s00-s10+s01-s11, 3), sample(s00-s10-s01+s11, 3)
}

// low3 are the zigzag indices of the lowest 3 × 3 coefficients, row by row; low4 and low5 those of 4 × 4 and 5 × 5.
var (
	low3 = [9]uint8{0, 1, 5, 2, 4, 7, 3, 8, 12}
	low5 = [25]uint8{0, 1, 5, 6, 14, 2, 4, 7, 13, 16, 3, 8, 12, 17, 25, 9, 11, 18, 24, 31, 10, 19, 23, 32, 39}
	low4 = [16]uint8{0, 1, 5, 6, 2, 4, 7, 13, 3, 8, 12, 17, 9, 11, 18, 24}
)

func inverse3(c *[64]int16, q *[64]int32, pix []byte, stride int) {
	var columns [9]int64
	for u := range 3 {
		k0, k1, k2 := low3[u]&63, low3[3+u]&63, low3[6+u]&63
		s0, s1, s2 := int64(c[k0])*int64(q[k0])<<fraction, int64(c[k1])*int64(q[k1]), int64(c[k2])*int64(q[k2])
		even, odd := s0+s2*cosB, s1*cosA
		columns[u], columns[3+u], columns[6+u] = even+odd, s0-2*s2*cosB, even-odd
	}
	for y := range 3 {
		s0, s1, s2 := columns[3*y]<<fraction, columns[3*y+1], columns[3*y+2]
		even, odd := s0+s2*cosB, s1*cosA
		row := pix[y*stride:][:3]
		row[0], row[1], row[2] = sample(even+odd, 3+2*fraction), sample(s0-2*s2*cosB, 3+2*fraction), sample(even-odd, 3+2*fraction)
	}
}

func inverse4(c *[64]int16, q *[64]int32, pix []byte, stride int) {
	var columns [16]int64
	for u := range 4 {
		k0, k1, k2, k3 := low4[u]&63, low4[4+u]&63, low4[8+u]&63, low4[12+u]&63
		s0, s1 := int64(c[k0])*int64(q[k0])<<fraction, int64(c[k1])*int64(q[k1])
		s2, s3 := int64(c[k2])*int64(q[k2])<<fraction, int64(c[k3])*int64(q[k3])
		outer, inner := s1*cos2+s3*cos6, s1*cos6-s3*cos2
		columns[u], columns[12+u] = s0+s2+outer, s0+s2-outer
		columns[4+u], columns[8+u] = s0-s2+inner, s0-s2-inner
	}
	for y := range 4 {
		s0, s1, s2, s3 := columns[4*y]<<fraction, columns[4*y+1], columns[4*y+2]<<fraction, columns[4*y+3]
		outer, inner := s1*cos2+s3*cos6, s1*cos6-s3*cos2
		row := pix[y*stride:][:4]
		row[0], row[3] = sample(s0+s2+outer, 3+2*fraction), sample(s0+s2-outer, 3+2*fraction)
		row[1], row[2] = sample(s0-s2+inner, 3+2*fraction), sample(s0-s2-inner, 3+2*fraction)
	}
}

func inverse5(c *[64]int16, q *[64]int32, pix []byte, stride int) {
	var columns [25]int64
	for u := range 5 {
		at := func(v int) int64 { k := low5[5*v+u] & 63; return int64(c[k]) * int64(q[k]) }
		columns[u], columns[5+u], columns[10+u], columns[15+u], columns[20+u] = five(at(0), at(1), at(2), at(3), at(4))
	}
	for y := range 5 {
		in, row := columns[5*y:][:5], pix[y*stride:][:5]
		s0, s1, s2, s3, s4 := five(in[0], in[1], in[2], in[3], in[4])
		row[0], row[1], row[2] = sample(s0, 3+2*fraction), sample(s1, 3+2*fraction), sample(s2, 3+2*fraction)
		row[3], row[4] = sample(s3, 3+2*fraction), sample(s4, 3+2*fraction)
	}
}

// five is the sum of this file's head for five points, times 2^fraction.
func five(s0, s1, s2, s3, s4 int64) (_, _, _, _, _ int64) {
	const cos1, cos2, cos3, cos4, root = 5509, 4686, 3405, 1790, 5793 // √2·cos(kπ/10), and √2
	even, odd0, odd1 := s0<<fraction, s1*cos1+s3*cos3, s1*cos3-s3*cos1
	e0, e1 := even+s2*cos2+s4*cos4, even-s2*cos4-s4*cos2
	return e0 + odd0, e1 + odd1, even + (s4-s2)*root, e1 - odd1, e0 - odd0
}

func inverse8(c *[64]int16, q *[64]int32, last int, pix []byte, stride int) {
	var s [64]int64
	columns := uint(0) // which have more than their first coefficient
	for k := range last + 1 {
		if c[k&63] != 0 {
			at := zigzag[k&63] & 63
			s[at] = int64(c[k&63]) * int64(q[k&63])
			if at >= 8 {
				columns |= 1 << (at & 7)
			}
		}
	}
	for x := range 8 {
		if columns>>x&1 == 0 {
			first := s[x] << fraction
			for y := range 8 {
				s[8*y+x] = first
			}
			continue
		}
		s[x], s[8+x], s[16+x], s[24+x], s[32+x], s[40+x], s[48+x], s[56+x] =
			eight(s[x], s[8+x], s[16+x], s[24+x], s[32+x], s[40+x], s[48+x], s[56+x])
	}
	for y := range 8 {
		in := s[8*y:][:8]
		row := pix[y*stride:][:8]
		s0, s1, s2, s3, s4, s5, s6, s7 := eight(in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7])
		row[0], row[1], row[2], row[3] = sample(s0, 3+2*fraction), sample(s1, 3+2*fraction), sample(s2, 3+2*fraction), sample(s3, 3+2*fraction)
		row[4], row[5], row[6], row[7] = sample(s4, 3+2*fraction), sample(s5, 3+2*fraction), sample(s6, 3+2*fraction), sample(s7, 3+2*fraction)
	}
}

// eight is the sum of this file's head for eight points, times 2^fraction: the even coefficients as of four points, the
// odd ones by their matrix.
func eight(s0, s1, s2, s3, s4, s5, s6, s7 int64) (_, _, _, _, _, _, _, _ int64) {
	sum, difference := (s0+s4)<<fraction, (s0-s4)<<fraction
	outer, inner := s2*cos2+s6*cos6, s2*cos6-s6*cos2
	e0, e1, e2, e3 := sum+outer, difference+inner, difference-inner, sum-outer
	o0 := s1*cos1 + s3*cos3 + s5*cos5 + s7*cos7
	o1 := s1*cos3 - s3*cos7 - s5*cos1 - s7*cos5
	o2 := s1*cos5 - s3*cos1 + s5*cos7 + s7*cos3
	o3 := s1*cos7 - s3*cos5 + s5*cos3 - s7*cos1
	return e0 + o0, e1 + o1, e2 + o2, e3 + o3, e3 - o3, e2 - o2, e1 - o1, e0 - o0
}
