package apitest_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// maxServerMemory is the memory limit of the server during uploads, in bytes.
const maxServerMemory = 128 << 20

// TestMemoryOfUploads sends images of 12 megapixels, four at a time, to the real server, and asks
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
		// The image that needs the most of those that are accepted.
		"PNG of 16 bits a colour": {deepPNG(t), 1, maxServerMemory + 256_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			file := scenario.file
			p := newProcess(t, servertest.SQLiteURL(t))
			p.start(t)
			bearer := p.signIn(t)
			before := p.peakMemory(t)
			var uploaders sync.WaitGroup
			for uploader := range 4 {
				uploaders.Go(func() {
					for n := range scenario.rounds {
						fields := map[string]string{"title": fmt.Sprint("Image ", uploader, n)}
						if err := p.as(t, bearer, upload(fields, "large.jpg", file)); err != nil {
							t.Error(err)
						}
					}
				})
			}
			uploaders.Wait()
			peak := p.peakMemory(t)
			t.Logf("%d uploads of %d KiB: %d MiB at most, %d MiB before", 4*scenario.rounds, len(file)>>10, peak>>20, before>>20)
			check(t, int64(peak) <= scenario.most, "the server took %d MiB", peak>>20)
		})
	}
}

// deepPNG returns a PNG of 14 megapixels with 16 bits for each colour and for the transparency.
func deepPNG(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA64(image.Rect(0, 0, 4000, 3500))
	for i := range img.Pix {
		img.Pix[i] = byte(i / 40_000)
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	noError(t, encoder.Encode(&file, img))
	return file.Bytes()
}

// turned returns the JPEG with an EXIF segment (EXIF 2.3, 4.6) that says that the camera was held
// upright: orientation 6.
func turned(file []byte) []byte {
	const exif = "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	return slices.Concat(file[:2], []byte(exif), file[2:])
}

// photographOf12Megapixels returns an image in colours, as cameras take them: soft areas with some
// noise.
func photographOf12Megapixels(t *testing.T) *image.YCbCr {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	img := image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420)
	for i := range img.Y {
		img.Y[i] = byte(i%4000/20) + byte(random.UintN(16))
	}
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = byte(i%2000/10), byte(i/2000/8)
	}
	return img
}

// TestManySlowClients measures the real server with SLOW_CLIENTS connections that send a byte every
// five seconds, for a minute. scripts/drill slow-clients runs it; the tests of package server have
// the same on a virtual clock.
func TestManySlowClients(t *testing.T) {
	apitest.Long(t)
	count, err := strconv.Atoi(os.Getenv("SLOW_CLIENTS"))
	if err != nil {
		t.Skip("not measured: scripts/drill slow-clients sets SLOW_CLIENTS")
	}
	p := newProcess(t, servertest.SQLiteURL(t))
	p.start(t)
	end := time.Now().Add(time.Minute)
	var longest, cut, refused atomic.Int64
	var clients sync.WaitGroup
	starts := []string{"", "GET / HTTP/1.1\r\nHost: a\r\nX-", "POST /api/users/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"}
	for n := range count {
		clients.Go(func() {
			for time.Now().Before(end) {
				took, err := sendSlowly(strings.TrimPrefix(p.url, "http://"), starts[n%len(starts)])
				if err != nil {
					refused.Add(1)
					continue
				}
				cut.Add(1)
				for {
					most := longest.Load()
					if int64(took) <= most || longest.CompareAndSwap(most, int64(took)) {
						break
					}
				}
			}
		})
	}
	var waits []time.Duration
	for time.Now().Before(end) {
		start := time.Now()
		p.get(t, currentCVPath, "")
		waits = append(waits, time.Since(start))
		time.Sleep(10 * time.Millisecond)
	}
	peak := p.peakMemory(t)
	clients.Wait()
	slices.Sort(waits)
	p99 := waits[len(waits)*99/100]
	report := fmt.Sprintf("%d slow clients at once: %d connections were cut, the last after %v; %d were not made; %d good requests, p99 %v; %d MiB of memory at most",
		count, cut.Load(), time.Duration(longest.Load()).Round(time.Millisecond), refused.Load(), len(waits), p99.Round(time.Millisecond), peak>>20)
	t.Log(report)
	check(t, longest.Load() <= int64(15*time.Second) && refused.Load() == 0 && p99 <= 100*time.Millisecond && peak <= 300<<20, "wanted: cut within 15s, all made, p99 below 100ms, 300 MiB at most")
}

// sendSlowly sends start and then a byte every five seconds, and returns after how long the server
// ended the connection.
func sendSlowly(address, start string) (time.Duration, error) {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	defer func() { _ = connection.Close() }()
	began := time.Now()
	_, err = io.WriteString(connection, start)
	for buffer := make([]byte, 512); err == nil; {
		_ = connection.SetReadDeadline(time.Now().Add(5 * time.Second))
		if _, err = connection.Read(buffer); errors.Is(err, os.ErrDeadlineExceeded) {
			_, err = io.WriteString(connection, "x")
		}
	}
	return time.Since(began), nil
}
