package storage_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
)

// cached is a cache of 1,600 bytes in front of a store of which it counts how often it is opened.
type cached struct {
	*storage.Cache
	store *storagetest.Hooked
	dir   string
	opens int
}

func newCached(t *testing.T) *cached {
	t.Helper()
	c := &cached{store: &storagetest.Hooked{Store: storagetest.Files(t)}, dir: filepath.Join(t.TempDir(), "cache")}
	c.store.Before = func(_ context.Context, call, _ string) error {
		if call == "open" {
			c.opens++
		}
		return nil
	}
	c.reopen(t)
	return c
}

func (c *cached) reopen(t *testing.T) {
	t.Helper()
	var err error
	if c.Cache, err = storage.OpenCache(c.store, c.dir, 1600); err != nil {
		t.Fatal(err)
	}
}

func hashName(content string) (name, hash string) {
	sum := sha256.Sum256([]byte(content))
	hash = hex.EncodeToString(sum[:])
	return hash[:2] + "/" + hash + ".jpg", hash
}

// put stores content and returns its name.
func (c *cached) put(t *testing.T, content string) string {
	t.Helper()
	name, _ := hashName(content)
	put(t, c.store, name, []byte(content))
	return name
}

// check reads content, and compares how often the store was opened for that.
func (c *cached) check(t *testing.T, content string, opens int) {
	t.Helper()
	before := c.opens
	name, _ := hashName(content)
	object, err := c.Open(t.Context(), name, int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	got, err := io.ReadAll(object)
	if err != nil || string(got) != content || object.Size != int64(len(content)) || c.opens-before != opens {
		t.Errorf("read %d bytes of %d after opening the store %d times, want %d, %v", len(got), len(content), c.opens-before, opens, err)
	}
}

// age makes a copy one that was read so long ago.
func (c *cached) age(t *testing.T, content string, age time.Duration) {
	t.Helper()
	_, hash := hashName(content)
	then := time.Now().Add(-age)
	if err := os.Chtimes(filepath.Join(c.dir, hash), then, then); err != nil {
		t.Fatal(err)
	}
}

func letters(n int) string { return strings.Repeat(string(rune('a'+n)), 90) }

func TestTheCacheKeepsWhatWasReadLast(t *testing.T) {
	c := newCached(t)
	for n := range 17 {
		c.put(t, letters(n))
		c.check(t, letters(n), 1)
		c.check(t, letters(n), 0)
		c.age(t, letters(n), time.Duration(100-n)*time.Hour)
	}
	c.check(t, letters(0), 0) // read again, so no longer the oldest
	c.put(t, letters(17))
	c.check(t, letters(17), 1) // 1,620 bytes: a tenth has to go
	c.reopen(t)
	for n, opens := range map[int]int{0: 0, 1: 1, 17: 0, 16: 0} {
		c.check(t, letters(n), opens)
	}
	var size int64
	files, err := os.ReadDir(c.dir)
	for _, file := range files {
		info, _ := file.Info()
		size += info.Size()
	}
	if err != nil || size > 1600 || size < 1000 {
		t.Errorf("%d bytes are in the cache, %v", size, err)
	}
}

func TestTheCacheServesNothingElse(t *testing.T) {
	c := newCached(t)
	name := c.put(t, letters(0))
	c.check(t, letters(0), 1)
	_, hash := hashName(letters(0))
	t.Run("cut off by a crash", func(t *testing.T) {
		if err := os.Truncate(filepath.Join(c.dir, hash), 10); err != nil {
			t.Fatal(err)
		}
		c.check(t, letters(0), 1)
		c.check(t, letters(0), 0)
	})
	t.Run("removed", func(t *testing.T) {
		c.Remove(name)
		c.check(t, letters(0), 1)
	})
	t.Run("not read for a week", func(t *testing.T) {
		c.age(t, letters(0), 8*24*time.Hour)
		if err := c.Evict(); err != nil {
			t.Fatal(err)
		}
		c.check(t, letters(0), 1)
	})
	t.Run("a file that the cache did not write", func(t *testing.T) {
		path, then := filepath.Join(c.dir, "notes.txt"), time.Now().Add(-30*24*time.Hour)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, then, then), c.Evict()); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			t.Errorf("it did not stay: %v", err)
		}
	})
	t.Run("other bytes in the store", func(t *testing.T) {
		c.Remove(name)
		put(t, c.store, name, []byte(letters(1)))
		if _, err := c.Open(t.Context(), name, 90); err == nil || !strings.Contains(err.Error(), "the store has other bytes") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a name without a hash, and a large file", func(t *testing.T) {
		put(t, c.store, "probes/a", []byte("x"))
		c.put(t, strings.Repeat("x", 200))
		for range 2 {
			c.check(t, strings.Repeat("x", 200), 1)
			if object, err := c.Open(t.Context(), "probes/a", 1); err != nil || object.Close() != nil {
				t.Error(err)
			}
		}
		if files, err := os.ReadDir(c.dir); err != nil || len(files) != 0 {
			t.Errorf("%v, %v", files, err)
		}
	})
	t.Run("a cache that cannot be written", func(t *testing.T) {
		if err := os.RemoveAll(c.dir); err != nil {
			t.Fatal(err)
		}
		c.put(t, letters(2))
		c.check(t, letters(2), 2)
	})
}

// Many who want the same wait for one copy, of which one that gives up does not deprive the others.
func TestTheCacheFetchesOnce(t *testing.T) {
	c := newCached(t)
	name := c.put(t, letters(0))
	entered, proceed := make(chan struct{}), make(chan struct{})
	count := c.store.Before
	c.store.Before = func(ctx context.Context, call, name string) error {
		close(entered)
		<-proceed
		return count(ctx, call, name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	first, others := make(chan error), make(chan error)
	go func() {
		_, err := c.Open(ctx, name, 90)
		first <- err
	}()
	<-entered
	for range 3 {
		go func() {
			object, err := c.Open(t.Context(), name, 90)
			if err == nil {
				err = object.Close()
			}
			others <- err
		}()
	}
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the first: %v", err)
	}
	close(proceed)
	for range 3 {
		if err := <-others; err != nil {
			t.Error(err)
		}
	}
	if c.opens != 1 {
		t.Errorf("the store was opened %d times", c.opens)
	}
}

// Those who give up leave no more fetches behind than there may be at once.
func TestTheCacheFetchesFewAtOnce(t *testing.T) {
	c := newCached(t)
	entered, proceed := make(chan struct{}), make(chan struct{})
	var running atomic.Int32
	c.store.Before = func(ctx context.Context, call, _ string) error {
		if call != "open" {
			return nil
		}
		running.Add(1)
		defer running.Add(-1)
		entered <- struct{}{}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-proceed:
			return errors.New("the test is over")
		}
	}
	for n := range 20 {
		name := c.put(t, letters(n))
		ctx, cancel := context.WithCancel(t.Context())
		opened := make(chan error)
		go func() {
			_, err := c.Open(ctx, name, 90)
			opened <- err
		}()
		<-entered
		cancel()
		if err := <-opened; !errors.Is(err, context.Canceled) {
			t.Errorf("the one of %d: %v", n, err)
		}
	}
	if n := running.Load(); n != 4 {
		t.Errorf("%d fetches go on", n)
	}
	close(proceed)
}
