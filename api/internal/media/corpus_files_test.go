package media

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"io"
	"slices"
	"testing"

	"golang.org/x/image/bmp"
)

const gpsXMP = `<x:xmpmeta xmlns:exif="http://ns.adobe.com/exif/1.0/"><exif:GPSLatitude>SECRET 46,12N</exif:GPSLatitude></x:xmpmeta>`

// exif returns EXIF data with an orientation and a GPS position.
func exif(order binary.AppendByteOrder, value uint16) []byte {
	const (
		header, directory, entry = 8, 2 + 4, 12
		gpsAt                    = header + directory + 2*entry
		latitudeAt               = gpsAt + directory + 3*entry
		areaAt                   = latitudeAt + 3*8
		typeASCII, typeShort     = 2, 3
		typeLong, typeRational   = 4, 5
	)
	area := []byte("SECRETPLACE\x00")
	mark := "MM"
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		mark = "II"
	}
	data := order.AppendUint32(order.AppendUint16([]byte(mark), 42), header)
	add := func(tag, kind uint16, count uint32, content []byte) {
		data = order.AppendUint32(order.AppendUint16(order.AppendUint16(data, tag), kind), count)
		data = append(data, content...)
	}
	long := func(v uint32) []byte { return order.AppendUint32(nil, v) }

	data = order.AppendUint16(data, 2)
	add(0x0112, typeShort, 1, append(order.AppendUint16(nil, value), 0, 0))
	add(0x8825, typeLong, 1, long(gpsAt))
	data = append(data, long(0)...)

	data = order.AppendUint16(data, 3)
	add(0x0001, typeASCII, 2, []byte("N\x00\x00\x00"))
	add(0x0002, typeRational, 3, long(latitudeAt))
	add(0x001d, typeASCII, uint32(len(area)), long(areaAt))
	data = append(data, long(0)...)
	for _, part := range []uint32{46, 1, 12, 1, 30, 1} {
		data = order.AppendUint32(data, part)
	}
	return append(data, area...)
}

// webpWithMetadata returns the pixels of a WebP of 64 × 48 in a file with the given EXIF data and with XMP.
func webpWithMetadata(t *testing.T, file, exif []byte) []byte {
	t.Helper()
	const flagXMP, flagEXIF = 0x04, 0x08
	chunks := []byte("WEBP")
	add := func(name string, content []byte) {
		chunks = binary.LittleEndian.AppendUint32(append(chunks, name...), uint32(len(content)))
		chunks = append(append(chunks, content...), make([]byte, len(content)&1)...)
	}
	add("VP8X", []byte{flagXMP | flagEXIF, 0, 0, 0, 63, 0, 0, 47, 0, 0})
	for rest := file[12:]; len(rest) > 0; {
		name, length := string(rest[:4]), binary.LittleEndian.Uint32(rest[4:])
		if name == "VP8 " || name == "VP8L" {
			add(name, rest[8:8+length])
		}
		rest = rest[8+length+length&1:]
	}
	add("EXIF", exif)
	add("XMP ", []byte(gpsXMP))
	return slices.Concat([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(chunks))), chunks)
}

// pngOf returns a PNG in colours with so many bits each, without transparency, around packed pixels.
func pngOf(width, height uint32, depth, interlace byte, packed []byte) []byte {
	header := binary.BigEndian.AppendUint32(nil, width)
	header = append(binary.BigEndian.AppendUint32(header, height), depth, 2, 0, 0, interlace)
	return slices.Concat([]byte(pngSignature), pngChunk("IHDR", header), pngChunk("IDAT", packed), pngChunk("IEND", nil))
}

// interlacedPNG returns the image in the seven passes of ISO/IEC 15948 section 8.2, every row unfiltered.
func interlacedPNG(t *testing.T, img *image.NRGBA) []byte {
	t.Helper()
	size := img.Rect.Size()
	var rows []byte
	for _, pass := range []struct{ x, y, dx, dy int }{
		{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2},
	} {
		for y := pass.y; y < size.Y && pass.x < size.X; y += pass.dy {
			rows = append(rows, 0)
			for x := pass.x; x < size.X; x += pass.dx {
				c := img.NRGBAAt(x, y)
				rows = append(rows, c.R, c.G, c.B)
			}
		}
	}
	return pngOf(uint32(size.X), uint32(size.Y), 8, 1, zlibOf(t, rows))
}

func zlibOf(t *testing.T, content []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	deflater := zlib.NewWriter(&packed)
	_, err := deflater.Write(content)
	noError(t, err)
	noError(t, deflater.Close())
	return packed.Bytes()
}

// deep returns the image with 16 bits a channel, and its last pixel half transparent.
func deep(img *image.NRGBA) *image.NRGBA64 {
	size := img.Rect.Size()
	result := image.NewNRGBA64(img.Rect)
	for y := range size.Y {
		for x := range size.X {
			result.Set(x, y, img.At(x, y))
		}
	}
	result.SetNRGBA64(size.X-1, size.Y-1, color.NRGBA64{R: 0xf0f1, G: 0xc8c9, B: 0x2829, A: 0x8001})
	return result
}

// gifOfScript returns a GIF that is a program as well: its width is the beginning of a comment, which lasts until a
// comment of GIF's own.
func gifOfScript() []byte {
	script := "*/=1;alert('SECRET');/*"
	return slices.Concat([]byte("GIF89a/*\x08\x00\x80\x00\x00\xdc\x28\x28\x28\xaa\x3c"),
		[]byte{0x21, 0xfe, byte(len(script))}, []byte(script), []byte{0},
		[]byte(",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00;*/"))
}

func zipFile(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: "SECRET.html", Method: zip.Store})
	noError(t, err)
	_, err = io.WriteString(entry, "<script>alert(1)</script>")
	noError(t, err)
	noError(t, archive.Close())
	return file.Bytes()
}

// isoFile returns the beginning of a file of ISO/IEC 14496-12 with these brands, the major one first.
func isoFile(major string, compatible ...string) []byte {
	box := append([]byte("ftyp"+major), 0, 0, 0, 0)
	for _, brand := range compatible {
		box = append(box, brand...)
	}
	return slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(4+len(box))), box, []byte("\x00\x00\x00\x08mdat"))
}

func bmpFile(t *testing.T, img image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	noError(t, bmp.Encode(&file, img))
	return file.Bytes()
}
