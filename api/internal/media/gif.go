package media

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"io"
)

// decodeGIF returns the first frame of a GIF, at its place in the whole image.
func decodeGIF(r io.Reader) (image.Image, error) {
	var head bytes.Buffer
	config, err := gif.DecodeConfig(io.TeeReader(r, &head))
	if err != nil {
		return nil, err
	}
	frame, err := gif.Decode(io.MultiReader(&head, r))
	whole := image.Rect(0, 0, config.Width, config.Height)
	if err != nil || frame.Bounds() == whole {
		return frame, err
	}
	img := image.NewNRGBA(whole)
	draw.Draw(img, frame.Bounds(), frame, frame.Bounds().Min, draw.Src)
	return img, nil
}

// inspectGIF does nothing: a GIF has no metadata that is used.
func inspectGIF(io.ReadSeeker, *details) error { return nil }
