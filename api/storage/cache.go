package storage

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"portfolio/api/apperror"
)

// cacheShare is which part of a cache one file, and which part all that are being fetched, may take at most.
const (
	cacheShare    = 16
	fetchingShare = 4
)

// maxUnread is for how long a copy stays that nobody reads, of what was deleted by another replica for example.
const maxUnread = 7 * 24 * time.Hour

// fetchingPrefix begins the name of a copy that is not whole yet.
const fetchingPrefix = "fetching-"

// hashSize is the length of a SHA-256 in hexadecimal, with which the last segment of a name begins that has one.
const hashSize = 2 * sha256.Size

// Cache has copies of objects of a store, in a folder of this machine, under the hash of their bytes. Those that were read
// least recently go first; a file's time of modification is when it was last read. Several processes may have the same folder.
type Cache struct {
	store    Store
	dir      string
	max      int64
	fetching *semaphore.Weighted
	fetches  singleflight.Group
	mutex    sync.Mutex
	bytes    int64 // of all files when they were last counted, and of those added since
}

// OpenCache returns a cache of store in dir, which is made when missing, of at most max bytes.
func OpenCache(store Store, dir string, max int64) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open the cache: %w", err)
	}
	c := &Cache{store: store, dir: dir, max: max, fetching: semaphore.NewWeighted(max / fetchingShare)}
	if err := c.Evict(); err != nil {
		return nil, fmt.Errorf("open the cache: %w", err)
	}
	return c, nil
}

// Open returns the object of that name and size, from the cache if it has it, else from the store. A copy is made of what is
// small enough; until it is whole nothing is returned.
func (c *Cache) Open(ctx context.Context, name string, size int64) (*Object, error) {
	hash := hashOf(name)
	if hash == "" || size > c.max/cacheShare {
		return c.store.Open(ctx, name)
	}
	if object := c.open(name, hash, size); object != nil {
		return object, nil
	}
	// Several wait for the same copy, which does not end with the first of them.
	fetched := c.fetches.DoChan(hash, func() (any, error) { return nil, c.fetch(context.WithoutCancel(ctx), name, hash, size) })
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-fetched:
		if local := (*localError)(nil); result.Err != nil && !errors.As(result.Err, &local) {
			return nil, result.Err
		}
	}
	if object := c.open(name, hash, size); object != nil {
		return object, nil
	}
	return c.store.Open(ctx, name)
}

// Remove removes the copy of the object of that name, if there is one.
func (c *Cache) Remove(name string) {
	if hash := hashOf(name); hash != "" {
		_ = os.Remove(filepath.Join(c.dir, hash))
	}
}

// hashOf returns the hash of the bytes of an object, "" where its name has none.
func hashOf(name string) string {
	hash := path.Base(name)
	hash = hash[:min(len(hash), hashSize)]
	if raw, err := hex.DecodeString(hash); err != nil || len(raw) != sha256.Size || hash != strings.ToLower(hash) {
		return ""
	}
	return hash
}

// open returns a copy, nil where there is none of that size.
func (c *Cache) open(name, hash string, size int64) *Object {
	file, err := os.Open(filepath.Join(c.dir, hash))
	if err != nil {
		return nil
	}
	info, err := file.Stat()
	if err != nil || info.Size() != size {
		_ = file.Close()
		c.Remove(name)
		return nil
	}
	if now := time.Now(); now.Sub(info.ModTime()) > time.Minute {
		_ = os.Chtimes(file.Name(), now, now)
	}
	// When the object was put is not known here: its time is that of the last read.
	return &Object{Info{Name: name, Size: size}, file}
}

// localError is a failure of this machine and not of the store.
type localError struct{ error }

// fetch copies an object from the store. It returns a *localError when that has to be read without a copy.
func (c *Cache) fetch(ctx context.Context, name, hash string, size int64) error {
	if !c.fetching.TryAcquire(size) {
		return &localError{errors.New("too much is being fetched")}
	}
	defer c.fetching.Release(size)
	ctx, cancel := context.WithTimeout(ctx, timeLimit(Timeout(), size))
	defer cancel()
	object, err := c.store.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = object.Close() }()
	file, err := os.CreateTemp(c.dir, fetchingPrefix+"*")
	if err != nil {
		return &localError{err}
	}
	defer func() {
		_ = file.Close()
		_ = os.Remove(file.Name()) // where it is not renamed
	}()
	copied := &localWriter{Writer: file}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(copied, sum), object)
	switch {
	case copied.err != nil:
		return &localError{copied.err}
	case ctx.Err() != nil:
		return apperror.Unavailable(fmt.Errorf("fetch %s: the store is slow: %w", name, ctx.Err()))
	case err != nil:
		return err
	case n != size || hex.EncodeToString(sum.Sum(nil)) != hash:
		return apperror.Unavailable(fmt.Errorf("fetch %s: the store has other bytes", name))
	}
	// Synced, so that the name never stands for less after a crash of the machine.
	if err := errors.Join(file.Sync(), os.Rename(file.Name(), filepath.Join(c.dir, hash))); err != nil {
		return &localError{err}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.bytes += size; c.bytes > c.max {
		_ = c.evict()
	}
	return nil
}

// localWriter keeps the error of a Writer.
type localWriter struct {
	io.Writer
	err error
}

// Write implements io.Writer.
func (w *localWriter) Write(p []byte) (n int, err error) {
	n, w.err = w.Writer.Write(p)
	return n, w.err
}

// Evict removes what was not read for a week and, where that is more than the cache may take, what
// was not read for the longest time. Files that the cache did not write stay. A nil Cache has
// nothing to remove.
func (c *Cache) Evict() error {
	if c == nil {
		return nil
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.evict()
}

func (c *Cache) evict() error {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	var files []os.FileInfo
	c.bytes = 0
	for _, entry := range entries {
		if hashOf(entry.Name()) != entry.Name() && !strings.HasPrefix(entry.Name(), fetchingPrefix) {
			continue
		}
		if info, err := entry.Info(); err == nil { // else it was removed meanwhile
			files = append(files, info)
			c.bytes += info.Size()
		}
	}
	left := c.max
	if c.bytes > left {
		left -= left / 10 // so that the next files find room
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int { return cmp.Compare(a.ModTime().UnixNano(), b.ModTime().UnixNano()) })
	for _, info := range files {
		if c.bytes <= left && time.Since(info.ModTime()) < maxUnread {
			break
		}
		if os.Remove(filepath.Join(c.dir, info.Name())) == nil {
			c.bytes -= info.Size()
		}
	}
	return nil
}
