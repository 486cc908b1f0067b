package photos_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/photos"
	"portfolio/api/storage/storagetest"
	"portfolio/api/storedfiles"
)

// checkServed says whether every file of the image is there for those who ask by its name.
func (f fixture) checkServed(t *testing.T, image photos.Image, want bool) {
	t.Helper()
	for _, source := range image.Picture {
		object, err := f.files.Open(t.Context(), source.Name)
		if err == nil {
			_ = object.Close()
		}
		if (err == nil) != want || err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of %q is served: %v, want %v", source.Name, image.Title, err, want)
		}
	}
}

// delete removes an image for good.
func (f fixture) delete(t *testing.T, image photos.Image) {
	t.Helper()
	item, err := f.DeleteImage(t.Context(), image.ID)
	if err == nil {
		err = f.Trash.Purge(t.Context(), item)
	}
	if err != nil {
		t.Error(err)
	}
}

func (f fixture) collect(t *testing.T, want int) {
	t.Helper()
	if removed, err := f.files.Collect(t.Context(), storedfiles.UploadLease); err != nil || removed != want {
		t.Errorf("%d files were collected, want %d, %v", removed, want, err)
	}
}

// A picture whose files were another image's, and were collected before this one referred to them, is stored again and not
// encoded again: there is no folder to encode it into any more.
func TestAPictureIsEncodedOnce(t *testing.T) {
	for name, change := range map[string]bool{"upload": false, "replace": true} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, f fixture) {
				twin, other := f.image(t, "twin", 0), f.image(t, "other", 0)
				file := f.receive(t, drawing(t, "twin"))
				var once sync.Once
				f.store.After = func(_ context.Context, call, _ string) {
					if call != "put" {
						return
					}
					once.Do(func() {
						if err := os.RemoveAll(f.tempDir); err != nil {
							t.Error(err)
						}
						f.delete(t, twin)
						f.collect(t, 2)
					})
				}
				if change {
					made, err := f.ChangeImage(t.Context(), other.ID, photos.ImageFields{File: file, FileName: "twin.png"})
					if err != nil {
						t.Fatal(err)
					}
					f.checkServed(t, made, true)
					f.checkServed(t, other, false)
				} else if made, err := f.Add(t.Context(), photos.ImageFields{Title: text("Twin again"), File: file}, nil); err != nil {
					t.Fatal(err)
				} else {
					f.checkServed(t, made, true)
				}
			})
		})
	}
}

// An image in a gallery that goes away during the upload is encoded once too.
func TestAGalleryThatGoesAwayCostsNoSecondEncoding(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		gone, file := int64(7), f.receive(t, drawing(t, "x"))
		f.store.After = func(context.Context, string, string) { _ = os.RemoveAll(f.tempDir) }
		image, err := f.Add(t.Context(), photos.ImageFields{Title: text("A title"), File: file}, &gone)
		if err != nil || image.Gallery != nil {
			t.Errorf("got %+v, %v", image, err)
		}
	})
}

// Of two deletions of images with the same files at once, the last one gives the files up, whichever that is.
func TestImagesWithTheSameFilesAreDeletedAtOnce(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		for round := range 5 {
			const n = 4
			var images []photos.Image
			for range n {
				images = append(images, f.image(t, fmt.Sprint(round), 0))
			}
			var group sync.WaitGroup
			for _, image := range images[1:] {
				group.Go(func() { f.delete(t, image) })
			}
			group.Wait()
			f.collect(t, 0)
			f.checkServed(t, images[0], true)
			group.Go(func() { f.delete(t, images[0]) })
			added := f.image(t, fmt.Sprint(round), 0)
			group.Wait()
			f.checkServed(t, added, true)
			f.delete(t, added)
			f.checkServed(t, added, false)
			f.collect(t, 2)
		}
		for info := range f.store.List(t.Context(), "") {
			t.Errorf("%s is left", info.Name)
		}
	})
}

// No call of the store is made inside a write transaction: on SQLite there is one at a time, and each call waits for one.
func TestTheStoreIsNotAskedInsideATransaction(t *testing.T) {
	f := newFixtureOn(t, databasetest.New(t), storagetest.Files(t))
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
	if _, err := f.ChangeImage(t.Context(), image.ID, photos.ImageFields{File: f.receive(t, drawing(t, "second"))}); err != nil {
		t.Fatal(err)
	}
	f.delete(t, image)
	f.collect(t, 4)
	calls := 0
	puts.Range(func(any, any) bool { calls++; return true })
	if calls != 8 { // four files put and deleted
		t.Errorf("%d calls of the store", calls)
	}
}
