package demo

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// canvas is a picture that is being painted. Lengths are in pixels from the upper left corner.
type canvas struct {
	*image.RGBA
	rasterizer vector.Rasterizer
	mask       []byte
}

func newCanvas(width, height int) *canvas {
	return &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, width, height))}
}

// paint gives the colour of each pixel, not multiplied by its alpha.
type paint func(x, y int) color.NRGBA

func flat(c color.NRGBA) paint { return func(int, int) color.NRGBA { return c } }

// fade runs through colours at equal steps on the way from one point to the other, and stays at the first and the last beyond.
func fade(x0, y0, x1, y1 float64, colours ...color.NRGBA) paint {
	dx, dy := x1-x0, y1-y0
	length := dx*dx + dy*dy
	return func(x, y int) color.NRGBA {
		return pick(colours, ((float64(x)-x0)*dx+(float64(y)-y0)*dy)/length)
	}
}

// down fades from the upper to the lower edge between two heights.
func down(top, bottom float64, colours ...color.NRGBA) paint {
	return fade(0, top, 0, bottom, colours...)
}

// glow fades from a point outwards to the given radius.
func glow(cx, cy, radius float64, colours ...color.NRGBA) paint {
	return func(x, y int) color.NRGBA {
		return pick(colours, math.Hypot(float64(x)-cx, float64(y)-cy)/radius)
	}
}

// pick returns the colour at a part t of the way through colours.
func pick(colours []color.NRGBA, t float64) color.NRGBA {
	at := min(max(t, 0), 1) * float64(len(colours)-1)
	i := min(int(at), len(colours)-2)
	return mix(colours[i], colours[i+1], at-float64(i))
}

// mix returns the colour a part t of the way from a to b.
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	channel := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*t)) }
	return color.NRGBA{channel(a.R, b.R), channel(a.G, b.G), channel(a.B, b.B), channel(a.A, b.A)}
}

// with returns the colour at the given opacity, 0 to 1.
func with(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(math.Round(255 * opacity))
	return c
}

// all paints the whole canvas.
func (c *canvas) all(p paint) {
	c.fill(rect(0, 0, float64(c.Rect.Dx()), float64(c.Rect.Dy())), p)
}

// fill paints the inside of a path with smooth edges. What lies outside of the canvas is left out.
func (c *canvas) fill(shape path, p paint) {
	box := shape.bounds().Intersect(c.Rect)
	if box.Empty() {
		return
	}
	width, height := box.Dx(), box.Dy()
	c.rasterizer.Reset(width, height)
	shape.trace(&c.rasterizer, float32(box.Min.X), float32(box.Min.Y))
	if cap(c.mask) < width*height {
		c.mask = make([]byte, width*height)
	}
	mask := &image.Alpha{Pix: c.mask[:width*height], Stride: width, Rect: image.Rect(0, 0, width, height)}
	clear(mask.Pix)
	c.rasterizer.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	for y := range height {
		row := c.Pix[c.PixOffset(box.Min.X, box.Min.Y+y):]
		for x, coverage := range mask.Pix[y*width : (y+1)*width] {
			if coverage != 0 {
				blend(row[4*x:4*x+4], p(box.Min.X+x, box.Min.Y+y), coverage)
			}
		}
	}
}

// blend lays a colour over an opaque pixel.
func blend(pixel []byte, c color.NRGBA, coverage byte) {
	alpha := uint32(c.A) * uint32(coverage)
	rest := 255*255 - alpha
	for i, channel := range [3]byte{c.R, c.G, c.B} {
		pixel[i] = byte((uint32(channel)*alpha + uint32(pixel[i])*rest + 255*255/2) / (255 * 255))
	}
	pixel[3] = 255
}
