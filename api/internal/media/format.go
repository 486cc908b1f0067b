package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// format is a kind of image that is read. The list of them is explicit: image.Decode would try whatever any
// package registered, and among that are decoders that a hundred bytes bring down.
type format struct {
	name        string
	contentType string
	recognise   func(head []byte) bool
	config      func(io.Reader) (image.Config, error)
	decode      func(io.Reader) (image.Image, error)
	// inspect reads the metadata of the file.
	inspect func(io.ReadSeeker, *details) error
	// perPixel is how many bytes a pixel of eight bits a colour takes while it is decoded and converted, at most.
	perPixel float64
	// lossy says that files of this format never hold pixels exactly.
	lossy bool
}

// headSize is how many bytes recognise needs.
const headSize = 12

var formats = []*format{
	{
		name: "JPEG", contentType: "image/jpeg", perPixel: 8, lossy: true,
		recognise: prefix("\xff\xd8\xff"), config: jpeg.DecodeConfig, decode: jpeg.Decode, inspect: inspectJPEG,
	},
	{
		name: "PNG", contentType: "image/png", perPixel: 10,
		recognise: prefix(pngSignature), config: configPNG, decode: decodePNG, inspect: inspectPNG,
	},
	{
		name: "GIF", contentType: "image/gif", perPixel: 9,
		recognise: func(head []byte) bool { return prefix("GIF87a")(head) || prefix("GIF89a")(head) },
		config:    gif.DecodeConfig, decode: decodeGIF, inspect: inspectGIF,
	},
	{
		name: "WebP", contentType: "image/webp", perPixel: 14,
		recognise: func(head []byte) bool { return prefix("RIFF")(head) && bytes.HasPrefix(head[8:], []byte("WEBP")) },
		config:    webp.DecodeConfig, decode: webp.Decode, inspect: inspectWebP,
	},
}

func prefix(signature string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(signature)) }
}

// recognise returns the format of a file from its first headSize bytes, whatever its name, or nil.
func recognise(head []byte) *format {
	if len(head) < headSize {
		return nil
	}
	for _, f := range formats {
		if f.recognise(head) {
			return f
		}
	}
	return nil
}

// validationError describes a decoder's error for the sender. An error of ctx or of the disk is
// returned unchanged.
func (f *format) validationError(err error, own error) error {
	var jpegVariant jpeg.UnsupportedError
	var pngVariant png.UnsupportedError
	switch {
	case own != nil:
		return own
	case errors.Is(err, errAnimation):
		return errUnsupported(adviceAnimated)
	case errors.As(err, &jpegVariant), errors.As(err, &pngVariant), errors.Is(err, errVariant):
		return invalid(accepted+fmt.Sprintf("This %s file is of a rare kind that cannot be read here; save it as an ordinary JPEG or PNG.", f.name), err)
	}
	return errDamaged(err)
}
