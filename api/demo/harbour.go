package demo

func firstLight(c *canvas) {
	const horizon = 800
	d := dice(11)
	c.all(down(0, horizon, cobalt, azure, periwinkle, mist, cream))
	c.fill(circle(420, horizon, 420), glow(420, horizon, 420, with(honey, .7), with(honey, 0)))
	c.fill(circle(420, horizon-30, 130), down(horizon-160, horizon+20, butter, honey))
	cloud(c, 1260, 240, 240, with(paper, .6))
	cloud(c, 860, 150, 150, with(paper, .45))
	for i, x := range []float64{1500, 1270, 1040} {
		crane(c, x, horizon+6, 520-30*float64(i), mix(azure, night, .35+.3*float64(i)))
	}
	sea(c, horizon, mix(periwinkle, azure, .5), indigo)
	ship(c, d, 610, horizon+70, 860, night, paper)
	c.fill(wave(1600, 1200, horizon+96, 8, 340, .3), flat(mix(azure, indigo, .45)))
	c.fill(wave(1600, 1200, horizon+190, 12, 430, .7), flat(mix(azure, indigo, .75)))
	c.fill(wave(1600, 1200, horizon+300, 15, 520, .15), flat(indigo))
	glints(c, d, 420, horizon+30, 1170, 170, butter)
	gull(c, 700, 420, 44, night)
	gull(c, 790, 370, 30, night)
	gull(c, 640, 350, 24, night)
}

func containerWall(c *canvas) {
	d := dice(12)
	c.all(flat(night))
	const columns, rows = 6, 8
	const width, height = 1600.0 / columns, 1200.0 / rows
	last := -1
	for row := range rows {
		for column := range columns {
			pick := d.IntN(len(freight))
			if pick == last {
				pick = (pick + 3) % len(freight)
			}
			last = pick
			x, y := float64(column)*width, float64(row)*height
			box(c, x+5, y+4, width-10, height-8, freight[pick])
			for _, corner := range []point{{x + 5, y + 4}, {x + width - 25, y + 4}, {x + 5, y + height - 16}, {x + width - 25, y + height - 16}} {
				c.fill(rect(corner.x, corner.y, 20, 12), flat(with(night, .55)))
			}
		}
	}
	c.all(fade(0, 0, 1600, 1200, with(butter, .16), with(night, 0), with(night, .42)))
}

func outerMole(c *canvas) {
	const horizon = 780
	d := dice(13)
	c.all(down(0, horizon, azure, periwinkle, mist, cream))
	cloud(c, 330, 260, 300, with(paper, .85))
	cloud(c, 780, 390, 190, with(paper, .7))
	cloud(c, 1490, 220, 210, with(paper, .75))
	sea(c, horizon, azure, indigo)
	ship(c, d, 90, horizon+4, 250, indigo, paper)
	mole := polygon(point{760, 890}, point{900, 812}, point{1600, 770}, point{1600, 1010}, point{860, 960})
	c.fill(mole, down(770, 1000, mix(mist, night, .45), mix(mist, night, .75)))
	for range 70 {
		x := between(d, 800, 1600)
		y := between(d, 880, 985)
		r := between(d, 26, 52)
		c.fill(hexagon(x, y, r), down(y-r, y+r, mix(mist, night, between(d, .3, .55)), mix(mist, night, .8)))
	}
	lighthouse(c, 1140, 815, 620)
	c.fill(wave(1600, 1200, 985, 16, 420, .35), flat(mix(azure, indigo, .55)))
	c.fill(wave(1600, 1200, 1070, 20, 500, .8), flat(mix(azure, indigo, .85)))
	c.fill(wave(1600, 1200, 1140, 18, 560, .2), flat(indigo))
	gull(c, 880, 300, 52, indigo)
	gull(c, 1380, 420, 38, indigo)
	gull(c, 600, 560, 30, indigo)
}

func tugInTheRain(c *canvas) {
	const horizon = 740
	d := dice(14)
	c.all(down(0, horizon, mix(indigo, night, .3), mix(azure, night, .45), mix(periwinkle, night, .3)))
	for _, tower := range []struct{ x, width, height float64 }{{60, 150, 150}, {230, 90, 260}, {340, 210, 110}, {1180, 130, 190}, {1330, 80, 320}, {1430, 190, 140}} {
		c.fill(rect(tower.x, horizon-tower.height, tower.width, tower.height), flat(mix(azure, night, .62)))
		for y := horizon - tower.height + 22; y < horizon-20; y += 34 {
			for x := tower.x + 14; x < tower.x+tower.width-16; x += 30 {
				if d.IntN(3) == 0 {
					c.fill(rect(x, y, 12, 16), flat(with(butter, .75)))
				}
			}
		}
	}
	sea(c, horizon, mix(azure, night, .55), midnight)
	tug(c, 800, 850)
	c.fill(wave(1600, 1200, 872, 12, 360, .1), flat(mix(indigo, night, .35)))
	c.fill(wave(1600, 1200, 980, 18, 440, .6), flat(mix(indigo, night, .65)))
	c.fill(wave(1600, 1200, 1090, 18, 520, .3), flat(midnight))
	for range 260 {
		x, y, length := between(d, -60, 1600), between(d, -40, 1200), between(d, 30, 76)
		c.fill(stroke(2.4, point{x, y}, point{x + length*.3, y + length}), flat(with(mist, between(d, .1, .34))))
	}
}

// tug is a harbour tug, the middle of its hull at x.
func tug(c *canvas, x, waterline float64) {
	c.fill(circle(x-20, waterline-190, 330), glow(x-20, waterline-190, 330, with(butter, .35), with(butter, 0)))
	c.fill(stroke(10, point{x + 66, waterline - 250}, point{x + 66, waterline - 430}), flat(night))
	c.fill(round(x-150, waterline-200, 300, 130, 18), flat(paper))
	c.fill(round(x-110, waterline-300, 190, 110, 16), flat(paper))
	c.fill(round(x-124, waterline-316, 218, 22, 8), flat(cobalt))
	for i := range 4 {
		c.fill(round(x-94+43*float64(i), waterline-278, 32, 46, 6), flat(butter))
		c.fill(circle(x-108+72*float64(i), waterline-132, 18), flat(butter))
	}
	c.fill(rect(x+100, waterline-330, 62, 140), flat(honey))
	c.fill(rect(x+100, waterline-330, 62, 30), flat(night))
	c.fill(polygon(point{x - 330, waterline - 120}, point{x - 230, waterline - 78}, point{x + 300, waterline - 78}, point{x + 280, waterline + 60}, point{x - 250, waterline + 60}), flat(night))
	c.fill(polygon(point{x - 330, waterline - 120}, point{x - 230, waterline - 78}, point{x + 300, waterline - 78}, point{x + 298, waterline - 54}, point{x - 236, waterline - 54}, point{x - 320, waterline - 94}), flat(honey))
	for i := range 6 {
		c.fill(circle(x-190+84*float64(i), waterline-20, 24), flat(midnight))
		c.fill(circle(x-190+84*float64(i), waterline-20, 11), flat(indigo))
	}
}

func nightOnTheQuay(c *canvas) {
	const quay = 820
	d := dice(15)
	c.all(down(0, quay, midnight, night, indigo))
	stars(c, d, 130, 560)
	for i, x := range []float64{430, 900, 1370} {
		crane(c, x, quay, 610-40*float64(i%2), mix(indigo, azure, .25))
		c.fill(circle(x+4, quay-560, 120), glow(x+4, quay-560, 120, with(honey, .6), with(honey, 0)))
		c.fill(circle(x+4, quay-560, 10), flat(cream))
	}
	stack(c, d, 20, quay, 150, 62, 10, 3)
	c.fill(rect(0, quay, 1600, 26), flat(midnight))
	c.fill(rect(0, quay+26, 1600, 400), down(quay, 1200, indigo, night, midnight))
	for _, light := range []struct {
		x     float64
		paint int
	}{{150, 1}, {434, 1}, {640, 3}, {904, 1}, {1120, 4}, {1374, 1}, {1520, 3}} {
		glints(c, d, light.x, quay+40, 1180, 78, freight[light.paint])
	}
}

func gullsAtNoon(c *canvas) {
	const horizon = 830
	c.all(down(0, horizon, periwinkle, mist, paper))
	c.fill(circle(1180, 300, 150), flat(butter))
	c.fill(circle(1180, 300, 380), glow(1180, 300, 380, with(butter, .7), with(butter, 0)))
	sea(c, horizon, periwinkle, cobalt)
	for _, bird := range []struct{ x, y, size float64 }{
		{520, 430, 190}, {860, 260, 110}, {300, 240, 84}, {980, 560, 74}, {1330, 520, 58}, {700, 640, 50}, {1450, 250, 40},
	} {
		gull(c, bird.x, bird.y, bird.size, mix(indigo, azure, .6-bird.size/330))
	}
}
