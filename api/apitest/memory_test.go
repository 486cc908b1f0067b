package apitest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
)

// maxServerMemory is the memory limit of the server during uploads, in bytes.
const maxServerMemory = 128 << 20

// TestMemoryOfUploads sends pictures of 12 megapixels, four at a time, to the real server, and asks
// the system how much memory that took at most.
func TestMemoryOfUploads(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	photograph := photographOf12Megapixels(t)
	var asJPEG, asPNG bytes.Buffer
	noError(t, jpeg.Encode(&asJPEG, photograph, &jpeg.Options{Quality: 90}))
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	// With this type the file has the usual eight bits a colour.
	plain := image.NewRGBA(photograph.Rect)
	draw.Draw(plain, plain.Rect, photograph, image.Point{}, draw.Src)
	noError(t, encoder.Encode(&asPNG, plain))
	for name, scenario := range map[string]struct {
		file   []byte
		rounds int
		most   int64
	}{
		"upright": {asJPEG.Bytes(), 3, maxServerMemory}, "rotated": {turned(asJPEG.Bytes()), 2, maxServerMemory},
		"PNG": {asPNG.Bytes(), 1, maxServerMemory},
		// The picture that needs the most of those that are accepted.
		"PNG of 16 bits a colour": {deepPNG(t), 1, maxServerMemory + 256_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			file := scenario.file
			p := newProcess(t, databasetest.SQLiteURL(t))
			p.start(t)
			bearer := p.signIn(t)
			before := p.peakMemory(t)
			var uploaders sync.WaitGroup
			for uploader := range 4 {
				uploaders.Go(func() {
					for n := range scenario.rounds {
						fields := map[string]string{"title": fmt.Sprint("Picture ", uploader, n)}
						if err := p.as(t, bearer, upload(fields, "large.jpg", file)); err != nil {
							t.Error(err)
						}
					}
				})
			}
			uploaders.Wait()
			peak := p.peakMemory(t)
			t.Logf("%d uploads of %d KiB: %d MiB at most, %d MiB before", 4*scenario.rounds, len(file)>>10, peak>>20, before>>20)
			if int64(peak) > scenario.most {
				t.Errorf("the server took %d MiB", peak>>20)
			}
		})
	}
}

// deepPNG returns a PNG of 14 megapixels with 16 bits for each colour and for the transparency.
func deepPNG(t *testing.T) []byte {
	t.Helper()
	picture := image.NewNRGBA64(image.Rect(0, 0, 4000, 3500))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i / 40_000)
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	noError(t, encoder.Encode(&file, picture))
	return file.Bytes()
}

// turned returns the JPEG with an EXIF segment (EXIF 2.3, 4.6) that says that the camera was held
// upright: orientation 6.
func turned(file []byte) []byte {
	const exif = "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	return slices.Concat(file[:2], []byte(exif), file[2:])
}

// photographOf12Megapixels returns a picture in colours, as cameras take them: soft areas with some
// noise.
func photographOf12Megapixels(t *testing.T) *image.YCbCr {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	picture := image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420)
	for i := range picture.Y {
		picture.Y[i] = byte(i%4000/20) + byte(random.UintN(16))
	}
	for i := range picture.Cb {
		picture.Cb[i], picture.Cr[i] = byte(i%2000/10), byte(i/2000/8)
	}
	return picture
}
