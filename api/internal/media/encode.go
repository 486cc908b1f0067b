package media

import (
	"image/png"
	"io"

	"github.com/disintegration/imaging"
)

// JPEG qualities, of 100. Visitors download the full rendition; pages show the others, the large one on screens whose
// pixels are too small to tell.
const (
	largeQuality = 75
	pageQuality  = 82
	fullQuality  = 90
)

// qualityFor returns the quality of a rendition for pages.
func qualityFor(width int) int {
	if width > widths[len(widths)-1] {
		return largeQuality
	}
	return pageQuality
}

// sampleWidth is the least width in pixels at which formats are compared.
const sampleWidth = 640

// encoder writes renditions in one format.
type encoder struct {
	extension string
	// profile is what profileSegments or profileChunk returned.
	profile []byte
}

// encode writes one rendition with its profile. Nothing else of the uploaded file reaches w.
func (e encoder) encode(w io.Writer, p pixels, full bool) error {
	if e.extension == extensionPNG {
		compression := png.DefaultCompression
		if p.Rect.Dx()*p.Rect.Dy() > maxCompressed {
			compression = png.BestSpeed
		}
		return imaging.Encode(withProfilePNG(w, e.profile), p.forEncoder(), imaging.PNG, imaging.PNGCompressionLevel(compression))
	}
	quality := qualityFor(p.Rect.Dx())
	if full {
		quality = fullQuality
	}
	// imaging knows a shortcut for opaque pixels: jpeg.Encode of an NRGBA takes twice the time.
	return imaging.Encode(withProfileJPEG(w, e.profile), p.forEncoder(), imaging.JPEG, imaging.JPEGQuality(quality))
}

// chooseEncoder returns JPEG for photographs, PNG for transparency, and for drawings the format
// with the smaller file. sizes are the renditions by descending width.
func chooseEncoder(sizes []pixels, profile []byte) (encoder, error) {
	full := sizes[0]
	if !full.opaque {
		return encoder{extensionPNG, profileChunk(profile)}, nil
	}
	asJPEG := encoder{extensionJPEG, profileSegments(profile)}
	if !full.drawn {
		return asJPEG, nil
	}
	asPNG := encoder{extensionPNG, profileChunk(profile)}
	// One of the smaller renditions decides for all, because trying takes time. The smallest has
	// too little area between its edges, where PNG is better on larger ones.
	sample := full
	for _, size := range sizes {
		if size.Rect.Dx() >= sampleWidth {
			sample = size
		}
	}
	var lossy, lossless countingWriter
	if err := asJPEG.encode(&lossy, sample, false); err != nil {
		return encoder{}, err
	}
	if err := asPNG.encode(&lossless, sample, false); err != nil {
		return encoder{}, err
	}
	if lossless <= lossy {
		return asPNG, nil
	}
	return asJPEG, nil
}

type countingWriter int64

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}
