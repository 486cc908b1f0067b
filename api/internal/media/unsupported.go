package media

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/gabriel-vasile/mimetype"
)

// unsupportedHeadSize is how many bytes at most are looked at to name the format of a file that is not accepted. An SVG
// may begin with comments.
const unsupportedHeadSize = 1024

// adviceOf has the names of common unsupported files and how to convert them, by mimetype's name.
var adviceOf = map[string]string{
	"image/tiff":      adviceTIFF,
	"image/bmp":       adviceBMP,
	"application/pdf": advicePDF,
}

// unsupportedError returns the error for a file of an unknown format, from its first bytes.
// mimetype checks only the major brand of HEIC and AVIF, and any image in that container may be
// mif1.
func unsupportedError(head []byte) error {
	switch advice, known := adviceOf[mimetype.Detect(head).String()]; {
	case hasBrand(head, "avif", "avis"):
		return errUnsupported(adviceAVIF)
	case hasBrand(head, "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"):
		return errUnsupported(adviceHEIC)
	case isSVG(head):
		return errUnsupported(adviceSVG)
	case known:
		return errUnsupported(advice)
	}
	return errUnsupported("This file is none of them.")
}

// hasBrand says whether the file type box of ISO/IEC 14496-12, section 4.3, names one of the brands. The box is a length,
// "ftyp", the major brand, a version, and the compatible brands to its end.
func hasBrand(head []byte, wanted ...string) bool {
	const majorAt, versionAt, compatibleAt = 8, 12, 16
	if len(head) < versionAt || string(head[4:majorAt]) != "ftyp" {
		return false
	}
	length := min(uint64(binary.BigEndian.Uint32(head)), uint64(len(head)))
	brands := slices.Clone(head[majorAt:versionAt])
	if length > compatibleAt {
		brands = append(brands, head[compatibleAt:length]...)
	}
	for brand := range slices.Chunk(brands, 4) {
		if slices.Contains(wanted, string(brand)) {
			return true
		}
	}
	return false
}

// isSVG tells a drawing from a web page that has one in it by how the file begins.
func isSVG(head []byte) bool {
	text := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff"))))
	begins := func(start string) bool { return bytes.HasPrefix(text, []byte(start)) }
	if begins("<svg") {
		return true
	}
	return (begins("<?xml") || begins("<!--") || begins("<!doctype svg")) &&
		bytes.Contains(text, []byte("<svg")) && !bytes.Contains(text, []byte("<html"))
}
