package media

import (
	"bufio"
	"fmt"
	"io"
)

// inspectGIF walks all blocks of a GIF, GIF89a section 12, to its end: the decoder stops after the first picture and
// would not see that the rest is cut off.
func inspectGIF(r io.ReadSeeker, _ *details) error {
	const (
		header          = 13
		introExtension  = 0x21
		introImage      = 0x2c
		trailer         = 0x3b
		imageDescriptor = 9
	)
	reader := bufio.NewReaderSize(r, 64<<10)
	var screen [header]byte
	if _, err := io.ReadFull(reader, screen[:]); err != nil {
		return err
	}
	if err := skipColours(reader, screen[10]); err != nil {
		return err
	}
	for {
		intro, err := reader.ReadByte()
		if err != nil {
			return err
		}
		switch intro {
		case trailer:
			return nil
		case introExtension:
			_, err = reader.ReadByte() // its label
		case introImage:
			var descriptor [imageDescriptor]byte
			if _, err = io.ReadFull(reader, descriptor[:]); err == nil {
				err = skipColours(reader, descriptor[8])
			}
			if err == nil {
				_, err = reader.ReadByte() // the size of the first code
			}
		default:
			err = fmt.Errorf("unknown block %#x", intro)
		}
		if err == nil {
			err = skipBlocks(reader)
		}
		if err != nil {
			return err
		}
	}
}

// skipColours skips the colour table that flags announce: 2 to 256 colours of three bytes.
func skipColours(r *bufio.Reader, flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	_, err := r.Discard(3 << (flags&7 + 1))
	return err
}

// skipBlocks skips sub-blocks, each with its length in its first byte, to the empty one that ends them.
func skipBlocks(r *bufio.Reader) error {
	for {
		length, err := r.ReadByte()
		if err != nil || length == 0 {
			return err
		}
		if _, err := r.Discard(int(length)); err != nil {
			return err
		}
	}
}
