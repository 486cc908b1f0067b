package demo

import (
	"image/color"
	"math"
)

// The pictures of the front page are seen in a circle: what matters stands within 560 pixels of the middle.

func harbourAtDawn(c *canvas) {
	const horizon = 760
	d := dice(1)
	c.all(down(0, horizon, indigo, cobalt, azure, periwinkle, cream))
	c.fill(circle(640, horizon-70, 460), glow(640, horizon-70, 460, with(butter, .75), with(butter, 0)))
	c.fill(circle(640, horizon-70, 205), down(horizon-275, horizon+60, butter, honey))
	cloud(c, 300, 420, 190, with(paper, .55))
	cloud(c, 960, 330, 150, with(paper, .4))
	crane(c, 1010, horizon+12, 440, night)
	crane(c, 1190, horizon+12, 400, indigo)
	sea(c, horizon, azure, night)
	ship(c, d, 180, horizon+105, 620, night, paper)
	c.fill(wave(1200, 1200, horizon+126, 8, 300, .2), flat(mix(cobalt, night, .35)))
	c.fill(wave(1200, 1200, horizon+220, 13, 380, .55), flat(mix(cobalt, night, .62)))
	c.fill(wave(1200, 1200, horizon+325, 16, 430, .1), flat(night))
	glints(c, d, 640, horizon+150, 1120, 150, butter)
	gull(c, 380, 540, 46, night)
	gull(c, 480, 490, 30, night)
}

func comb(c *canvas) {
	c.all(fade(0, 0, 1200, 1200, indigo, night, midnight))
	const radius, rows = 118.0, 9
	width, step := radius*math.Sqrt(3), radius*1.5
	for row := -1; row < rows; row++ {
		for column := -1; column < 8; column++ {
			x, y := 600+(float64(column)-3)*width, 600+(float64(row)-4)*step
			if row&1 != 0 {
				x += width / 2
			}
			distance := math.Hypot(x-600, y-600)
			cell := hexagon(x, y, radius-9)
			switch key := (row*5 + column*3 + 40) % 11; {
			case distance < 10:
				c.fill(cell, down(y-radius, y+radius, paper, mist))
			case distance < 420 && key%3 != 1:
				c.fill(cell, down(y-radius, y+radius, butter, honey, amber))
				c.fill(hexagon(x, y-5, radius-38), down(y-radius, y+radius, with(amber, .55), with(amber, .1)))
			case distance < 420:
				c.fill(cell, down(y-radius, y+radius, azure, cobalt))
				c.fill(hexagon(x, y-5, radius-38), flat(with(indigo, .35)))
			default:
				c.fill(cell, flat(with(cobalt, math.Max(.08, .5-distance/1500))))
			}
		}
	}
	// The owner's initial.
	c.fill(stroke(17, point{638, 548}, point{566, 548}, point{566, 652}, point{638, 652}), flat(cobalt))
	c.fill(stroke(17, point{566, 600}, point{624, 600}), flat(cobalt))
}

func tide(c *canvas) {
	c.all(down(0, 820, cream, butter, honey))
	c.fill(circle(790, 330, 330), glow(790, 330, 330, with(paper, .9), with(paper, 0)))
	c.fill(circle(790, 330, 150), flat(paper))
	swell := func(y, amplitude, length, phase float64, crest, foot color.NRGBA) {
		c.fill(wave(1200, 1200, y, amplitude, length, phase), down(y-amplitude, y+230, crest, foot))
	}
	swell(575, 50, 900, .05, mist, periwinkle)
	swell(660, 62, 760, .48, periwinkle, azure)
	c.fill(polygon(point{508, 640}, point{490, 300}, point{326, 622}), flat(paper))
	c.fill(polygon(point{528, 642}, point{516, 352}, point{648, 634}), flat(cobalt))
	c.fill(stroke(9, point{512, 290}, point{522, 690}), flat(night))
	c.fill(polygon(point{330, 660}, point{690, 660}, point{630, 748}, point{400, 748}), flat(night))
	c.fill(polygon(point{330, 660}, point{690, 660}, point{680, 676}, point{342, 676}), flat(honey))
	swell(742, 46, 700, .16, azure, cobalt)
	swell(850, 52, 640, .62, cobalt, mix(cobalt, indigo, .6))
	swell(965, 44, 560, .02, mix(cobalt, indigo, .6), indigo)
	swell(1075, 36, 520, .4, indigo, night)
}

func nightShift(c *canvas) {
	d := dice(4)
	c.all(down(0, 1200, midnight, night, indigo))
	stars(c, d, 110, 760)
	c.fill(circle(330, 300, 96), flat(cream))
	c.fill(circle(372, 276, 84), down(0, 1200, midnight, night, indigo))
	crane(c, 760, 990, 860, honey)
	c.fill(rect(358, 462, 5, 210), flat(butter))
	c.fill(rect(438, 462, 5, 210), flat(butter))
	c.fill(round(318, 446, 166, 20, 6), flat(honey))
	box(c, 292, 672, 218, 104, cobalt)
	c.fill(rect(0, 986, 1200, 214), flat(midnight))
	stack(c, d, 60, 990, 150, 66, 3, 2)
	stack(c, d, 905, 990, 150, 66, 2, 3)
	for x := 90.0; x < 1200; x += 170 {
		c.fill(round(x, 1036, 84, 9, 4), flat(with(honey, .5)))
	}
}

func balance(c *canvas) {
	c.fill(rect(0, 0, 600, 1200), flat(honey))
	c.fill(rect(600, 0, 600, 1200), flat(cobalt))
	c.fill(circle(600, 600, 468), flat(paper))
	c.fill(polygon(point{600, 690}, point{770, 960}, point{430, 960}), flat(night))
	beam := stroke(26, point{250, 745}, point{950, 625})
	c.fill(circle(352, 585, 130), down(455, 715, azure, cobalt))
	for i, colour := range []color.NRGBA{honey, amber, rust} {
		x, foot, height := 726+82*float64(i), 649-14*float64(i), 120+75*float64(i)
		c.fill(rect(x, foot-height, 62, height), flat(colour))
	}
	c.fill(beam, flat(night))
	c.fill(circle(600, 685, 30), flat(honey))
	c.fill(circle(600, 685, 12), flat(night))
	c.fill(circle(352, 585, 56), flat(paper))
	c.fill(stroke(13, point{326, 588}, point{346, 608}, point{381, 562}), flat(cobalt))
}

func beacon(c *canvas) {
	d := dice(6)
	c.all(down(0, 900, midnight, night, indigo, cobalt))
	stars(c, d, 120, 560)
	c.fill(polygon(point{612, 372}, point{1300, 90}, point{1300, 470}), fade(612, 0, 1200, 0, with(butter, .85), with(butter, .04)))
	c.fill(polygon(point{588, 372}, point{-100, 230}, point{-100, 470}), fade(588, 0, 0, 0, with(butter, .6), with(butter, .03)))
	c.fill(circle(600, 372, 190), glow(600, 372, 190, with(butter, .8), with(butter, 0)))
	lighthouse(c, 600, 930, 620)
	c.fill(polygon(point{300, 980}, point{380, 915}, point{500, 932}, point{590, 900}, point{700, 926}, point{820, 908}, point{930, 985}), flat(midnight))
	sea(c, 960, indigo, midnight)
	glints(c, d, 610, 975, 1150, 120, butter)
}
