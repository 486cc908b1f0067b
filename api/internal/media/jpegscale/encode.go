package jpegscale

import (
	"errors"
	"fmt"
	"io"
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
	divisors [64]int64
	previous int32
}

// divisorBits is how many bits behind the point a product of a coefficient, of which forwardBits are left, and a divisor
// has.
const (
	forwardBits = 16
	divisorBits = forwardBits + 30
)

func newPlaneEncoder(plane *Plane, quant *[64]int32, chroma int) planeEncoder {
	e := planeEncoder{plane: plane, codes: &typicalCode[chroma]}
	for k, step := range quant {
		e.divisors[k] = (1<<30 + int64(step)/2) / int64(step)
	}
	return e
}

// block writes the block whose first sample is at x, y.
func (e *planeEncoder) block(w *writer, x, y int) {
	var samples [64]int64
	e.load(&samples, x, y)
	forward(&samples)
	var ac [64]coefficient
	count := 0
	for k := 1; k < 64; k++ {
		value := e.quantised(&samples, k)
		ac[count&63] = newCoefficient(k, int32(value))
		count += isSet(value)
	}
	w.block(&e.previous, int32(e.quantised(&samples, 0)), ac[:count], &unchanged, e.codes)
}

// quantised returns the coefficient of the given index of the zigzag order, of what forward made.
func (e *planeEncoder) quantised(transformed *[64]int64, index int) int64 {
	return round(transformed[zigzag[index]&63]>>(3+2*fraction-forwardBits)*e.divisors[index], divisorBits)
}

// load fetches 8 × 8 samples around zero. Beyond the edge the last sample is repeated.
func (e *planeEncoder) load(samples *[64]int64, x, y int) {
	p := e.plane
	if x+8 <= p.Width && y+8 <= p.Height {
		for dy := range 8 {
			row := p.Pix[(y+dy)*p.Stride+x:][:8]
			out := samples[8*dy:][:8]
			for dx := range 8 {
				out[dx] = int64(row[dx]) - 128
			}
		}
		return
	}
	for dy := range 8 {
		row := p.Pix[min(y+dy, p.Height-1)*p.Stride:]
		for dx := range 8 {
			samples[8*dy+dx] = int64(row[min(x+dx, p.Width-1)]) - 128
		}
	}
}

// forward is the DCT of clause A.3.3, times 2^(3+2·fraction): the transpose of what eight does.
func forward(s *[64]int64) {
	for x := range 8 {
		s[x], s[8+x], s[16+x], s[24+x], s[32+x], s[40+x], s[48+x], s[56+x] =
			forwardEight(s[x], s[8+x], s[16+x], s[24+x], s[32+x], s[40+x], s[48+x], s[56+x])
	}
	for y := range 8 {
		r := s[8*y:][:8]
		r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7] = forwardEight(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7])
	}
}

func forwardEight(s0, s1, s2, s3, s4, s5, s6, s7 int64) (_, _, _, _, _, _, _, _ int64) {
	a0, a1, a2, a3 := s0+s7, s1+s6, s2+s5, s3+s4
	b0, b1, b2, b3 := s0-s7, s1-s6, s2-s5, s3-s4
	return (a0 + a1 + a2 + a3) << fraction,
		b0*cos1 + b1*cos3 + b2*cos5 + b3*cos7,
		(a0-a3)*cos2 + (a1-a2)*cos6,
		b0*cos3 - b1*cos7 - b2*cos1 - b3*cos5,
		(a0 - a1 - a2 + a3) << fraction,
		b0*cos5 - b1*cos1 + b2*cos7 + b3*cos3,
		(a0-a3)*cos6 - (a1-a2)*cos2,
		b0*cos7 - b1*cos5 + b2*cos3 - b3*cos1
}
