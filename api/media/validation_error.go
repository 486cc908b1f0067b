package media

import (
	"fmt"

	"github.com/dustin/go-humanize"
)

// ValidationError is what is wrong with an upload, in words for the person who sent it. Every other error of this package is
// the server's own.
type ValidationError struct {
	Text string
	// TooLarge says that there were more bytes than are accepted; the rest was not read.
	TooLarge bool
	// Err is the cause, for the log only.
	Err error
}

// Error returns the words.
func (r *ValidationError) Error() string { return r.Text }

// Unwrap returns the cause.
func (r *ValidationError) Unwrap() error { return r.Err }

const accepted = "Upload a valid image: a JPEG, PNG, GIF or WebP file. "

func errEmpty() error { return &ValidationError{Text: "The submitted file is empty."} }

func errTooLarge(what string, limit int64) error {
	return &ValidationError{Text: fmt.Sprintf("The %s is larger than the %s that are accepted.", what, humanize.IBytes(uint64(limit))), TooLarge: true}
}

func errUnknownFormat() error { return &ValidationError{Text: accepted + "This file is none of them."} }

// What a file that is not accepted is, and how to get one that is.
const (
	adviceHEIC = "This one is HEIC, the format of iPhones: export it as JPEG, or choose Settings → Camera → Formats → " +
		"Most Compatible on the iPhone, which takes the next photos as JPEG."
	adviceAVIF     = "This one is AVIF: open it in a picture editor and save it as JPEG or PNG."
	adviceSVG      = "This one is an SVG drawing, which may hold programs: export it as PNG."
	adviceTIFF     = "This one is TIFF, or the raw file of a camera: export it as JPEG."
	adviceBMP      = "This one is a BMP: save it as PNG."
	adviceAnimated = "This one is an animated WebP, which shows several pictures: save the one that you want as JPEG or PNG."
	advicePDF      = "This one is a PDF document: export the page that you want as JPEG or PNG."
)

func errUnsupported(advice string) error { return &ValidationError{Text: accepted + advice} }

func errDamaged(err error) error {
	return &ValidationError{Text: accepted + "This one is damaged or cut off.", Err: err}
}

func errRareVariant(name string, err error) error {
	return &ValidationError{Text: accepted + fmt.Sprintf("This %s file is of a rare kind that cannot be read here; save it as an ordinary JPEG or PNG.", name), Err: err}
}

func errDimensions(width, height int) error {
	return &ValidationError{Text: fmt.Sprintf("The picture has %d × %d pixels. At most %d pixels a side and %d megapixels in all are accepted.",
		width, height, MaxSide, MaxPixels/1_000_000)}
}
