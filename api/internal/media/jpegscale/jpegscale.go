// Package jpegscale reads baseline JPEGs (ITU-T Recommendation T.81, "the standard" in what follows) at a fraction of
// their size, and writes new ones. An image that is wanted at a third of its width need not be made in full first: the
// coefficients of a block of 8 × 8 samples are sorted by frequency, and an inverse transform of the lowest 4 × 4, 3 × 3,
// 2 × 2 or 1 × 1 of them yields the block at that size, for a fraction of the time and memory.
//
// Everything is done in the file's own planes: brightness and two of colour, which are usually smaller. Nothing here knows
// RGB.
package jpegscale

import (
	"errors"
	"fmt"
	"image"
	"io"
)

// ErrUnsupported says that a file may be right, but is not of the kind that this package reads: sequential Huffman
// coding with 8 bits a sample, one component or three of brightness and colour, all in one scan. Another decoder should
// try.
var ErrUnsupported = errors.New("not a plain baseline JPEG")

// FormatError says that a file breaks the standard or ends too early.
type FormatError string

// Error returns the fault.
func (e FormatError) Error() string { return "damaged JPEG: " + string(e) }

func unsupported(what string) error { return fmt.Errorf("%w: %s", ErrUnsupported, what) }

// maxPixels bounds the size of an image's planes, which its header does not.
const maxPixels = 1 << 26

// Image is an image in one plane, of brightness, or three: brightness, blueness and redness as in JFIF, clause 7 of
// ITU-T T.871. Each plane shows the whole image, in its own size.
type Image struct {
	// Width and Height are the size of the upright image, in pixels.
	Width, Height int
	Planes        []Plane
}

// Plane is one component's samples, row by row.
type Plane struct {
	Pix           []byte
	Stride        int
	Width, Height int
	// ExtentX and ExtentY are how many columns and rows the image covers: less than Width and Height if a side is
	// no multiple of the scale, and the last sample covers the area beyond the edge too.
	ExtentX, ExtentY float64
	// Left and Top are its first column and row, which are not 0 if a plane of that kind was mirrored.
	Left, Top float64
}

// Options say what Decode makes of a file.
type Options struct {
	// Sizes are the least sizes in pixels of the images: a plane comes at the smallest scale at which it has as many samples
	// as a plane of an image of this size with halved colours. Nil means one image of all pixels.
	Sizes []image.Point
	// Copy, when it is not nil, gets a new JPEG of all pixels, written from the coefficients: at the file's own quality
	// or Quality, whichever is less. Nothing but coefficients and the steps they count in comes across.
	Copy    io.Writer
	Quality int
}

// Decode reads the image in r, and returns it once for each of the sizes. It returns ErrUnsupported, a FormatError, or the error of r or of the options' Copy,
// wrapped. r may have been read beyond the image's end, and Copy been written to before an error.
func Decode(r io.Reader, options Options) ([]*Image, error) {
	if options.Sizes == nil {
		options.Sizes = []image.Point{{}}
	}
	d := &decoder{bits: bitReader{r: r, buf: make([]byte, bufferSize)}, options: options}
	decoded, err := d.decode()
	if d.bits.err != nil {
		return nil, fmt.Errorf("read a JPEG: %w", d.bits.err)
	}
	if err != nil {
		return nil, err
	}
	return decoded, nil
}
