package media

import (
	"fmt"
	"math"

	"portfolio/api/internal/httpx"
)

// invalid returns the error of an upload, described for its sender. err is the cause, for the log only, or nil.
// All other errors of this package are the server's.
func invalid(text string, err error) error {
	return &httpx.Error{Kind: httpx.KindInvalid, Detail: text, Err: err}
}

const accepted = "Upload a valid image: a JPEG, PNG, GIF or WebP file. "

// Descriptions of unsupported files, and how to convert them.
const (
	adviceHEIC = "This one is HEIC, the format of iPhones: export it as JPEG, or choose Settings → Camera → Formats → " +
		"Most Compatible on the iPhone, which takes the next photos as JPEG."
	adviceAVIF     = "This one is AVIF: open it in an image editor and save it as JPEG or PNG."
	adviceSVG      = "This one is an SVG drawing, which may hold programs: export it as PNG."
	adviceTIFF     = "This one is TIFF, or the raw file of a camera: export it as JPEG."
	adviceBMP      = "This one is a BMP: save it as PNG."
	adviceAnimated = "This one is an animated WebP, which shows several images: save the one that you want as JPEG or PNG."
	advicePDF      = "This one is a PDF document: export the page that you want as JPEG or PNG."
)

func errUnsupported(advice string) error { return invalid(accepted+advice, nil) }

func errDamaged(err error) error {
	return invalid(accepted+"This one is damaged or cut off.", err)
}

// errTooDemanding names the pixel limit for this kind of image, which follows from the limits of
// memory and time.
func errTooDemanding(width, height int, most int64) error {
	return invalid(fmt.Sprintf("The photo has %d × %d pixels. Of its kind of file at most %.1f megapixels are accepted, "+
		"because more take too much memory or time: an upload may take 256 MB, and five seconds of one core. "+
		"Save it smaller, or as an ordinary JPEG, of which %d megapixels are accepted.",
		width, height, math.Floor(float64(most)/1e5)/10, MaxPixels/1_000_000), nil)
}
