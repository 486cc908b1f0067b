package apitest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"sync"
	"testing"

	"portfolio/api/database/databasetest"
)

// maxServerMemory is what the server may take at most while pictures are uploaded, in bytes.
const maxServerMemory = 128 << 20

// TestMemoryOfUploads sends pictures of 12 megapixels, four at a time, to the real server, and asks the system how much
// memory that took at most.
func TestMemoryOfUploads(t *testing.T) {
	p := newProcess(t, databasetest.SQLiteURL(t))
	p.start(t)
	bearer, file := p.signIn(t), photographOf12Megapixels(t)
	before := p.peakMemory(t)
	var uploaders sync.WaitGroup
	for uploader := range 4 {
		uploaders.Go(func() {
			for n := range 3 {
				fields := map[string]string{"title": fmt.Sprint("Picture ", uploader, n)}
				if err := p.send(t, "POST", imagesPath, bearer, fields, "image", "large.jpg", file); err != nil {
					t.Error(err)
				}
			}
		})
	}
	uploaders.Wait()
	peak := p.peakMemory(t)
	t.Logf("12 uploads of %d KiB: %d MiB at most, %d MiB before", len(file)>>10, peak>>20, before>>20)
	if peak > maxServerMemory {
		t.Errorf("the server took %d MiB", peak>>20)
	}
}

// photographOf12Megapixels returns a baseline JPEG in colours, as cameras write it: soft areas with some noise.
func photographOf12Megapixels(t *testing.T) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	picture := image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420)
	for i := range picture.Y {
		picture.Y[i] = byte(i%4000/20) + byte(random.UintN(16))
	}
	for i := range picture.Cb {
		picture.Cb[i], picture.Cr[i] = byte(i%2000/10), byte(i/2000/8)
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
