package media

import (
	"encoding/binary"
	"errors"
)

// details are the metadata of a file that the site uses.
type details struct {
	orientation orientation
	// profile is the ICC profile as readProfile returns it.
	profile []byte
	// baseline says that a JPEG comes in one pass, or one for each component.
	baseline bool
	// progressive says that a JPEG comes in several passes, all of which are in memory at once.
	progressive bool
	// scans is how many passes a progressive JPEG has, and samples how many a JPEG has for each pixel: 1 without colours, 3
	// for full ones.
	scans   int
	samples float64
}

// errVariant marks files that are valid but that no decoder here reads.
var errVariant = errors.New("unsupported variant")

// errAnimation marks a WebP of several images; of a GIF the first is taken.
var errAnimation = errors.New("an animated WebP")

// orientation is how the camera was held: the value of EXIF 2.3's tag 0x0112, 1 to 8. 1 is upright; from 5 on the sides change places.
type orientation int

// readOrientation returns the orientation in EXIF data, which begin with a TIFF header; 1 for a
// missing or invalid one.
func readOrientation(exif []byte) orientation {
	const (
		headerSize, entrySize = 8, 12
		tagOrientation        = 0x0112
		typeShort             = 3
	)
	if len(exif) < headerSize {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(exif[:2]) == "II" {
		order = binary.LittleEndian
	} else if string(exif[:2]) != "MM" {
		return 1
	}
	at := uint64(order.Uint32(exif[4:]))
	if at+2 > uint64(len(exif)) {
		return 1
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < entrySize {
			return 1
		}
		if order.Uint16(entries) == tagOrientation && order.Uint16(entries[2:]) == typeShort {
			if value := order.Uint16(entries[8:]); value >= 1 && value <= 8 {
				return orientation(value)
			}
			return 1
		}
		entries = entries[entrySize:]
	}
	return 1
}
