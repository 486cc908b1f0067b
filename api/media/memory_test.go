package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
)

// TestPixelsUnderWayAreBounded lets eight pictures come at once into a budget for two, and counts.
func TestPixelsUnderWayAreBounded(t *testing.T) {
	f := newFixture(t)
	file := asJPEG(t, quarters(400, 300))
	f.Library = newLibrary(f.store, t.TempDir(), 2*400*300*8)
	var running, most atomic.Int64
	var pictures sync.WaitGroup
	for range 8 {
		pictures.Go(func() {
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
			if _, err := f.Save(context.Background(), upload); err != nil {
				t.Error(err)
			}
		})
	}
	pictures.Wait()
	if most.Load() > 2 {
		t.Errorf("%d pictures were decoded at once", most.Load())
	}
	if !f.memory.TryAcquire(f.budget) {
		t.Error("not everything was given back")
	}
}

func TestWaitingForMemoryEndsWithTheContext(t *testing.T) {
	f := newFixture(t)
	upload, err := f.Receive(t.Context(), bytes.NewReader(asJPEG(t, quarters(400, 300))))
	if err != nil {
		t.Fatal(err)
	}
	defer upload.Close()
	release, err := f.reserve(t.Context(), f.budget)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Save(ctx, upload); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	release()
	if _, err := f.Save(t.Context(), upload); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestAnEndedContextStopsTheDecoder(t *testing.T) {
	f := newFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	upload, err := f.Receive(ctx, bytes.NewReader(asJPEG(t, photograph(2000, 1500))))
	if err != nil {
		t.Fatal(err)
	}
	defer upload.Close()
	interrupted := *upload.format
	decode := interrupted.decode
	interrupted.decode = func(r io.Reader) (image.Image, error) {
		cancel()
		return decode(r)
	}
	upload.format = &interrupted
	var refusal *Refusal
	if _, err := f.Save(ctx, upload); !errors.Is(err, context.Canceled) || errors.As(err, &refusal) {
		t.Errorf("got %v, want the context's error", err)
	}
}

// TestMemoryOfALargePicture measures what a photograph of 12 megapixels takes at most, against the estimate that the
// budget counts with.
func TestMemoryOfALargePicture(t *testing.T) {
	f := newFixture(t)
	upload, err := f.Receive(t.Context(), bytes.NewReader(asJPEG(t, photograph(4000, 3000))))
	if err != nil {
		t.Fatal(err)
	}
	defer upload.Close()
	// A tight collector keeps what it has not looked at yet out of the measurement.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	before := heap()
	done, peak := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			select {
			case <-done:
				peak <- most
				return
			default:
				most = max(most, heap())
			}
		}
	}()
	if _, err := f.Save(t.Context(), upload); err != nil {
		t.Fatal(err)
	}
	close(done)
	grown := int64(<-peak) - int64(before)
	t.Logf("12 megapixels took %d MiB; the estimate is %d MiB", grown>>20, upload.bytesOfPixels()>>20)
	if grown > 2*upload.bytesOfPixels() {
		t.Errorf("%d MiB, more than twice the estimate of %d MiB", grown>>20, upload.bytesOfPixels()>>20)
	}
}

func heap() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
