package publishing

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
)

// drawing is an image of filled paths as SVG, to be drawn as a PNG; Size is its width and height in
// pixels, 0 for those of the SVG.
type drawing struct {
	SVG  string `json:"svg"`
	Size int    `json:"size"`
}

// encode returns the drawing as a PNG, and for the name of an icon file as one.
func (d drawing) encode(name string) ([]byte, error) {
	img, err := d.draw()
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", name, err)
	}
	var encoded bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&encoded, img); err != nil {
		return nil, fmt.Errorf("encode %s: %w", name, err)
	}
	if strings.HasSuffix(name, ".ico") {
		return icon(encoded.Bytes(), img.Bounds().Dx()), nil
	}
	return encoded.Bytes(), nil
}

// icon returns an icon file of one image: a header, one entry, and the PNG itself.
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

// draw draws the elements that ssg/images makes: groups and paths, with translate and scale. Text in
// letters that the site's fonts lack is left out.
func (d drawing) draw() (draw.Image, error) {
	var canvas draw.Image
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
				size := image.Rect(0, 0, int(math.Round(box[2]*place.scale)), int(math.Round(box[3]*place.scale)))
				// The rasterizer is ten times as fast on RGBA, which rounds the colours of transparent edges: icons have them.
				if d.Size == 0 {
					canvas = image.NewRGBA(size)
				} else {
					canvas = image.NewNRGBA(size)
				}
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
