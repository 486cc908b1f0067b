package media

import (
	"image"
	"image/draw"

	"github.com/disintegration/imaging"
)

// pixels are a decoded image in the one form that everything after the decoder works on.
type pixels struct {
	*image.NRGBA
	opaque bool
	// gray says that red, green and blue are equal everywhere, because the file had no colours.
	gray bool
	// drawn says that the file held every pixel exactly, as images do that were not photographed.
	drawn bool
}

// flatten converts a decoded image. It does so in the caller's goroutine, where a panic over an
// inconsistent image can be recovered. imaging uses goroutines, in which a panic would end the
// process.
func flatten(decoded image.Image, lossy bool) pixels {
	p := pixels{opaque: true, drawn: !lossy}
	switch decoded.(type) {
	case *image.Gray, *image.Gray16:
		p.gray = true
	case *image.YCbCr, *image.NYCbCrA: // a lossy WebP
		p.drawn = false
	}
	if checked, ok := decoded.(interface{ Opaque() bool }); ok {
		p.opaque = checked.Opaque()
	}
	bounds := decoded.Bounds()
	size := image.Rect(0, 0, bounds.Dx(), bounds.Dy())
	if source, ok := decoded.(*image.NRGBA); ok && bounds == size {
		p.NRGBA = source
		return p
	}
	if source, ok := decoded.(*image.RGBA); ok && p.opaque && bounds == size {
		p.NRGBA = &image.NRGBA{Pix: source.Pix, Stride: source.Stride, Rect: source.Rect}
		return p
	}
	if !p.opaque {
		p.NRGBA = image.NewNRGBA(size)
		draw.Draw(p.NRGBA, size, decoded, bounds.Min, draw.Src)
		return p
	}
	// Without transparency both layouts are the same bytes, and package draw is ten times as fast for RGBA.
	rgba := image.NewRGBA(size)
	draw.Draw(rgba, size, decoded, bounds.Min, draw.Src)
	p.NRGBA = &image.NRGBA{Pix: rgba.Pix, Stride: rgba.Stride, Rect: rgba.Rect}
	return p
}

// upright turns and mirrors the pixels as the orientation says, EXIF 2.3 tag 0x0112.
func (p pixels) upright(o orientation) pixels {
	switch o {
	case 2:
		p.NRGBA = imaging.FlipH(p.NRGBA)
	case 3:
		p.NRGBA = imaging.Rotate180(p.NRGBA)
	case 4:
		p.NRGBA = imaging.FlipV(p.NRGBA)
	case 5:
		p.NRGBA = imaging.Transpose(p.NRGBA)
	case 6:
		p.NRGBA = imaging.Rotate270(p.NRGBA)
	case 7:
		p.NRGBA = imaging.Transverse(p.NRGBA)
	case 8:
		p.NRGBA = imaging.Rotate90(p.NRGBA)
	}
	return p
}

// forEncoder returns the image to encode: a gray one if it has no colours, so that its profile
// fits.
func (p pixels) forEncoder() image.Image {
	if !p.gray || !p.opaque {
		return p.NRGBA
	}
	gray := image.NewGray(p.Rect)
	for i := range gray.Pix {
		gray.Pix[i] = p.Pix[4*i]
	}
	return gray
}

// space is the colour space that a profile for these pixels has.
func (p pixels) space() string {
	if p.gray && p.opaque {
		return spaceGray
	}
	return spaceRGB
}
