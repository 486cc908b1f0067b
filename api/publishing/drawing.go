package publishing

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"

	"golang.org/x/image/vector"
)

// drawing is an image of filled shapes, to be drawn as a PNG. Size is its width and height in pixels,
// 0 for those of the image.
type drawing struct {
	Image struct {
		Width, Height float64
		Shapes        []shape
	}
	Size float64
}

// shape is an area with a colour, as #rrggbb. The first step of an outline is its start. Further ones
// are lines of two numbers, or curves of four or six.
type shape struct {
	Fill     string
	Outlines [][][]float64
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

// draw draws the shapes.
func (d drawing) draw() (draw.Image, error) {
	scale := 1.0
	if d.Size != 0 {
		scale = d.Size / d.Image.Width
	}
	size := image.Rect(0, 0, int(math.Round(d.Image.Width*scale)), int(math.Round(d.Image.Height*scale)))
	// The rasterizer is ten times as fast on RGBA, which rounds the colours of transparent edges: icons have them.
	var canvas draw.Image = image.NewNRGBA(size)
	if d.Size == 0 {
		canvas = image.NewRGBA(size)
	}
	for _, shape := range d.Image.Shapes {
		colour := color.NRGBA{A: 255}
		if _, err := fmt.Sscanf(shape.Fill, "#%02x%02x%02x", &colour.R, &colour.G, &colour.B); err != nil {
			return nil, fmt.Errorf("the colour %q is not #rrggbb", shape.Fill)
		}
		area := vector.NewRasterizer(size.Dx(), size.Dy())
		for _, outline := range shape.Outlines {
			if err := trace(area, outline, scale); err != nil {
				return nil, err
			}
		}
		area.Draw(canvas, size, image.NewUniform(colour), image.Point{})
	}
	return canvas, nil
}

// trace adds a closed outline to an area.
func trace(area *vector.Rasterizer, outline [][]float64, scale float64) error {
	for i, step := range outline {
		v := [6]float32{}
		for j := range min(len(step), len(v)) {
			v[j] = float32(scale * step[j])
		}
		switch {
		case i == 0 && len(step) == 2:
			area.MoveTo(v[0], v[1])
		case len(step) == 2:
			area.LineTo(v[0], v[1])
		case i > 0 && len(step) == 4:
			area.QuadTo(v[0], v[1], v[2], v[3])
		case i > 0 && len(step) == 6:
			area.CubeTo(v[0], v[1], v[2], v[3], v[4], v[5])
		default:
			return fmt.Errorf("step %d of an outline has %d numbers", i, len(step))
		}
	}
	area.ClosePath()
	return nil
}
