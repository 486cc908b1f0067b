package files_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

// TestConformance holds every kind of store to the promises of files.Store.
func TestConformance(t *testing.T) {
	servertest.EachStore(t, func(t *testing.T, store files.Store) {
		t.Run("opens a stored file", func(t *testing.T) { putAndOpen(t, store) })
		t.Run("replaces a file", func(t *testing.T) { replace(t, store) })
		t.Run("a failed put leaves the previous object", func(t *testing.T) { failedPut(t, store) })
		t.Run("an object can be read in parts", func(t *testing.T) { seek(t, store) })
		t.Run("a missing object", func(t *testing.T) { missing(t, store) })
		t.Run("delete", func(t *testing.T) { remove(t, store) })
		t.Run("list", func(t *testing.T) { list(t, store) })
		t.Run("names that are refused", func(t *testing.T) { names(t, store) })
		t.Run("many puts at once", func(t *testing.T) { concurrent(t, store) })
		t.Run("an ended context", func(t *testing.T) { ended(t, store) })
		t.Run("a stream", func(t *testing.T) { stream(t, store) })
	})
}

func putAndOpen(t *testing.T, store files.Store) {
	for _, size := range []int{0, 1, 70_000, 17 << 20} {
		content := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
		name := fmt.Sprintf("open/%d.jpg", size)
		before := time.Now().Add(-5 * time.Second)
		put(t, store, name, content)
		object, err := store.Open(t.Context(), name)
		noError(t, err)
		defer object.Close()
		if object.Size != int64(size) || object.Name != name || object.Modified.Before(before) {
			t.Errorf("%d bytes: got %+v", size, object.Info)
		}
		got, err := io.ReadAll(object)
		if err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes: read %d, equal %t, %v", size, len(got), bytes.Equal(got, content), err)
		}
	}
}

func replace(t *testing.T, store files.Store) {
	put(t, store, "replace/a.jpg", []byte("a longer first content"))
	put(t, store, "replace/a.jpg", []byte("second"))
	if got := read(t, store, "replace/a.jpg"); got != "second" {
		t.Errorf("got %q", got)
	}
}

func failedPut(t *testing.T, store files.Store) {
	put(t, store, "failed/a.jpg", []byte("previous"))
	broken := &brokenReader{ReadSeeker: strings.NewReader(strings.Repeat("x", 100_000)), after: 50_000}
	if err := store.Put(t.Context(), "failed/a.jpg", broken, "image/jpeg"); err == nil {
		t.Error("put of a reader that fails: no error")
	}
	if got := read(t, store, "failed/a.jpg"); got != "previous" {
		t.Errorf("got %d bytes, want the previous content", len(got))
	}
	if got := listed(t, store, "failed/"); !slices.Equal(got, []string{"failed/a.jpg"}) {
		t.Errorf("listed %q", got)
	}
}

func seek(t *testing.T, store files.Store) {
	put(t, store, "seek/a.jpg", []byte("0123456789"))
	object, err := store.Open(t.Context(), "seek/a.jpg")
	noError(t, err)
	defer object.Close()
	if end, err := object.Seek(0, io.SeekEnd); err != nil || end != 10 {
		t.Errorf("end %d, %v", end, err)
	}
	for _, at := range []int64{4, 0, 9} {
		_, err := object.Seek(at, io.SeekStart)
		noError(t, err)
		var one [1]byte
		if _, err := io.ReadFull(object, one[:]); err != nil || int64(one[0]-'0') != at {
			t.Errorf("at %d: %q, %v", at, one, err)
		}
	}
}

func missing(t *testing.T, store files.Store) {
	put(t, store, "missing/folder/a.jpg", []byte("a"))
	for _, name := range []string{"missing/b.jpg", "missing/folder", "no/such/place.jpg"} {
		if _, err := store.Open(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("open %s: %v, want fs.ErrNotExist", name, err)
		}
	}
}

func remove(t *testing.T, store files.Store) {
	put(t, store, "delete/a.jpg", []byte("a"))
	put(t, store, "delete/b.jpg", []byte("b"))
	for range 2 {
		noError(t, store.Delete(t.Context(), "delete/a.jpg"))
	}
	if _, err := store.Open(t.Context(), "delete/a.jpg"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("open after delete: %v", err)
	}
	if got := read(t, store, "delete/b.jpg"); got != "b" {
		t.Errorf("the other object: %q", got)
	}
}

func list(t *testing.T, store files.Store) {
	want := []string{"list/ab/1.jpg", "list/ab/2.png", "list/abc/3.jpg", "list/b.jpg"}
	for _, name := range want {
		put(t, store, name, []byte(name))
	}
	put(t, store, "listing/other.jpg", nil)
	for prefix, want := range map[string][]string{
		"list/": want, "list/ab": want[:3], "list/ab/": want[:2], "list/b.jpg": want[3:], "none/": nil,
	} {
		if got := listed(t, store, prefix); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", prefix, got, want)
		}
	}
	for info, err := range store.List(t.Context(), "list/") {
		if err != nil || info.Size != int64(len(info.Name)) || time.Since(info.Modified).Abs() > time.Minute {
			t.Errorf("%+v, %v", info, err)
		}
		break
	}
}

func names(t *testing.T, store files.Store) {
	for _, name := range []string{
		"", ".", "..", "/a", "a/", "a//b", "../a", "a/../b", "a/./b", ".tmp/a", "a/.b", "A", "a b", "a\\b", "a\x00b", "é",
		strings.Repeat("a", 201), strings.Repeat("a/", 8) + "a",
	} {
		_, opened := store.Open(t.Context(), name)
		for what, err := range map[string]error{
			"put":    store.Put(t.Context(), name, strings.NewReader("x"), "image/jpeg"),
			"open":   opened,
			"delete": store.Delete(t.Context(), name),
		} {
			if !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("%s %q: %v, want fs.ErrInvalid", what, name, err)
			}
		}
	}
}

func concurrent(t *testing.T, store files.Store) {
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			name, content := fmt.Sprintf("many/%d.jpg", i%10), strings.Repeat(fmt.Sprint(i%10), 20_000)
			if err := store.Put(context.Background(), name, strings.NewReader(content), "image/jpeg"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for i := range 10 {
		if got := read(t, store, fmt.Sprintf("many/%d.jpg", i)); got != strings.Repeat(fmt.Sprint(i), 20_000) {
			t.Errorf("object %d: %d bytes", i, len(got))
		}
	}
	if got := listed(t, store, "many/"); len(got) != 10 {
		t.Errorf("listed %q", got)
	}
}

func ended(t *testing.T, store files.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := store.Put(ctx, "ended/a.jpg", strings.NewReader("a"), "image/jpeg"); !errors.Is(err, context.Canceled) {
		t.Errorf("put: %v", err)
	}
	if got := listed(t, store, "ended/"); len(got) != 0 {
		t.Errorf("listed %q", got)
	}
}

func stream(t *testing.T, store files.Store) {
	for _, size := range []int{0, 1, 33 << 20} { // more than a part
		content := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
		name := fmt.Sprintf("stream/%d.age", size)
		noError(t, store.Put(t.Context(), name, struct{ io.Reader }{bytes.NewReader(content)}, "application/octet-stream"))
		if got := read(t, store, name); got != string(content) {
			t.Errorf("%d bytes: read %d others", size, len(got))
		}
	}
	broken := struct{ io.Reader }{&brokenReader{ReadSeeker: bytes.NewReader(make([]byte, 40<<20)), after: 35 << 20}}
	if err := store.Put(t.Context(), "stream/broken.age", broken, "application/octet-stream"); err == nil {
		t.Error("a reader that fails: no error")
	}
	if err := store.Put(t.Context(), "Stream", broken, ""); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a name that is refused: %v", err)
	}
	if got := listed(t, store, "stream/"); !slices.Equal(got, []string{"stream/0.age", "stream/1.age", fmt.Sprintf("stream/%d.age", 33<<20)}) {
		t.Errorf("listed %q", got)
	}
}

type brokenReader struct {
	io.ReadSeeker
	after int
}

func (r *brokenReader) Read(p []byte) (int, error) {
	if r.after <= 0 {
		return 0, errors.New("the disk is gone")
	}
	n, err := r.ReadSeeker.Read(p[:min(len(p), r.after)])
	r.after -= n
	return n, err
}

func put(t *testing.T, store files.Store, name string, content []byte) {
	t.Helper()
	noError(t, store.Put(t.Context(), name, bytes.NewReader(content), "image/jpeg"))
}

func read(t *testing.T, store files.Store, name string) string {
	t.Helper()
	object, err := store.Open(t.Context(), name)
	noError(t, err)
	defer object.Close()
	content, err := io.ReadAll(object)
	noError(t, err)
	return string(content)
}

func listed(t *testing.T, store files.Store, prefix string) []string {
	t.Helper()
	var names []string
	for info, err := range store.List(t.Context(), prefix) {
		noError(t, err)
		names = append(names, info.Name)
	}
	slices.Sort(names)
	return names
}

var noError = servertest.NoError
