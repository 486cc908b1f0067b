package renderer

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// drawing is a picture of filled paths as SVG, to be drawn as a PNG; Size is its width and height in
// pixels, 0 for those of the SVG.
type drawing struct {
	SVG  string `json:"svg"`
	Size int    `json:"size"`
}

// encode returns the drawing as a PNG, and for the name of an icon file as one.
func (d drawing) encode(name string) ([]byte, error) {
	picture, err := d.draw()
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", name, err)
	}
	var encoded bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&encoded, picture); err != nil {
		return nil, fmt.Errorf("encode %s: %w", name, err)
	}
	if strings.HasSuffix(name, ".ico") {
		return icon(encoded.Bytes(), picture.Rect.Dx()), nil
	}
	return encoded.Bytes(), nil
}

// icon returns an icon file of one picture: a header, one entry, and the PNG itself.
func icon(content []byte, size int) []byte {
	header := []byte{0, 0, 1, 0, 1, 0, byte(size), byte(size), 0, 0, 1, 0, 32, 0}
	header = binary.LittleEndian.AppendUint32(header, uint32(len(content)))
	header = binary.LittleEndian.AppendUint32(header, uint32(len(header)+4))
	return append(header, content...)
}

// transform scales and then moves.
type transform struct{ scale, x, y float64 }

func (t transform) then(inner transform) transform {
	return transform{t.scale * inner.scale, t.x + t.scale*inner.x, t.y + t.scale*inner.y}
}

// draw draws the elements that ssg/pictures makes: groups and paths, with translate and scale. Text in
// letters that the site's fonts lack is left out.
func (d drawing) draw() (*image.NRGBA, error) {
	var canvas *image.NRGBA
	decoder := xml.NewDecoder(strings.NewReader(d.SVG))
	var places []transform
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && canvas != nil {
			return canvas, nil
		}
		if err != nil {
			return nil, err
		}
		switch element := token.(type) {
		case xml.EndElement:
			places = places[:len(places)-1]
		case xml.StartElement:
			attributes := map[string]string{}
			for _, attribute := range element.Attr {
				attributes[attribute.Name.Local] = attribute.Value
			}
			if canvas == nil {
				box, err := numbers(attributes["viewBox"])
				if err != nil || len(box) != 4 {
					return nil, fmt.Errorf("the view box is %q", attributes["viewBox"])
				}
				place := transform{scale: 1}
				if d.Size != 0 {
					place.scale = float64(d.Size) / box[2]
				}
				canvas = image.NewNRGBA(image.Rect(0, 0, int(math.Round(box[2]*place.scale)), int(math.Round(box[3]*place.scale))))
				places = append(places, place)
				continue
			}
			inner, err := readTransform(attributes["transform"])
			if err != nil {
				return nil, err
			}
			place := places[len(places)-1].then(inner)
			places = append(places, place)
			if element.Name.Local == "path" {
				if err := fill(canvas, place, attributes["d"], attributes["fill"]); err != nil {
					return nil, err
				}
			}
		}
	}
}

// readTransform reads translate(x y) and scale(s), each at most once, in this order.
func readTransform(text string) (transform, error) {
	t := transform{scale: 1}
	for call := range strings.SplitSeq(text, ")") {
		name, list, _ := strings.Cut(strings.TrimSpace(call), "(")
		values, err := numbers(list)
		switch {
		case err != nil:
			return t, err
		case name == "translate" && len(values) == 2:
			t.x, t.y = values[0], values[1]
		case name == "scale" && len(values) == 1:
			t.scale = values[0]
		case name != "":
			return t, fmt.Errorf("the transform %q is unknown", text)
		}
	}
	return t, nil
}

// fill fills a path (https://www.w3.org/TR/SVG2/paths.html) of the commands M, L, H, V, Q, C and Z.
func fill(canvas *image.NRGBA, place transform, path, colour string) error {
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
	// startX and startY are where the open figure began.
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

// readColour reads #rgb and #rrggbb.
func readColour(text string) (color.NRGBA, error) {
	digits := strings.TrimPrefix(text, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	value, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 6 {
		return color.NRGBA{}, fmt.Errorf("the colour %q is not #rrggbb", text)
	}
	return color.NRGBA{uint8(value >> 16), uint8(value >> 8), uint8(value), 255}, nil
}
