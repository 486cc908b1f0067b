// Package media turns an uploaded image into the files that visitors get: checked, upright, in several widths,
// without anything that the camera wrote beside the pixels. The uploaded bytes themselves are not stored: they may
// say where and when an image was taken, and the owner has them.
package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"portfolio/api/internal/files"
)

// The limits of an image. A side is in pixels.
const (
	MaxBytes  = 25 << 20
	MaxSide   = 12_000
	MaxPixels = 50_000_000
)

// Limits for one image: an image that needs more is refused.
const (
	// maxMemory is in bytes, as estimated by bytesOfPixels and bytesOfPlanes.
	maxMemory = 256_000_000
	// maxScanned is how many pixels the passes of a progressive JPEG may have together. It bounds the processor's time, as
	// memory does for all other images: five seconds of one core.
	maxScanned = 320_000_000
	// maxCompressed is how many pixels a PNG may have that is compressed well; larger ones are compressed fast, in a fifth of
	// the time.
	maxCompressed = 4_000_000
)

// memoryBudget is how many bytes the pixels of all images under way may take at once. An image that needs more is
// made alone. Of camera JPEGs of 12 megapixels, which take little, several are made at once; of other images of that size
// one.
const memoryBudget = 96 << 20

// largeBytes is how much memory an image takes at least for its memory to be returned to the system before the next one
// is made: the collector alone would let the unused pixels of one add to those of the other.
const largeBytes = 32 << 20

// Library makes images, as temporary files.
type Library struct {
	tempDir string
	budget  int64
	memory  *semaphore.Weighted
	// cores are those that may be busy with images at once: one is left for short requests.
	cores *semaphore.Weighted
}

// New returns a library whose temporary files are in tempDir, which is made when missing and is the library's alone.
func New(tempDir string) (*Library, error) {
	if err := os.MkdirAll(tempDir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder for uploads: %w", err)
	}
	if err := removeOrphans(tempDir); err != nil {
		return nil, fmt.Errorf("clean the folder for uploads: %w", err)
	}
	return newLibrary(tempDir, memoryBudget), nil
}

func newLibrary(tempDir string, budget int64) *Library {
	cores := semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)-1)))
	return &Library{tempDir: tempDir, budget: budget, memory: semaphore.NewWeighted(budget), cores: cores}
}

// reserve waits until the pixels may take that many bytes of memory, and then for a core. It returns the function that releases
// both. The error is ctx's.
func (l *Library) reserve(ctx context.Context, bytes int64) (release func(), err error) {
	bytes = min(bytes, l.budget)
	if err := l.memory.Acquire(ctx, bytes); err != nil {
		return nil, err
	}
	if err := l.cores.Acquire(ctx, 1); err != nil {
		l.memory.Release(bytes)
		return nil, err
	}
	return func() {
		if bytes >= largeBytes {
			debug.FreeOSMemory()
		}
		l.cores.Release(1)
		l.memory.Release(bytes)
	}, nil
}

// parts are the parts of the work on an image: side by side while cores are free, else one after another on the core that
// reserve gave to the image.
type parts struct {
	errgroup.Group
	cores *semaphore.Weighted
}

// do does a part, whose error Wait returns.
func (p *parts) do(part func() error) {
	if !p.cores.TryAcquire(1) {
		err := part()
		p.Go(func() error { return err })
		return
	}
	p.Go(func() error {
		defer p.cores.Release(1)
		return part()
	})
}

// tempPrefix begins the names of temporary files, until they are removed.
const tempPrefix = "upload-"

func (l *Library) newTemporary() (*files.Temporary, error) {
	file, err := files.Unnamed(l.tempDir, tempPrefix)
	if err != nil {
		return nil, err
	}
	return files.NewTemporary(file), nil
}

// removeOrphans removes names that a crash left before newTemporary removed them. Removing a new
// one of a running process is harmless: it would remove the name itself.
func removeOrphans(tempDir string) error {
	names, err := filepath.Glob(filepath.Join(tempDir, tempPrefix+"*"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
