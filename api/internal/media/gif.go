package media

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"io"
)

// gifTrailer ends a GIF.
const gifTrailer = 0x3b

// gifScanner walks the blocks of a GIF, GIF89a section 12.
type gifScanner struct {
	*bufio.Reader
	// copyTo receives the bytes that are read.
	copyTo io.Writer
	// disposal says what becomes of the frame that was read last before the next is drawn, GIF89a section 23.
	disposal byte
}

// The values of disposal that change the canvas.
const (
	disposeToBackground = 2
	disposeToPrevious   = 3
)

// inspectGIF walks all blocks of a GIF to its end: the decoder stops after the first picture and would not see that the
// rest is cut off.
func inspectGIF(r io.ReadSeeker, _ *details) error {
	scanner := gifScanner{Reader: bufio.NewReaderSize(r, 64<<10), copyTo: io.Discard}
	err := scanner.header()
	for more := true; more && err == nil; {
		more, err = scanner.frame()
	}
	return err
}

// decodeGIF returns the first frame that covers the whole canvas, over the previous ones; without
// one, all frames drawn over each other. It draws at most as many pixels as an image may have.
func decodeGIF(r io.Reader) (image.Image, error) {
	var head, frame bytes.Buffer
	scanner := gifScanner{Reader: bufio.NewReader(r), copyTo: &head}
	if err := scanner.header(); err != nil {
		return nil, err
	}
	config, err := gif.DecodeConfig(bytes.NewReader(head.Bytes()))
	if err != nil {
		return nil, err
	}
	scanner.copyTo = &frame
	still := still{size: image.Rect(0, 0, config.Width, config.Height)}
	for drawn := 0; drawn < MaxPixels; {
		frame.Reset()
		more, err := scanner.frame()
		if err != nil {
			return nil, err
		}
		if !more && still.canvas != nil {
			break
		}
		decoded, err := gif.Decode(io.MultiReader(bytes.NewReader(head.Bytes()), &frame, bytes.NewReader([]byte{gifTrailer})))
		if err != nil {
			return nil, err
		}
		if full := decoded.Bounds() == still.size; full && still.canvas == nil {
			return decoded, nil
		} else if still.draw(decoded, scanner.disposal); full {
			break
		}
		drawn += decoded.Bounds().Dx() * decoded.Bounds().Dy()
	}
	return still.canvas, nil
}

// still is one frame of an animation as viewers compose it.
type still struct {
	size   image.Rectangle
	canvas *image.NRGBA // nil before the first frame
	// undo takes the last frame away again.
	undo func()
}

// draw removes the previous frame, if it is not to stay, and draws the next one over the rest.
func (s *still) draw(frame image.Image, disposal byte) {
	if s.canvas == nil {
		s.canvas = image.NewNRGBA(s.size)
	} else {
		s.undo()
	}
	bounds := frame.Bounds()
	s.undo = func() {}
	switch disposal {
	case disposeToBackground:
		s.undo = func() { draw.Draw(s.canvas, bounds, image.Transparent, image.Point{}, draw.Src) }
	case disposeToPrevious:
		previous := image.NewNRGBA(bounds)
		draw.Draw(previous, bounds, s.canvas, bounds.Min, draw.Src)
		s.undo = func() { draw.Draw(s.canvas, bounds, previous, bounds.Min, draw.Src) }
	}
	draw.Draw(s.canvas, bounds, frame, bounds.Min, draw.Over)
}

// next reads n bytes and returns the last of them.
func (s *gifScanner) next(n int) (last byte, err error) {
	if _, err := io.CopyN(s.copyTo, s, int64(n-1)); err != nil {
		return 0, err
	}
	if last, err = s.ReadByte(); err != nil {
		return 0, err
	}
	_, err = s.copyTo.Write([]byte{last})
	return last, err
}

// header reads what precedes the first block.
func (s *gifScanner) header() error {
	flags, err := s.next(11)
	if err != nil {
		return err
	}
	if _, err := s.next(2); err != nil {
		return err
	}
	return s.colours(flags)
}

// frame reads a frame with the extensions before it, and says whether there was one before the GIF's end.
func (s *gifScanner) frame() (more bool, err error) {
	const (
		introExtension = 0x21
		introImage     = 0x2c
	)
	s.disposal = 0
	for {
		intro, err := s.next(1)
		if err != nil {
			return false, err
		}
		switch intro {
		case gifTrailer:
			return false, nil
		case introExtension:
			if err := s.extension(); err != nil {
				return false, err
			}
		case introImage:
			return true, s.image()
		default:
			return false, fmt.Errorf("unknown block %#x", intro)
		}
	}
}

// extension reads an extension, and the next frame's properties from a graphic control.
func (s *gifScanner) extension() error {
	const graphicControl = 0xf9
	label, err := s.next(1)
	if err != nil {
		return err
	}
	if length, err := s.Peek(1); err == nil && label == graphicControl && length[0] > 0 {
		flags, err := s.next(2)
		if err != nil {
			return err
		}
		s.disposal = flags >> 2 & 7
		if length := int(length[0]); length > 1 {
			if _, err := s.next(length - 1); err != nil {
				return err
			}
		}
	}
	return s.blocks()
}

// image reads a frame's descriptor, its colours and its pixels.
func (s *gifScanner) image() error {
	flags, err := s.next(9)
	if err != nil {
		return err
	}
	if err := s.colours(flags); err != nil {
		return err
	}
	if _, err := s.next(1); err != nil { // the size of the first code
		return err
	}
	return s.blocks()
}

// colours reads the colour table that flags announce: 2 to 256 colours of three bytes.
func (s *gifScanner) colours(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	_, err := s.next(3 << (flags&7 + 1))
	return err
}

// blocks reads sub-blocks, each with its length in its first byte, to the empty one that ends them.
func (s *gifScanner) blocks() error {
	for {
		length, err := s.next(1)
		if err != nil || length == 0 {
			return err
		}
		if _, err := s.next(int(length)); err != nil {
			return err
		}
	}
}
