package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"
)

// corpusFile is an uploaded file and the expected result.
type corpusFile struct {
	name string
	file []byte
	// rejection is a part of the sentence that answers a rejected file. It is empty for an accepted one.
	rejection string
	// width and height are the size of the upright image.
	width, height int
	// seen is the quarter of the fixture in each quarter of the image; nil if that is not tested.
	seen *[4]int
	// profile is the ICC profile that every rendition has. Without one, none has any.
	profile []byte
}

// hiddenWords must not appear in any file that visitors get.
var hiddenWords = []string{
	"SECRET", "Exif", "eXIf", "tEXt", "zTXt", "iTXt", "xmpmeta", "http://", "8BIM", "PK\x03\x04", "<script", "<?php", "alert(", "MPF",
}

// TestCorpus uploads every file of the corpus.
func TestCorpus(t *testing.T) {
	f := newFixture(t)
	for _, row := range corpus(t) {
		t.Run(row.name, func(t *testing.T) {
			start := time.Now()
			img, err := f.upload(t, row.file)
			if elapsed := time.Since(start); elapsed > time.Second && !testing.Short() {
				t.Errorf("took %v", elapsed)
			}
			if row.rejection != "" {
				checkRejected(t, row, err)
			} else if err != nil {
				t.Errorf("%v (%v)", err, errors.Unwrap(err))
			} else {
				checkAccepted(t, f, row, img)
			}
		})
	}
}

func checkRejected(t *testing.T, row corpusFile, err error) {
	t.Helper()
	wantRejected(t, row.name, err, row.rejection)
	if row.rejection != namesDimensions && len(row.file) > 0 {
		wantRejected(t, row.name, err, namesFormats)
	}
}

func checkAccepted(t *testing.T, f fixture, row corpusFile, img Renditions) {
	t.Helper()
	full := img.Full()
	check(t, full.Width == row.width && full.Height == row.height, "got %d × %d, want %d × %d", full.Width, full.Height, row.width, row.height)
	for _, rendition := range img {
		decoded := f.pixelsOf(t, rendition)
		size := decoded.Bounds().Size()
		check(t, size == image.Pt(rendition.Width, rendition.Height), "%v is recorded as %+v", size, rendition)
		if row.seen != nil {
			if got := quarterOrder(t, decoded); got != *row.seen {
				t.Errorf("%d wide: quarters %v, want %v", rendition.Width, got, *row.seen)
			}
		}
		output := f.bytesOf(t, rendition)
		if got := profileOf(t, output); !bytes.Equal(got, row.profile) {
			t.Errorf("%d wide: a profile of %d bytes, want %d", rendition.Width, len(got), len(row.profile))
		}
		for _, word := range hiddenWords {
			check(t, !bytes.Contains(output, []byte(word)), "%q is in %s", word, rendition.Name)
		}
	}
}

// corpus is every kind of file that the site must take or reject.
func corpus(t *testing.T) []corpusFile {
	var rows []corpusFile
	for _, part := range []func(*testing.T) []corpusFile{corpusTurned, corpusKinds, corpusPolyglots, corpusBombs, corpusUnsupported} {
		rows = append(rows, part(t)...)
	}
	return rows
}

// corpusTurned has all orientations in the formats that support one. Each file has a position in
// EXIF and XMP.
func corpusTurned(t *testing.T) (rows []corpusFile) {
	asIs := quarters(340, 220)
	for i, seen := range seenUpright {
		value := uint16(i + 1)
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			place := exif(order, value)
			for kind, file := range map[string][]byte{
				"JPEG":       withSegments(asJPEG(t, asIs), markerAPP1, append([]byte(exifHeader), place...), []byte("http://ns.adobe.com/xap/1.0/\x00"+gpsXMP)),
				"PNG":        withPNGChunks(asPNG(t, asIs), pngChunk("eXIf", place), pngChunk("iTXt", []byte("XML:com.adobe.xmp\x00\x00\x00\x00\x00"+gpsXMP))),
				"WebP":       webpWithMetadata(t, testdata(t, "lossless.webp"), place),
				"lossy WebP": webpWithMetadata(t, testdata(t, "tagged.webp"), place),
			} {
				if !bytes.Contains(file, []byte("SECRETPLACE")) || !bytes.Contains(file, []byte("xmpmeta")) {
					t.Fatalf("%s: the fixture hides nothing", kind)
				}
				row := corpusFile{name: fmt.Sprintf("%s, orientation %d, %v", kind, value, order), file: file, width: 340, height: 220, seen: &seen}
				if strings.HasSuffix(kind, "WebP") {
					row.width, row.height = 64, 48
				}
				if value >= 5 {
					row.width, row.height = row.height, row.width
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// corpusKinds is the less usual kinds of the accepted formats.
func corpusKinds(t *testing.T) []corpusFile {
	upright, turned := &seenUpright[0], &seenUpright[5]
	p3 := func(name string) []byte {
		profile := profileOf(t, testdata(t, name))
		if len(profile) == 0 {
			t.Fatalf("%s: the fixture has no profile", name)
		}
		return profile
	}
	pressed := &[4]int{0, -1, 2, 3} // without the press's profile, its green is another
	return []corpusFile{
		{name: "CMYK JPEG", file: testdata(t, "cmyk.jpg"), width: 64, height: 48, seen: pressed},
		{name: "grey JPEG", file: testdata(t, "grey.jpg"), width: 64, height: 48},
		{name: "progressive JPEG", file: testdata(t, "progressive.jpg"), width: 64, height: 48, seen: upright},
		{name: "16-bit PNG", file: testdata(t, "deep.png"), width: 64, height: 48, seen: upright},
		{name: "16-bit PNG with transparency", file: asPNG(t, deep(quarters(340, 220))), width: 340, height: 220},
		{name: "interlaced PNG", file: interlacedPNG(t, quarters(64, 48)), width: 64, height: 48, seen: upright},
		{name: "interlaced PNG of odd sides", file: interlacedPNG(t, quarters(341, 219)), width: 341, height: 219, seen: upright},
		{name: "interlaced PNG of one pixel", file: interlacedPNG(t, quarters(1, 1)), width: 1, height: 1},
		{name: "animated GIF", file: testdata(t, "animated.gif"), width: 64, height: 48, seen: upright},
		{name: "animated WebP", file: testdata(t, "animated.webp"), rejection: "This one is an animated WebP"},
		{name: "transparent WebP", file: testdata(t, "transparent.webp"), width: 64, height: 48, seen: &[4]int{0, 1, 2, -1}},
		{name: "lossless WebP", file: testdata(t, "lossless.webp"), width: 64, height: 48, seen: upright},
		{name: "Display P3 JPEG", file: testdata(t, "tagged.jpg"), width: 48, height: 64, seen: turned, profile: p3("tagged.jpg")},
		{name: "Display P3 PNG", file: testdata(t, "tagged.png"), width: 48, height: 64, seen: turned, profile: p3("tagged.png")},
		{name: "Display P3 WebP", file: testdata(t, "tagged.webp"), width: 48, height: 64, seen: turned, profile: p3("tagged.webp")},
	}
}

// corpusPolyglots is images that are something else too. They are taken, and only the image comes out.
func corpusPolyglots(t *testing.T) []corpusFile {
	upright, img := &seenUpright[0], quarters(340, 220)
	page := []byte("<!doctype html><script>alert('SECRET')</script>")
	code := []byte("Comment\x00<?php system('SECRET'); ?>")
	return []corpusFile{
		{name: "JPEG and ZIP", file: append(asJPEG(t, img), zipFile(t)...), width: 340, height: 220, seen: upright},
		{name: "JPEG and web page", file: append(asJPEG(t, img), page...), width: 340, height: 220, seen: upright},
		{name: "JPEG with notes of other programs", file: withSegments(withSegments(asJPEG(t, img), 0xed, []byte("Photoshop 3.0\x008BIM\x04\x04SECRETIPTC")),
			markerAPP2, []byte("MPF\x00SECRETMPF")), width: 340, height: 220, seen: upright},
		{name: "JPEG with a web page inside", file: withSegments(asJPEG(t, img), 0xfe, page), width: 340, height: 220, seen: upright},
		{name: "PNG and ZIP", file: append(asPNG(t, img), zipFile(t)...), width: 340, height: 220, seen: upright},
		{name: "PNG with PHP in a text", file: withPNGChunks(asPNG(t, img), pngChunk("tEXt", code)), width: 340, height: 220, seen: upright},
		{name: "PNG with PHP in an unknown chunk", file: withPNGChunks(asPNG(t, img), pngChunk("phPp", code)), width: 340, height: 220, seen: upright},
		{name: "GIF and JavaScript", file: gifOfScript(), width: '/' + '*'<<8, height: 8},
		{name: "JavaScript that begins like a GIF", file: []byte("GIF89a/*..*/=1;alert('SECRET')"), rejection: namesDimensions},
	}
}

// corpusBombs is small files that inflate to more than memory holds; TestRejections has those whose headers promise it.
func corpusBombs(t *testing.T) []corpusFile {
	const mib = 1 << 20
	return []corpusFile{
		{name: "PNG whose pixels never end", file: pngOf(64, 48, 8, 0, zlibOf(t, make([]byte, 32*mib))), rejection: "damaged"},
		{name: "PNG whose text inflates", file: withPNGChunks(asPNG(t, quarters(64, 48)), pngChunk("zTXt", append([]byte("Comment\x00\x00"), zlibOf(t, make([]byte, 32*mib))...))),
			width: 64, height: 48, seen: &seenUpright[0]},
	}
}

// corpusUnsupported is files of formats that are not accepted.
func corpusUnsupported(t *testing.T) (rows []corpusFile) {
	add := func(name string, file []byte, rejection string) {
		rows = append(rows, corpusFile{name: name, file: file, rejection: rejection})
	}
	for _, brand := range []string{"heic", "heix", "hevc", "mif1", "msf1"} {
		add("HEIF, "+brand, isoFile(brand, "miaf", "MiHB"), "Settings → Camera → Formats → Most Compatible")
	}
	for _, brand := range []string{"avif", "avis"} {
		add("AVIF, "+brand, isoFile(brand, "mif1", "miaf"), "This one is AVIF")
	}
	add("HEIC as a compatible brand", isoFile("abcd", "mif1", "heic"), "This one is HEIC")
	add("AVIF as a compatible brand", isoFile("mif1", "miaf", "avif"), "This one is AVIF")
	add("a film", isoFile("isom", "mp41", "avc1"), "none of them")
	add("a brand behind the box", append(isoFile("isom", "mp41"), "heicheic"...), "none of them")
	add("a box that is cut off", isoFile("heic")[:12], "This one is HEIC")
	add("SVG", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "an SVG drawing")
	add("SVG with a declaration", []byte("\ufeff<?xml version=\"1.0\"?>\n<!-- drawn -->\n<SVG></SVG>"), "an SVG drawing")
	add("TIFF", []byte("II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00"), "This one is TIFF")
	add("TIFF of the other byte order", []byte("MM\x00*\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00"), "This one is TIFF")
	add("BMP", bmpFile(t, quarters(64, 48)), "This one is a BMP")
	add("PDF", []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), "a PDF document")
	add("empty", nil, "The submitted file is empty.")
	add("text", []byte("This is no image, whatever its name says.jpg"), "none of them")
	add("text that begins like a BMP", []byte("BMW and other makers of cars"), "none of them")
	add("web page with a drawing", []byte("<!-- --><html><svg></svg></html>"), "none of them")
	add("ZIP", zipFile(t), "none of them")
	return rows
}
