package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"portfolio/api/internal/httpx"
)

const (
	namesFormats    = "JPEG, PNG, GIF or WebP"
	namesDimensions = "At most 12000 pixels a side and 50 megapixels in all are accepted."
)

// TestRejections sends what must never be decoded, and looks at the answer, the time and the memory.
func TestRejections(t *testing.T) {
	img := asJPEG(t, quarters(64, 48))
	for name, scenario := range map[string]struct {
		file []byte
		want string
	}{
		"one byte":                        {[]byte{0xff}, namesFormats},
		"a web page":                      {[]byte("<!doctype html><script>alert(1)</script>"), namesFormats},
		"a PNG header of 65535 x 65535":   {pngHeader(65535, 65535), namesDimensions},
		"a PNG header of 2^31 x 2^31":     {pngHeader(1<<31-1, 1<<31-1), namesFormats},
		"a PNG of 12,001 x 1":             {pngHeader(12_001, 1), namesDimensions},
		"a PNG of 12,000 x 12,000":        {pngHeader(12_000, 12_000), namesDimensions},
		"a GIF of 65535 x 65535":          {[]byte("GIF89a\xff\xff\xff\xff\x00\x00\x00;"), namesDimensions},
		"a WebP of 16383 x 16383":         {webpHeader(16383, 16383), namesDimensions},
		"a WebP larger inside than out":   {webpInWebP(100, 100, 16383, 16383), namesFormats},
		"a JPEG of no height":             {jpegOfSides(t, 64, 0), "accepted"},
		"a JPEG of 65535 x 65535":         {jpegOfSides(t, 65535, 65535), namesDimensions},
		"a JPEG with 12 bits":             {bytes.Replace(img, []byte("\xff\xc0\x00\x11\x08"), []byte("\xff\xc0\x00\x11\x0c"), 1), "rare kind"},
		"a JPEG with arithmetic coding":   {bytes.Replace(img, []byte("\xff\xc0\x00\x11"), []byte("\xff\xc9\x00\x11"), 1), "rare kind"},
		"a JPEG of ten thousand scans":    {jpegOfScans(t, 10_000), "rare kind"},
		"a progressive JPEG of 48 MP":     {jpegOfScans(t, 5), "8000 × 6000 pixels. Of its kind of file at most 30.1 megapixels are accepted, because more take too much memory or time: an upload may take 256 MB, and five seconds of one core."},
		"a JPEG of forty scans":           {jpegOfScans(t, 40), "at most 8.0 megapixels"},
		"a PNG of 50 MP":                  {wholePNG(12_000, 4_166, 8), "12000 × 4166 pixels. Of its kind of file at most 25.6 megapixels"},
		"a PNG of 16 bits a colour":       {wholePNG(5_000, 3_000, 16), "at most 14.2 megapixels"},
		"a JPEG's first bytes alone":      {[]byte("\xff\xd8\xff\xe0 and then nothing of the kind"), namesFormats},
		"one byte over the limit":         {append(slices.Clone(img), make([]byte, MaxBytes+1-len(img))...), "larger than the 25 MiB"},
		"an image without its last tenth": {img[:len(img)*9/10], namesFormats},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			allocated, start := totalAlloc(), time.Now()
			_, err := f.upload(t, scenario.file)
			elapsed, grown := time.Since(start), totalAlloc()-allocated
			wantRejected(t, name, err, scenario.want)
			if elapsed > time.Second && !testing.Short() {
				t.Errorf("took %v", elapsed)
			}
			check(t, grown <= 8<<20, "allocated %d MiB", grown>>20)
		})
	}
}

func TestJustWithinTheLimits(t *testing.T) {
	f := newFixture(t)
	img := asJPEG(t, quarters(64, 48))
	f.mustUpload(t, append(img, make([]byte, MaxBytes-len(img))...))
	long := f.mustUpload(t, asPNG(t, image.NewGray(image.Rect(0, 0, MaxSide, 1))))
	full := long.Full()
	check(t, full.Width == MaxSide && full.Height == 1, "got %+v", full)
}

// TestTruncated cuts every kind of file at many places: no piece of it may pass for a whole image, and nothing but a
// rejection may come back.
func TestTruncated(t *testing.T) {
	f := newFixture(t)
	for name, file := range wholeFiles(t) {
		f.mustUpload(t, file)
		for cut := len(file) / 40; cut < len(file)-1; cut += max(1, len(file)/40) {
			_, err := f.upload(t, file[:cut])
			wantRejected(t, fmt.Sprintf("%s: %d of %d bytes", name, cut, len(file)), err, namesFormats)
		}
	}
}

// TestDamaged flips bytes: the result is an image or a rejection, never another error or a panic.
func TestDamaged(t *testing.T) {
	f := newFixture(t)
	random := rand.New(rand.NewPCG(3, 4))
	for name, file := range wholeFiles(t) {
		for range 60 {
			damaged := slices.Clone(file)
			for range 1 + random.IntN(4) {
				damaged[random.IntN(len(damaged))] = byte(random.UintN(256))
			}
			_, err := f.upload(t, damaged)
			var invalid *httpx.Error
			if err != nil && !errors.As(err, &invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAPanicOfADecoderIsAValidationError(t *testing.T) {
	f := newFixture(t)
	upload := f.receive(t, asPNG(t, quarters(64, 48)))
	broken := *upload.format
	broken.decode = func(io.Reader) (image.Image, error) {
		return &image.Paletted{
			Pix: bytes.Repeat([]byte{9}, 64*48), Stride: 64, Rect: image.Rect(0, 0, 64, 48), Palette: color.Palette{color.Black},
		}, nil
	}
	upload.format = &broken
	_, err := f.Encode(t.Context(), upload)
	wantRejected(t, "a panic", err, "")
}

func wholeFiles(t *testing.T) map[string][]byte {
	files := map[string][]byte{
		"interlaced png": interlacedPNG(t, quarters(64, 48)),
		"jpeg":           asJPEG(t, quarters(64, 48)),
		"png":            asPNG(t, photograph(40, 30)),
	}
	for _, name := range []string{
		"tagged.jpg", "tagged.png", "tagged.webp", "transparent.webp", "lossless.webp", "progressive.jpg", "cmyk.jpg", "grey.jpg",
		"deep.png",
	} {
		files[name] = testdata(t, name)
	}
	var still bytes.Buffer
	noError(t, gif.Encode(&still, quarters(64, 48), nil))
	files["gif"] = still.Bytes()
	return files
}

// pngHeader returns the start of a PNG: the signature and the first chunk.
func pngHeader(width, height uint32) []byte { return wholePNG(width, height, 8)[:8+25] }

func webpHeader(width, height uint32) []byte {
	bits := (width - 1) | (height-1)<<14
	chunk := binary.LittleEndian.AppendUint32([]byte{0x2f}, bits)
	return riff("VP8L", append(chunk, make([]byte, 11)...))
}

func webpInWebP(outerWidth, outerHeight, width, height uint32) []byte {
	canvas := binary.LittleEndian.AppendUint32(make([]byte, 4), outerWidth-1)[:7]
	canvas = binary.LittleEndian.AppendUint32(canvas, outerHeight-1)[:10]
	inner := webpHeader(width, height)[12:]
	outer := riff("VP8X", canvas)
	binary.LittleEndian.PutUint32(outer[4:], uint32(len(outer)+len(inner)-8))
	return append(outer, inner...)
}

func riff(name string, chunk []byte) []byte {
	file := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+8+len(chunk)))
	file = append(file, "WEBP"+name...)
	return append(binary.LittleEndian.AppendUint32(file, uint32(len(chunk))), chunk...)
}

func jpegOfSides(t *testing.T, width, height uint16) []byte {
	file := asJPEG(t, quarters(64, 48))
	sides := bytes.Index(file, []byte("\xff\xc0\x00\x11\x08")) + 5
	binary.BigEndian.PutUint16(file[sides:], height)
	binary.BigEndian.PutUint16(file[sides+2:], width)
	return file
}

// jpegOfScans returns a progressive JPEG of 48 megapixels with so many passes over all of them.
func jpegOfScans(t *testing.T, scans int) []byte {
	file := testdata(t, "progressive.jpg")
	sides := bytes.Index(file, []byte("\xff\xc2")) + 5
	binary.BigEndian.PutUint16(file[sides:], 6000)
	binary.BigEndian.PutUint16(file[sides+2:], 8000)
	first := bytes.Index(file, []byte("\xff\xda"))
	scan := file[first : first+1+bytes.Index(file[first+1:], []byte("\xff"))]
	return slices.Concat(file[:first], bytes.Repeat(scan, scans), []byte("\xff\xd9"))
}

// wholePNG returns a PNG in colours with so many bits each, and with all its parts but pixels.
func wholePNG(width, height uint32, depth byte) []byte {
	return pngOf(width, height, depth, 0, []byte{0})
}

func totalAlloc() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}
