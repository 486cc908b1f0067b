package publishing

import (
	"fmt"
	"image"
	"image/draw"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// fill fills a path (https://www.w3.org/TR/SVG2/paths.html) of the commands M, L, H, V, Q, C and Z.
func fill(canvas draw.Image, place transform, path, colour string) error {
	paint, err := readColour(colour)
	if err != nil {
		return err
	}
	size := canvas.Bounds().Size()
	shape := vector.NewRasterizer(size.X, size.Y)
	pen := pen{place: place, shape: shape}
	for len(path) > 0 {
		end := strings.IndexAny(path[1:], "MmLlHhVvQqCcZz") + 1
		if end == 0 {
			end = len(path)
		}
		values, err := numbers(path[1:end])
		if err != nil {
			return err
		}
		if err := pen.draw(path[0], values); err != nil {
			return err
		}
		path = path[end:]
	}
	shape.Draw(canvas, canvas.Bounds(), image.NewUniform(paint), image.Point{})
	return nil
}

// pen draws the commands of a path.
type pen struct {
	place transform
	shape *vector.Rasterizer
	x, y  float64
	// startX and startY are the first point of the open figure.
	startX, startY float64
}

// counts are how many numbers each command takes.
var counts = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'Z': 0}

func (p *pen) draw(letter byte, values []float64) error {
	command := letter &^ 0x20
	count, known := counts[command]
	if !known || count > 0 && (len(values) == 0 || len(values)%count != 0) || count == 0 && len(values) > 0 {
		return fmt.Errorf("the path has %c with %d numbers", letter, len(values))
	}
	if count == 0 {
		p.shape.ClosePath()
		p.x, p.y = p.startX, p.startY
		return nil
	}
	for ; len(values) > 0; values = values[count:] {
		points := slices.Clone(values[:count])
		if letter != command { // relative
			for i := range points {
				points[i] += [2]float64{p.x, p.y}[axis(command, i)]
			}
		}
		p.step(command, points)
		if command == 'M' {
			command = 'L'
			letter = letter&0x20 | 'L'
		}
	}
	return nil
}

// axis returns 0 for a number that is an x, and 1 for a y.
func axis(command byte, i int) int {
	if command == 'V' {
		return 1
	}
	return i % 2
}

func (p *pen) step(command byte, v []float64) {
	switch command {
	case 'H':
		p.x = v[0]
	case 'V':
		p.y = v[0]
	default:
		p.x, p.y = v[len(v)-2], v[len(v)-1]
	}
	at := func(i int) (float32, float32) {
		return float32(p.place.x + p.place.scale*v[i]), float32(p.place.y + p.place.scale*v[i+1])
	}
	endX, endY := float32(p.place.x+p.place.scale*p.x), float32(p.place.y+p.place.scale*p.y)
	switch command {
	case 'M':
		p.startX, p.startY = p.x, p.y
		p.shape.MoveTo(endX, endY)
	case 'Q':
		x, y := at(0)
		p.shape.QuadTo(x, y, endX, endY)
	case 'C':
		x1, y1 := at(0)
		x2, y2 := at(2)
		p.shape.CubeTo(x1, y1, x2, y2, endX, endY)
	default:
		p.shape.LineTo(endX, endY)
	}
}

// numbers reads numbers that spaces, commas or signs separate.
func numbers(text string) (values []float64, err error) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, ",", " "), "-", " -")
	for word := range strings.FieldsSeq(text) {
		value, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}
