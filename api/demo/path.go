package demo

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

type point struct{ x, y float64 }

// segment is a straight line to its last point, or a cubic curve when it has three.
type segment []point

// path is closed outlines; where they lie over each other they are one. All outlines run clockwise.
type path []outline

type outline struct {
	start    point
	segments []segment
}

func (p path) bounds() image.Rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	include := func(at point) {
		low = point{min(low.x, at.x), min(low.y, at.y)}
		high = point{max(high.x, at.x), max(high.y, at.y)}
	}
	for _, o := range p {
		include(o.start)
		for _, s := range o.segments {
			for _, at := range s {
				include(at)
			}
		}
	}
	return image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
}

func (p path) trace(to *vector.Rasterizer, left, top float32) {
	at := func(p point) (float32, float32) { return float32(p.x) - left, float32(p.y) - top }
	for _, o := range p {
		to.MoveTo(at(o.start))
		for _, s := range o.segments {
			if len(s) == 1 {
				to.LineTo(at(s[0]))
				continue
			}
			bx, by := at(s[0])
			cx, cy := at(s[1])
			dx, dy := at(s[2])
			to.CubeTo(bx, by, cx, cy, dx, dy)
		}
		to.ClosePath()
	}
}

// polygon joins the points by straight lines.
func polygon(points ...point) path {
	o := outline{start: points[0]}
	for _, p := range points[1:] {
		o.segments = append(o.segments, segment{p})
	}
	return path{o}
}

func rect(x, y, width, height float64) path {
	return polygon(point{x, y}, point{x + width, y}, point{x + width, y + height}, point{x, y + height})
}

// arcHandle is how far the handles of a cubic curve stand from its ends to make a quarter of a circle of radius 1.
const arcHandle = 0.5522847498

// round is a rectangle with round corners.
func round(x, y, width, height, radius float64) path {
	r := min(radius, width/2, height/2)
	k := r * (1 - arcHandle)
	right, bottom := x+width, y+height
	return path{{point{x + r, y}, []segment{
		{{right - r, y}}, {{right - k, y}, {right, y + k}, {right, y + r}},
		{{right, bottom - r}}, {{right, bottom - k}, {right - k, bottom}, {right - r, bottom}},
		{{x + r, bottom}}, {{x + k, bottom}, {x, bottom - k}, {x, bottom - r}},
		{{x, y + r}}, {{x, y + k}, {x + k, y}, {x + r, y}},
	}}}
}

func circle(cx, cy, radius float64) path {
	return round(cx-radius, cy-radius, 2*radius, 2*radius, radius)
}

func ellipse(cx, cy, rx, ry float64) path {
	p := circle(0, 0, 1)
	for _, o := range p {
		for _, s := range o.segments {
			for i := range s {
				s[i] = point{cx + rx*s[i].x, cy + ry*s[i].y}
			}
		}
	}
	p[0].start = point{cx + rx*p[0].start.x, cy + ry*p[0].start.y}
	return p
}

// hexagon stands on a corner; radius is from its middle to a corner.
func hexagon(cx, cy, radius float64) path {
	var corners []point
	for i := range 6 {
		sin, cos := math.Sincos(float64(i)*math.Pi/3 - math.Pi/2)
		corners = append(corners, point{cx + radius*cos, cy + radius*sin})
	}
	return polygon(corners...)
}

// stroke is a line of the given width through the points, with round ends and corners.
func stroke(width float64, points ...point) path {
	var p path
	for i, b := range points {
		p = append(p, circle(b.x, b.y, width/2)...)
		if i == 0 {
			continue
		}
		a := points[i-1]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		nx, ny := -(b.y-a.y)/length*width/2, (b.x-a.x)/length*width/2
		p = append(p, polygon(point{a.x - nx, a.y - ny}, point{b.x - nx, b.y - ny}, point{b.x + nx, b.y + ny}, point{a.x + nx, a.y + ny})...)
	}
	return p
}

// curve is a stroke along a cubic curve.
func curve(width float64, a, b, c, d point) path {
	const steps = 48
	points := make([]point, steps+1)
	for i := range points {
		t := float64(i) / steps
		u := 1 - t
		points[i] = point{
			u*u*u*a.x + 3*u*u*t*b.x + 3*u*t*t*c.x + t*t*t*d.x,
			u*u*u*a.y + 3*u*u*t*b.y + 3*u*t*t*c.y + t*t*t*d.y,
		}
	}
	return stroke(width, points...)
}

// wave is everything under a swell: heights sway around y by amplitude, once every length, shifted by phase turns.
func wave(right, bottom, y, amplitude, length, phase float64) path {
	points := []point{{right, bottom}, {0, bottom}}
	for x := 0.0; x <= right; x += 8 {
		points = append(points, point{x, y + amplitude*math.Sin(2*math.Pi*(x/length+phase))})
	}
	return polygon(points...)
}
