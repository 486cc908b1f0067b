package photos_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
	"portfolio/api/photos"
)

// checkServed checks whether all files of the image are served.
func (f fixture) checkServed(t *testing.T, image photos.Image, want bool) {
	t.Helper()
	for _, source := range image.Renditions {
		object, _, err := f.OpenFile(t.Context(), source.Name, noPages)
		if err == nil {
			_ = object.Close()
		}
		if (err == nil) != want || err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of %q is served: %v, want %v", source.Name, image.Title, err, want)
		}
	}
}

func noPages(context.Context, photos.TakenFile) (bool, error) { return false, nil }

// delete deletes an image for good.
func (f fixture) delete(t *testing.T, image photos.Image) {
	t.Helper()
	err := f.DeleteImage(t.Context(), image.ID)
	if err == nil {
		err = f.bin.Purge(t.Context(), files.TrashID("image", image.ID))
	}
	noError(t, err)
}

func (f fixture) removeDeleted(t *testing.T, want int) {
	t.Helper()
	if removed, err := f.Files.RemoveDeleted(t.Context(), 0); err != nil || removed != want {
		t.Errorf("%d files were removed, want %d, %v", removed, want, err)
	}
}

func TestImagesOfTheSameBytesHaveTheirOwnFiles(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		first, second := f.image(t, "x", 0), f.image(t, "x", 0)
		f.delete(t, first)
		f.removeDeleted(t, 2)
		f.checkServed(t, first, false)
		f.checkServed(t, second, true)
		f.delete(t, second)
		f.removeDeleted(t, 2)
		for info := range f.store.List(t.Context(), "") {
			t.Errorf("%s is left", info.Name)
		}
	})
}

// No call of the store is made inside a write transaction: on SQLite there is one at a time, and each call waits for one.
func TestTheStoreIsNotAskedInsideATransaction(t *testing.T) {
	f := newFixtureOn(t, servertest.NewDatabase(t), servertest.Folder(t))
	var puts sync.Map
	f.store.Before = func(ctx context.Context, call, name string) error {
		puts.Store(call+name, nil)
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		if err := f.db.InTx(ctx, func(*database.Tx) error { return nil }); err != nil {
			return fmt.Errorf("%s of %s inside a transaction: %w", call, name, err)
		}
		return nil
	}
	image := f.image(t, "first", 0)
	_, err := f.ChangeImage(t.Context(), image.ID, photos.ImageFields{File: f.receive(t, drawing(t, "second"))})
	noError(t, err)
	f.delete(t, image)
	f.removeDeleted(t, 4)
	calls := 0
	puts.Range(func(any, any) bool { calls++; return true })
	if calls != 8 { // four files put and deleted
		t.Errorf("%d calls of the store", calls)
	}
}
