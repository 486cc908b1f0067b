package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/semaphore"

	"portfolio/api/internal/httpx"
)

func TestNoTemporaryFileStays(t *testing.T) {
	dir := t.TempDir()
	noError(t, os.WriteFile(filepath.Join(dir, "upload-123"), []byte("a crash left this"), 0o600))
	library, err := New(dir)
	noError(t, err)
	upload, err := library.Receive(t.Context(), bytes.NewReader(asJPEG(t, quarters(400, 300))))
	noError(t, err)
	defer upload.Close()
	_, err = library.Encode(t.Context(), upload)
	noError(t, err)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("there are %v, %v", entries, err)
	}
}

// TestPixelsUnderWayAreBounded lets eight images come at once into a budget for two, and counts.
func TestPixelsUnderWayAreBounded(t *testing.T) {
	f := newFixture(t)
	f.Library = newLibrary(t.TempDir(), 2*400*300*12)
	f.cores = semaphore.NewWeighted(8)
	most := f.mostAtOnce(t, 8)
	check(t, most <= 2, "%d images were decoded at once", most)
	check(t, f.memory.TryAcquire(f.budget), "not everything was given back")
}

// TestCoresUnderWayAreBounded lets eight images come at once onto two cores, and counts.
func TestCoresUnderWayAreBounded(t *testing.T) {
	f := newFixture(t)
	f.cores = semaphore.NewWeighted(2)
	most := f.mostAtOnce(t, 8)
	check(t, most <= 2, "%d images were decoded at once", most)
	check(t, f.cores.TryAcquire(2), "not every core was given back")
	if cores := newLibrary(t.TempDir(), memoryBudget).cores; !cores.TryAcquire(1) || runtime.GOMAXPROCS(0) > 1 && cores.TryAcquire(int64(runtime.GOMAXPROCS(0)-1)) {
		t.Error("no core is left for anything else")
	}
}

// mostAtOnce encodes that many images at once, and returns how many of them were decoded at the same time.
func (f *fixture) mostAtOnce(t *testing.T, count int) int64 {
	file := asPNG(t, quarters(400, 300))
	var running, most atomic.Int64
	var images sync.WaitGroup
	for range count {
		images.Go(func() {
			upload, err := f.Receive(context.Background(), bytes.NewReader(file))
			if err != nil {
				t.Error(err)
				return
			}
			defer upload.Close()
			counted := *upload.format
			decode := counted.decode
			counted.decode = func(r io.Reader) (image.Image, error) {
				now := running.Add(1)
				defer running.Add(-1)
				for most.Load() < now && !most.CompareAndSwap(most.Load(), now) {
				}
				runtime.Gosched()
				return decode(r)
			}
			upload.format = &counted
			if _, err := f.Encode(context.Background(), upload); err != nil {
				t.Error(err)
			}
		})
	}
	images.Wait()
	return most.Load()
}

func TestWaitingForMemoryEndsWithTheContext(t *testing.T) {
	f := newFixture(t)
	upload := f.receive(t, asJPEG(t, quarters(400, 300)))
	release, err := f.reserve(t.Context(), f.budget)
	noError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Encode(ctx, upload); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	release()
	if _, err := f.Encode(t.Context(), upload); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestAnEndedContextStopsTheDecoder(t *testing.T) {
	f := newFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	upload, err := f.Receive(ctx, bytes.NewReader(asPNG(t, photograph(800, 600))))
	noError(t, err)
	defer upload.Close()
	interrupted := *upload.format
	decode := interrupted.decode
	interrupted.decode = func(r io.Reader) (image.Image, error) {
		cancel()
		return decode(r)
	}
	upload.format = &interrupted
	var invalid *httpx.Error
	if _, err := f.Encode(ctx, upload); !errors.Is(err, context.Canceled) || errors.As(err, &invalid) {
		t.Errorf("got %v, want the context's error", err)
	}
}
