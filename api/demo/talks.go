package demo

import (
	"image/color"
	"math"
)

func onStage(c *canvas) {
	d := dice(21)
	c.all(down(0, 1200, night, midnight))
	c.fill(polygon(point{760, -40}, point{840, -40}, point{1150, 900}, point{450, 900}), down(0, 900, with(butter, .75), with(butter, .12)))
	c.fill(round(300, 130, 1000, 440, 18), flat(indigo))
	c.fill(round(318, 148, 964, 404, 10), fade(318, 148, 1282, 552, cobalt, azure))
	for i := range 7 {
		height := 60 + 38*float64(i) - 26*float64(i%3)
		c.fill(round(400+82*float64(i), 500-height, 50, height, 8), flat(with(paper, .35+.09*float64(i))))
	}
	c.fill(hexagon(1130, 330, 96), flat(honey))
	c.fill(ellipse(800, 905, 560, 70), down(835, 975, mix(butter, indigo, .55), indigo))
	speaker(c, 900, 880)
	c.fill(polygon(point{560, 660}, point{720, 660}, point{700, 900}, point{580, 900}), down(660, 900, cobalt, indigo))
	c.fill(round(540, 640, 200, 26, 8), flat(azure))
	for row, y := range []float64{1010, 1090, 1180} {
		for x := 40.0 + 35*float64(row%2); x < 1620; x += 118 {
			ink := flat(mix(indigo, midnight, .35+.3*float64(row)))
			at, head := x+between(d, -14, 14), y+between(d, -12, 12)
			c.fill(circle(at, head-52, 34), ink)
			c.fill(round(at-56, head-14, 112, 240, 52), ink)
		}
	}
}

// speaker is a person who explains something, standing at x on ground.
func speaker(c *canvas, x, ground float64) {
	c.fill(stroke(34, point{x - 18, ground - 130}, point{x - 22, ground - 12}), flat(night))
	c.fill(stroke(34, point{x + 18, ground - 130}, point{x + 24, ground - 12}), flat(night))
	c.fill(round(x-48, ground-290, 96, 180, 40), flat(honey))
	c.fill(stroke(26, point{x - 36, ground - 260}, point{x - 96, ground - 210}, point{x - 132, ground - 290}), flat(honey))
	c.fill(stroke(26, point{x + 36, ground - 260}, point{x + 70, ground - 190}, point{x + 40, ground - 140}), flat(honey))
	c.fill(circle(x-136, ground-304, 16), flat(butter))
	c.fill(circle(x, ground-336, 38), flat(butter))
	c.fill(path(append(circle(x+6, ground-352, 36), circle(x+34, ground-330, 20)...)), flat(bark))
	c.fill(circle(x-8, ground-330, 29), flat(butter))
}

func network(c *canvas) {
	d := dice(22)
	c.all(fade(0, 0, 1600, 1200, cobalt, indigo, night))
	nodes := []point{{800, 600}}
	for ring, count := range []int{6, 11} {
		for i := range count {
			angle := 2*math.Pi*float64(i)/float64(count) + .26*float64(ring+1)
			radius := 250 + 245*float64(ring) + between(d, -34, 34)
			nodes = append(nodes, point{800 + 1.3*radius*math.Cos(angle), 600 + .93*radius*math.Sin(angle)})
		}
	}
	for i, a := range nodes {
		for _, b := range nodes[:i] {
			if distance := math.Hypot(a.x-b.x, a.y-b.y); distance < 372 {
				c.fill(stroke(5, a, b), flat(with(periwinkle, 1.05-distance/430)))
			}
		}
	}
	for i, at := range nodes {
		radius, colour := 30.0, periwinkle
		switch {
		case i == 0:
			radius, colour = 96, honey
		case i <= 6:
			radius, colour = 52, paper
		case i%4 == 0:
			radius, colour = 38, honey
		}
		c.fill(hexagon(at.x, at.y, radius+16), flat(with(night, .35)))
		c.fill(hexagon(at.x, at.y, radius), down(at.y-radius, at.y+radius, mix(colour, paper, .3), colour))
	}
	c.fill(hexagon(800, 600, 44), flat(night))
}

func priceItFirst(c *canvas) {
	c.all(down(0, 1200, cream, paper))
	for i, height := range []float64{130, 230, 190, 340, 470, 620} {
		x := 230 + 205*float64(i)
		top := cobalt
		if i == 5 {
			top = honey
		}
		block(c, x, 1010-32*float64(i%2), 92, height, top)
	}
	c.fill(stroke(10, point{230, 730}, point{435, 630}, point{640, 640}, point{845, 470}, point{1050, 330}, point{1230, 190}), flat(rust))
	c.fill(polygon(point{1268, 152}, point{1252, 226}, point{1196, 170}), flat(rust))
	for _, at := range []point{{230, 730}, {435, 630}, {640, 640}, {845, 470}, {1050, 330}} {
		c.fill(circle(at.x, at.y, 19), flat(rust))
		c.fill(circle(at.x, at.y, 9), flat(paper))
	}
}

// block is a pillar seen from above one of its edges, which stands at x, y; half is its width to either side.
func block(c *canvas, x, y, half, height float64, colour color.NRGBA) {
	slope := half * .52
	c.fill(polygon(point{x - half, y - slope}, point{x, y}, point{x, y - height}, point{x - half, y - height - slope}), down(y-height, y, colour, mix(colour, night, .25)))
	c.fill(polygon(point{x, y}, point{x + half, y - slope}, point{x + half, y - height - slope}, point{x, y - height}), flat(mix(colour, night, .42)))
	c.fill(polygon(point{x, y - height}, point{x + half, y - height - slope}, point{x, y - height - 2*slope}, point{x - half, y - height - slope}), flat(mix(colour, paper, .38)))
}

func collectLess(c *canvas) {
	c.all(fade(0, 0, 1600, 1200, night, midnight))
	const step = 58.0
	for row := range 20 {
		for column := range 27 {
			x, y := 46+step*float64(column), 49+step*float64(row)
			t := math.Hypot((x-1130)/1180, (y-600)/880)
			radius := 25 * math.Pow(max(0, 1-1.12*t), .9)
			if radius < 2 {
				c.fill(circle(x, y, 2), flat(with(periwinkle, .45)))
				continue
			}
			c.fill(circle(x, y, radius), flat(pick([]color.NRGBA{honey, butter, mist, periwinkle, azure}, t*1.5)))
		}
	}
	c.fill(round(300, 490, 300, 240, 34), flat(paper))
	c.fill(append(stroke(34, point{360, 500}, point{360, 420}), curve(34, point{360, 420}, point{360, 296}, point{540, 296}, point{540, 420})...), flat(paper))
	c.fill(stroke(34, point{540, 420}, point{540, 500}), flat(paper))
	c.fill(circle(450, 590, 32), flat(night))
	c.fill(polygon(point{438, 600}, point{462, 600}, point{472, 672}, point{428, 672}), flat(night))
}

func jacquard(c *canvas) {
	c.all(flat(night))
	const size, columns, rows = 50.0, 32, 24
	for row := range rows {
		for column := range columns {
			x, y := size*float64(column), size*float64(row)
			u, v := math.Abs(float64(column)-15.5), math.Abs(float64(row)-11.5)
			over := (int(u+v)%6 < 3) != (int(math.Abs(u-v))%8 < 2)
			warp, weft := mix(cobalt, azure, float64(row)/rows), honey
			if int(u+v)%12 >= 6 {
				weft = butter
			}
			thread := func(upright bool, colour color.NRGBA) {
				if upright {
					c.fill(round(x+6, y-3, size-12, size+6, 8), fade(x+6, 0, x+size-6, 0, mix(colour, paper, .22), colour, mix(colour, night, .3)))
				} else {
					c.fill(round(x-3, y+6, size+6, size-12, 8), down(y+6, y+size-6, mix(colour, paper, .25), colour, mix(colour, night, .25)))
				}
			}
			thread(!over, map[bool]color.NRGBA{true: warp, false: weft}[!over])
			thread(over, map[bool]color.NRGBA{true: warp, false: weft}[over])
		}
	}
}

func workbench(c *canvas) {
	c.all(down(0, 1200, mist, paper))
	c.fill(rect(0, 900, 1600, 300), down(900, 1200, honey, amber))
	c.fill(rect(0, 900, 1600, 14), flat(butter))
	c.fill(polygon(point{130, 270}, point{350, 270}, point{520, 900}, point{-40, 900}), down(270, 900, with(butter, .5), with(butter, 0)))
	c.fill(round(430, 330, 740, 500, 26), flat(night))
	c.fill(round(456, 356, 688, 430, 10), fade(456, 356, 1144, 786, indigo, night))
	for i, width := range []float64{250, 380, 300, 160, 420, 340, 210, 290} {
		indent := []float64{0, 40, 80, 80, 40, 80, 40, 0}[i]
		colour := []color.NRGBA{honey, periwinkle, paper, azure}[i%4]
		c.fill(round(506+indent, 402+44*float64(i), width, 18, 9), flat(with(colour, .9)))
	}
	c.fill(polygon(point{740, 830}, point{860, 830}, point{900, 900}, point{700, 900}), flat(indigo))
	c.fill(round(620, 892, 360, 18, 9), flat(night))
	c.fill(round(1250, 760, 150, 142, 22), flat(cobalt))
	c.fill(curve(22, point{1398, 795}, point{1480, 780}, point{1480, 880}, point{1398, 865}), flat(cobalt))
	for i := range 3 {
		x := 1285 + 38*float64(i)
		c.fill(curve(8, point{x, 735}, point{x - 26, 700}, point{x + 26, 675}, point{x, 635}), flat(with(azure, .5)))
	}
	c.fill(rect(150, 640, 40, 262), flat(rust))
	c.fill(rect(194, 600, 52, 302), flat(cobalt))
	c.fill(rect(250, 660, 34, 242), flat(paper))
	c.fill(rect(288, 620, 46, 282), flat(indigo))
	c.fill(stroke(5, point{240, 0}, point{240, 170}), flat(night))
	c.fill(polygon(point{190, 170}, point{290, 170}, point{350, 270}, point{130, 270}), flat(cobalt))
}
