package jpegscale

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// Encode writes the image as a baseline JPEG of the given quality, 1 to 100. Its planes must be as Resize returns them.
// The error is w's.
func Encode(w io.Writer, p *Image, quality int) error {
	if !p.plain() {
		return errors.New("write a JPEG: the planes are not those of an image with halved colours")
	}
	out := newWriter(w)
	tables := quantisation(quality)
	encoders := make([]planeEncoder, len(p.Planes))
	frame := make([]frameComponent, len(p.Planes))
	for i := range encoders {
		chroma := min(i, 1)
		encoders[i] = newPlaneEncoder(&p.Planes[i], &tables[chroma], chroma)
		frame[i] = frameComponent{1, 1, &tables[chroma]}
	}
	mcu := 8
	if len(encoders) == 3 {
		mcu, frame[0].h, frame[0].v = 16, 2, 2
	}
	out.header(p.Width, p.Height, frame)
	for y := 0; y*mcu < p.Height && out.err == nil; y++ {
		for x := 0; x*mcu < p.Width; x++ {
			for i := range encoders {
				for v := range frame[i].v {
					for h := range frame[i].h {
						encoders[i].block(out, 8*(x*frame[i].h+h), 8*(y*frame[i].v+v))
					}
				}
			}
		}
	}
	if err := out.finish(); err != nil {
		return fmt.Errorf("write a JPEG: %w", err)
	}
	return nil
}

// planeEncoder writes the blocks of one plane.
type planeEncoder struct {
	plane    *Plane
	codes    *codes
	divisors [64]int64 // in zigzag order
	previous int32
}

// divisorBits is how many bits behind the point a product of a sum of forward and its divisor has.
const divisorBits = 30 + fraction

func newPlaneEncoder(plane *Plane, quant *[64]int32, chroma int) planeEncoder {
	e := planeEncoder{plane: plane, codes: &typicalCode[chroma]}
	for k, step := range quant {
		at := zigzag[k]
		e.divisors[k] = int64(math.Round((1 << 30) / (8 * float64(step) * forwardScale[at/8] * forwardScale[at%8])))
	}
	return e
}

// block writes the block whose first sample is at x, y.
func (e *planeEncoder) block(w *writer, x, y int) {
	var sums [64]int64
	e.forward(&sums, x, y)
	const half = 1 << (divisorBits - 1)
	var ac [64]coefficient
	count := 0
	for k := 1; k < 64; k++ {
		value := (sums[zigzag[k]&63]*e.divisors[k] + half) >> divisorBits
		ac[count&63] = newCoefficient(k, int32(value))
		count += isSet(value)
	}
	dc := (sums[0]*e.divisors[0] + half) >> divisorBits
	w.block(&e.previous, int32(dc), ac[:count], &unchanged, e.codes)
}

// forward makes the sums of a block for the DCT of clause A.3.3, times 2^fraction: each is the coefficient times 8 and the
// forwardScale of its row and column. Beyond the edge the last sample is repeated.
func (e *planeEncoder) forward(s *[64]int64, x, y int) {
	p := e.plane
	inside := x+8 <= p.Width
	var edge [8]byte
	for dy := range 8 {
		row := p.Pix[min(y+dy, p.Height-1)*p.Stride:]
		if inside {
			row = row[x:]
		} else {
			for dx := range edge {
				edge[dx] = row[min(x+dx, p.Width-1)]
			}
			row = edge[:]
		}
		in, out := (*[8]byte)(row), (*[8]int64)(s[8*dy:])
		const one = 1 << fraction
		out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7] = forwardEight(
			int64(in[0])*one, int64(in[1])*one, int64(in[2])*one, int64(in[3])*one,
			int64(in[4])*one, int64(in[5])*one, int64(in[6])*one, int64(in[7])*one)
		out[0] -= 8 * 128 * one
	}
	for x := range 8 {
		s[x], s[8+x], s[16+x], s[24+x], s[32+x], s[40+x], s[48+x], s[56+x] =
			forwardEight(s[x], s[8+x], s[16+x], s[24+x], s[32+x], s[40+x], s[48+x], s[56+x])
	}
}

// forwardScale is what forwardEight multiplies the coefficients by, besides the square root of 8.
var forwardScale = [8]float64{1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.541196100, 0.275899379}

// forwardEight is the DCT of eight points by Arai, Agui and Nakajima (1988), which leaves a factor in each coefficient.
func forwardEight(s0, s1, s2, s3, s4, s5, s6, s7 int64) (_, _, _, _, _, _, _, _ int64) {
	const half, c6, low, high = 2896, 1567, 2217, 5352 // 0.707107, 0.382683, 0.541196, 1.306563
	a0, a1, a2, a3 := s0+s7, s1+s6, s2+s5, s3+s4
	b0, b1, b2, b3 := s0-s7, s1-s6, s2-s5, s3-s4

	e0, e1, e2, e3 := a0+a3, a1+a2, a1-a2, a0-a3
	turned := (e2 + e3) * half >> fraction

	o0, o1, o2 := b3+b2, b2+b1, b1+b0
	z5 := (o0 - o2) * c6
	z2 := (o0*low + z5) >> fraction
	z4 := (o2*high + z5) >> fraction
	z3 := o1 * half >> fraction
	z11, z13 := b0+z3, b0-z3
	return e0 + e1, z11 + z4, e3 + turned, z13 - z2, e0 - e1, z13 + z2, e3 - turned, z11 - z4
}
