package media

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// unsupportedFormat is a kind of file that is not accepted but often sent as a picture.
type unsupportedFormat struct {
	recognise func(head []byte) bool
	// advice says what the file is and how to get an accepted one.
	advice string
}

// unsupportedHeadSize is how many bytes at most are looked at to name the format of such a file. An SVG may begin with comments.
const unsupportedHeadSize = 1024

var unsupportedFormats = []unsupportedFormat{
	{isAVIF, adviceAVIF},
	{isHEIF, adviceHEIC},
	{isSVG, adviceSVG},
	{isTIFF, adviceTIFF},
	{isBMP, adviceBMP},
	{prefix("%PDF-"), advicePDF},
}

// unsupportedError returns what is wrong with a file of which recognise knows no format, by its first bytes.
func unsupportedError(head []byte) error {
	for _, kind := range unsupportedFormats {
		if kind.recognise(head) {
			return errUnsupported(kind.advice)
		}
	}
	return errUnknownFormat()
}

func isAVIF(head []byte) bool { return hasBrand(head, "avif", "avis") }

// isHEIF comes after isAVIF: mif1 and msf1 are what any picture in that container calls itself.
func isHEIF(head []byte) bool {
	return hasBrand(head, "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1")
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

// isTIFF knows both byte orders of TIFF and of BigTIFF.
func isTIFF(head []byte) bool {
	return slices.ContainsFunc([]string{"II*\x00", "MM\x00*", "II+\x00", "MM\x00+"}, func(mark string) bool {
		return prefix(mark)(head)
	})
}

// isBMP looks at the length of the second header too, because a text may begin with these two letters.
func isBMP(head []byte) bool {
	const lengthAt = 14
	if !prefix("BM")(head) || len(head) < lengthAt+4 {
		return false
	}
	return slices.Contains([]uint32{12, 40, 52, 56, 64, 108, 124}, binary.LittleEndian.Uint32(head[lengthAt:]))
}
