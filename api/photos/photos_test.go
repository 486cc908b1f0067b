package photos_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/admin"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/media"
	"portfolio/api/internal/servertest"
	"portfolio/api/photos"
	"portfolio/api/publishing"
)

// fixture is a service on an empty database, whose clock advances by a second at each call.
type fixture struct {
	*photos.Service
	library *media.Library
	tempDir string // the library's
	bin     *admin.Trash
	store   *servertest.Hooked
	db      *database.DB
}

func newFixture(t *testing.T, db *database.DB) fixture {
	t.Helper()
	return newFixtureOn(t, db, servertest.Folder(t))
}

func newFixtureOn(t *testing.T, db *database.DB, store files.Store) fixture {
	t.Helper()
	tempDir := t.TempDir()
	library, err := media.New(tempDir)
	noError(t, err)
	var mutex sync.Mutex
	now := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	clock := func() time.Time {
		mutex.Lock()
		defer mutex.Unlock()
		now = now.Add(time.Second)
		return now
	}
	watched := &servertest.Hooked{Store: store}
	stored := &files.Files{DB: db, Storage: watched, Clock: time.Now}
	log, pages := audit.New(db, time.Now), publishing.NewQueue(jobs.New(db, clock), publishing.Options{})
	bin := &admin.Trash{DB: db, Files: stored, Audit: log, Clock: clock, Pages: pages}
	service := &photos.Service{
		DB: db, Library: library, Files: stored, Audit: log, Clock: clock, Pages: pages,
		PagesShow: func(context.Context, *database.Tx, []int64) (bool, error) { return false, nil },
	}
	bin.Kinds = service.TrashKinds()
	return fixture{service, library, tempDir, bin, watched, db}
}

func each(t *testing.T, test func(t *testing.T, f fixture)) {
	t.Helper()
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) { test(t, newFixture(t, db)) })
}

func TestGalleriesMadeAtOnceGetTheirOwnSlugs(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		const n = 12
		slugs := make([]string, n)
		var group sync.WaitGroup
		for i := range n {
			group.Go(func() {
				gallery, err := f.CreateGallery(t.Context(), photos.GalleryFields{Name: text("page logos")})
				if err != nil {
					t.Error(err)
				}
				slugs[i] = gallery.Slug
			})
		}
		group.Wait()
		want := []string{"page-logos"}
		for i := 2; i <= n; i++ {
			want = append(want, fmt.Sprintf("page-logos-%d", i))
		}
		slices.Sort(slugs)
		slices.Sort(want)
		if !slices.Equal(slugs, want) {
			t.Errorf("got %q", slugs)
		}
	})
}

// A transaction that deletes the gallery for good is not committed yet when the insert finds the gallery.
func TestAGalleryGoesForGoodDuringAnUpload(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		if f.db.Engine() == database.SQLite {
			return // one transaction writes at a time
		}
		gallery := f.gallery(t, "First").ID
		file := f.receive(t, drawing(t, "x"))
		var group sync.WaitGroup
		err := f.db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `DELETE FROM galleries WHERE id = ?`, gallery)
			group.Go(func() {
				in := photos.ImageFields{Title: text("A title"), Gallery: httpx.ValueOf(text(fmt.Sprint(gallery))), File: file}
				image, err := f.Upload(t.Context(), in)
				if err != nil || image.ID == 0 || image.Gallery != nil {
					t.Errorf("got %+v, %v", image, err)
				}
			})
			for waits := false; !waits && err == nil; {
				err = tx.Get(t.Context(), &waits, `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)))`)
			}
			return err
		})
		if group.Wait(); err != nil {
			t.Fatal(err)
		}
	})
}

func (f fixture) gallery(t *testing.T, name string) photos.Gallery {
	t.Helper()
	gallery, err := f.CreateGallery(t.Context(), photos.GalleryFields{Name: &name})
	noError(t, err)
	return gallery
}

func (f fixture) receive(t *testing.T, file []byte) *media.Upload {
	t.Helper()
	upload, err := f.library.Receive(t.Context(), bytes.NewReader(file))
	noError(t, err)
	t.Cleanup(func() { _ = upload.Close() })
	return upload
}

// image uploads a drawing into the gallery, or into none for 0.
func (f fixture) image(t *testing.T, title string, gallery int64) photos.Image {
	t.Helper()
	in := photos.ImageFields{Title: &title, File: f.receive(t, drawing(t, strings.TrimSpace(title))), FileName: "drawing.png", Gallery: httpx.ValueOf(text(""))}
	if gallery != 0 {
		in.Gallery = httpx.ValueOf(text(fmt.Sprint(gallery)))
	}
	image, err := f.Upload(t.Context(), in)
	noError(t, err)
	return image
}

// drawing returns a PNG of 400 x 300 pixels whose colour comes from seed.
func drawing(t testing.TB, seed string) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, 400, 300), color.Palette{color.RGBA{seed[0], byte(len(seed)), 90, 255}, color.White})
	var file bytes.Buffer
	noError(t, png.Encode(&file, img))
	return file.Bytes()
}

func text(s string) *string { return &s }

var noError = servertest.NoError
