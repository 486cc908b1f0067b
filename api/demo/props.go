package demo

import (
	"image/color"
	"math"
	"math/rand/v2"
)

// dice returns a source of numbers that is the same at every run.
func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 20)) }

// between returns a number from low up to high.
func between(d *rand.Rand, low, high float64) float64 { return low + d.Float64()*(high-low) }

// stars scatters n stars over the canvas above bottom.
func stars(c *canvas, d *rand.Rand, n int, bottom float64) {
	for range n {
		x, y := between(d, 0, float64(c.Rect.Dx())), between(d, 0, bottom)
		c.fill(circle(x, y, between(d, 1.2, 3.4)), flat(with(cream, between(d, .35, .95))))
	}
}

// sea lays rows of waves from the horizon to the bottom, far to near.
func sea(c *canvas, horizon float64, far, near color.NRGBA) {
	width, height := float64(c.Rect.Dx()), float64(c.Rect.Dy())
	c.fill(rect(0, horizon, width, height-horizon), flat(far))
	const rows = 6
	for i := 1; i <= rows; i++ {
		t := float64(i) / rows
		y := horizon + (height-horizon)*math.Pow(t, 1.6)*.92
		c.fill(wave(width, height, y, 4+14*t, 220+260*t, .37*float64(i)), flat(mix(far, near, t)))
	}
}

// glints are short bright strokes on the water under a light.
func glints(c *canvas, d *rand.Rand, x, top, bottom, spread float64, light color.NRGBA) {
	for y := top; y < bottom; y += 15 {
		t := (y - top) / (bottom - top)
		half := between(d, .25, 1) * spread * (.35 + t)
		middle := x + between(d, -.25, .25)*spread*(.2+t)
		c.fill(round(middle-half, y, 2*half, 5+3*t, 4), flat(with(light, .75-.55*t)))
	}
}

func gull(c *canvas, x, y, size float64, ink color.NRGBA) {
	c.fill(curve(size*.09, point{x - size, y - size*.12}, point{x - size*.62, y - size*.5}, point{x - size*.2, y - size*.34}, point{x, y}), flat(ink))
	c.fill(curve(size*.09, point{x, y}, point{x + size*.2, y - size*.34}, point{x + size*.62, y - size*.5}, point{x + size, y - size*.12}), flat(ink))
}

// crane is a ship-to-shore crane that stands at x on ground, its boom to the left over the water. size is its height.
func crane(c *canvas, x, ground, size float64, ink color.NRGBA) {
	s := size / 100
	at := func(dx, dy float64) point { return point{x + dx*s, ground - dy*s} }
	line := func(width float64, points ...point) { c.fill(stroke(width*s, points...), flat(ink)) }
	line(3, at(-13, 0), at(-9, 62))
	line(3, at(17, 0), at(13, 62))
	line(2, at(-12, 20), at(16, 20))
	line(1.4, at(-12, 21), at(14, 61))
	line(1.4, at(16, 21), at(-10, 61))
	line(4.2, at(-78, 62), at(40, 62))
	line(2.4, at(-8, 62), at(2, 98), at(12, 62))
	line(1, at(2, 97), at(-74, 63))
	line(1, at(2, 97), at(-40, 63))
	line(1, at(2, 97), at(37, 63))
	c.fill(round(x+16*s, ground-73*s, 20*s, 10*s, 2*s), flat(ink))
	c.fill(round(x-19*s, ground-61*s, 8*s, 8*s, 1.5*s), flat(ink))
	for _, dx := range []float64{-13, 17} {
		c.fill(round(x+(dx-5)*s, ground-4*s, 10*s, 4*s, 1*s), flat(ink))
	}
}

// box is one container, seen from its side.
func box(c *canvas, x, y, width, height float64, colour color.NRGBA) {
	c.fill(rect(x, y, width, height), flat(colour))
	shade, light := flat(with(night, .22)), flat(with(paper, .16))
	ribs := int(width / 13)
	for i := range ribs {
		at := x + width*(float64(i)+.5)/float64(ribs)
		c.fill(rect(at, y+height*.12, width/float64(ribs)*.42, height*.76), shade)
	}
	c.fill(rect(x, y, width, height*.09), light)
	c.fill(rect(x, y+height*.92, width, height*.08), shade)
}

// freight are the colours of containers.
var freight = []color.NRGBA{cobalt, honey, indigo, azure, rust, mist, amber, periwinkle}

// stack piles containers in columns of random height.
func stack(c *canvas, d *rand.Rand, x, bottom, width, height float64, columns, most int) {
	for column := range columns {
		rows := 1 + d.IntN(most)
		for row := range rows {
			box(c, x+float64(column)*(width+4), bottom-float64(row+1)*(height+3), width, height, freight[d.IntN(len(freight))])
		}
	}
}

// ship is a loaded freighter. x is its bow, at the left; length is that of its hull.
func ship(c *canvas, d *rand.Rand, x, waterline, length float64, hull, house color.NRGBA) {
	s := length / 100
	deck := waterline - 9*s
	width, height := 8.2*s, 3.3*s
	for column := range 8 {
		for row := range 2 + d.IntN(4) {
			box(c, x+(9+float64(column)*8.7)*s, deck-float64(row+1)*(height+.3*s), width, height, freight[d.IntN(len(freight))])
		}
	}
	c.fill(round(x+82*s, deck-21*s, 9*s, 22*s, 1*s), flat(house))
	c.fill(round(x+80*s, deck-20*s, 13*s, 3.4*s, 1*s), flat(house))
	for i := range 5 {
		c.fill(rect(x+(81.2+2.3*float64(i))*s, deck-19*s, 1.5*s, 1.5*s), flat(indigo))
	}
	c.fill(rect(x+86*s, deck-27*s, 3.4*s, 7*s), flat(amber))
	c.fill(polygon(point{x, deck - 3.4*s}, point{x + 9*s, deck}, point{x + 98*s, deck}, point{x + 96*s, waterline + 4*s}, point{x + 7*s, waterline + 4*s}), flat(hull))
	c.fill(polygon(point{x + 5.2*s, waterline}, point{x + 97*s, waterline}, point{x + 96*s, waterline + 4*s}, point{x + 7*s, waterline + 4*s}), flat(rust))
}

// lighthouse stands with the middle of its foot at x. size is its height.
func lighthouse(c *canvas, x, ground, size float64) {
	s := size / 100
	tower := func(low, high float64) path {
		half := func(h float64) float64 { return (13 - 6*h/76) * s }
		return polygon(point{x - half(high), ground - high*s}, point{x + half(high), ground - high*s},
			point{x + half(low), ground - low*s}, point{x - half(low), ground - low*s})
	}
	c.fill(tower(0, 76), fade(x-12*s, 0, x+12*s, 0, paper, paper, mist, periwinkle))
	for _, low := range []float64{10, 32, 54} {
		c.fill(tower(low, low+11), fade(x-12*s, 0, x+12*s, 0, cobalt, cobalt, indigo))
	}
	c.fill(round(x-11*s, ground-79*s, 22*s, 4*s, 1.5*s), flat(night))
	c.fill(rect(x-6*s, ground-91*s, 12*s, 12*s), flat(butter))
	c.fill(rect(x-1*s, ground-91*s, 2*s, 12*s), flat(amber))
	c.fill(polygon(point{x - 8.5*s, ground - 91*s}, point{x, ground - 100*s}, point{x + 8.5*s, ground - 91*s}), flat(indigo))
	c.fill(round(x-2.6*s, ground-14*s, 5.2*s, 14*s, 2.6*s), flat(night))
}

// cloud is three lobes on a flat foot.
func cloud(c *canvas, x, y, size float64, colour color.NRGBA) {
	var lobes path
	lobes = append(lobes, circle(x-size*.45, y-size*.16, size*.22)...)
	lobes = append(lobes, circle(x, y-size*.26, size*.34)...)
	lobes = append(lobes, circle(x+size*.44, y-size*.15, size*.2)...)
	lobes = append(lobes, round(x-size*.72, y-size*.2, size*1.4, size*.22, size*.12)...)
	c.fill(lobes, flat(colour))
}
