package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media/jpegscale"
)

// cameraFile returns a baseline JPEG of another maker with colours as fine as its brightness.
func cameraFile(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("jpegscale", "testdata", "full-colours.jpg"))
	noError(t, err)
	return file
}

// TestTheFullRenditionLosesNothing compares all pixels of the full rendition with those of an
// upload of at most the same quality.
func TestTheFullRenditionLosesNothing(t *testing.T) {
	var coarse bytes.Buffer
	noError(t, jpeg.Encode(&coarse, photograph(1400, 301), &jpeg.Options{Quality: fullQuality - 10}))
	f := newFixture(t)
	want, err := jpeg.Decode(bytes.NewReader(coarse.Bytes()))
	noError(t, err)
	got := f.pixelsOf(t, f.mustUpload(t, coarse.Bytes()).Full()).(*image.YCbCr)
	source := want.(*image.YCbCr)
	check(t, bytes.Equal(got.Y, source.Y) && bytes.Equal(got.Cb, source.Cb) && bytes.Equal(got.Cr, source.Cr), "pixels differ")
	fine := asJPEG(t, photograph(400, 300))
	var finest bytes.Buffer
	noError(t, jpeg.Encode(&finest, photograph(400, 300), &jpeg.Options{Quality: 100}))
	full := f.mustUpload(t, finest.Bytes()).Full()
	check(t, full.Temporary.Size <= int64(len(fine))*11/10, "the best quality became %d bytes, at %d it is %d", full.Temporary.Size, fullQuality, len(fine))
}

// TestFineColoursInEveryOrientation uploads planes that are all of one size, of odd sides.
func TestFineColoursInEveryOrientation(t *testing.T) {
	f := newFixture(t)
	for value := uint16(1); value <= 8; value++ {
		tag := append([]byte(exifHeader), exif(binary.BigEndian, value)...)
		full := f.mustUpload(t, withSegments(cameraFile(t), markerAPP1, tag)).Full()
		turned := value >= 5
		check(t, (full.Height > full.Width) == turned && full.Width+full.Height == 83+61, "orientation %d: %+v", value, full)
		f.pixelsOf(t, full)
	}
}

// TestWhatIsNotPlainTakesThePlainWay uploads baseline files that the scaling decoder leaves to others, and one that it
// does not.
func TestWhatIsNotPlainTakesThePlainWay(t *testing.T) {
	img := asJPEG(t, quarters(340, 220))
	frame := bytes.Index(img, []byte{0xff, markerSOF0})
	for name, file := range map[string][]byte{
		"red, green and blue":    withSegments(img, 0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")),
		"bytes between segments": bytes.Join([][]byte{img[:frame], img[frame:]}, []byte("\x00\x01\x02")),
		"an empty comment":       withSegments(img, 0xfe, nil),
	} {
		f := newFixture(t)
		_, err := jpegscale.Decode(bytes.NewReader(file), jpegscale.Options{})
		plain := name == "an empty comment"
		check(t, errors.Is(err, jpegscale.ErrUnsupported) != plain, "%s: %v", name, err)
		saved := f.mustUpload(t, file)
		check(t, len(saved) == 2 && saved.Full().Width == 340, "%s: %+v", name, saved)
		want, err := jpeg.Decode(bytes.NewReader(file))
		noError(t, err)
		for _, rendition := range saved {
			got := f.pixelsOf(t, rendition)
			for _, at := range []image.Point{{20, 20}, {300, 20}, {20, 200}, {300, 200}} {
				x, y := at.X*rendition.Width/340, at.Y*rendition.Height/220
				if colour := color.NRGBAModel.Convert(want.At(at.X, at.Y)).(color.NRGBA); !near(got.At(x, y), colour) {
					t.Errorf("%s, %d wide, at %v: %v, want %v", name, rendition.Width, at, got.At(x, y), colour)
				}
			}
		}
	}
}

// TestAFullDiskIsNotTheSendersFault takes the folder of temporary files away between receiving and encoding.
func TestAFullDiskIsNotTheSendersFault(t *testing.T) {
	f := newFixture(t)
	upload := f.receive(t, asJPEG(t, quarters(700, 500)))
	full, err := f.newTemporary()
	noError(t, err)
	_ = full.Close() // now every write fails
	var invalid *httpx.Error
	if _, err := upload.decodePlanes(t.Context(), full, upload.planesProfile()); err == nil || full.Err == nil {
		t.Errorf("decoded onto a closed file: %v, %v", err, full.Err)
	}
	noError(t, os.RemoveAll(f.tempDir))
	if _, err := f.Encode(t.Context(), upload); err == nil || errors.As(err, &invalid) {
		t.Errorf("encoded without a folder: %v", err)
	}
	check(t, f.memory.TryAcquire(f.budget), "memory was not given back")
}

// endingContext ends after a number of calls.
type endingContext struct {
	context.Context
	left atomic.Int64
}

func (c *endingContext) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestAnEndedContextStopsTheScalingDecoder lets the context end at each of the first reads.
func TestAnEndedContextStopsTheScalingDecoder(t *testing.T) {
	f := newFixture(t)
	upload := f.receive(t, asJPEG(t, photograph(800, 600)))
	for reads := range int64(3) {
		full, err := f.newTemporary()
		noError(t, err)
		ctx := &endingContext{Context: t.Context()}
		ctx.left.Store(reads)
		var invalid *httpx.Error
		if _, err := upload.decodePlanes(ctx, full, upload.planesProfile()); !errors.Is(err, context.Canceled) || errors.As(err, &invalid) {
			t.Errorf("after %d reads: %v, want the context's error", reads, err)
		}
		_ = full.Close()
	}
}
