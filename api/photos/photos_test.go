package photos_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/files"
	"portfolio/api/jobs"
	"portfolio/api/media"
	"portfolio/api/photos"
	"portfolio/api/publishing"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
	"portfolio/api/trash"
	"portfolio/api/validate"
)

// fixture is a service on an empty database, whose clock moves by a second at each look.
type fixture struct {
	*photos.Service
	library *media.Library
	tempDir string // the library's
	bin     *trash.Trash
	store   *storagetest.Hooked
	db      *database.DB
}

func newFixture(t *testing.T, db *database.DB) fixture {
	t.Helper()
	return newFixtureOn(t, db, storagetest.Files(t))
}

func newFixtureOn(t *testing.T, db *database.DB, store storage.Store) fixture {
	t.Helper()
	tempDir := t.TempDir()
	library, err := media.New(tempDir)
	if err != nil {
		t.Fatal(err)
	}
	var mutex sync.Mutex
	now := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	clock := func() time.Time {
		mutex.Lock()
		defer mutex.Unlock()
		now = now.Add(time.Second)
		return now
	}
	watched := &storagetest.Hooked{Store: store}
	stored := &files.Files{DB: db, Storage: watched, Clock: time.Now}
	log, changed := audit.New(db, time.Now), publishing.NewQueue(jobs.New(db, clock)).Changed
	bin := &trash.Trash{DB: db, Store: watched, Audit: log, Clock: clock, Changed: changed}
	service := &photos.Service{
		DB: db, Library: library, Files: stored, Audit: log, Clock: clock, Changed: changed,
		TextsShowing: func(context.Context, *database.Tx, []int64) (map[int64][]string, error) { return nil, nil },
	}
	bin.Kinds = service.TrashKinds()
	return fixture{service, library, tempDir, bin, watched, db}
}

func each(t *testing.T, test func(t *testing.T, f fixture)) {
	t.Helper()
	databasetest.Each(t, func(t *testing.T, db *database.DB) { test(t, newFixture(t, db)) })
}

func TestCreateGallery(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		for _, scenario := range []struct{ name, description, wantName, wantSlug string }{
			{"page logos", "", "page logos", "page-logos"},
			{"  Harbour, at night!  ", " Long exposures. ", "Harbour, at night!", "harbour-at-night"},
			{"Été à Genève", "", "Été à Genève", "ete-a-geneve"},
			{"Straße & Æther ﬁn", "", "Straße & Æther ﬁn", "strasse-aether-fin"},
			{"Edda's talks", "", "Edda's talks", "eddas-talks"},
			{"2026", "", "2026", "gallery-1"},
			{"Page_Logos", "", "Page_Logos", "page-logos-2"},
			{"page logos", "", "page logos", "page-logos-3"},
			{"写真", "", "写真", "gallery-2"},
			{"!!!", "", "!!!", "gallery-3"},
			{"Gallery", "", "Gallery", "gallery"},
			{strings.Repeat("ß", 100), "", strings.Repeat("ß", 100), strings.Repeat("s", 100)},
		} {
			got, err := f.CreateGallery(t.Context(), photos.GalleryFields{Name: &scenario.name, Description: &scenario.description})
			if err != nil {
				t.Fatalf("%q: %v", scenario.name, err)
			}
			want := photos.Gallery{ID: got.ID, Name: scenario.wantName, Slug: scenario.wantSlug, Description: strings.TrimSpace(scenario.description)}
			if got != want || got.ID < 1 {
				t.Errorf("%q: got %+v, want %+v", scenario.name, got, want)
			}
		}
	})
}

func TestCreateGalleryRefuses(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		for name, scenario := range map[string]struct {
			in   photos.GalleryFields
			want map[string][]string
		}{
			"no name":    {photos.GalleryFields{}, map[string][]string{"name": {"This field is required."}}},
			"blank":      {photos.GalleryFields{Name: text("")}, map[string][]string{"name": {"This field may not be blank."}}},
			"only space": {photos.GalleryFields{Name: text(" \t\n ")}, map[string][]string{"name": {"This field may not be blank."}}},
			"too long": {photos.GalleryFields{Name: text(strings.Repeat("é", 101)), Description: text(strings.Repeat("x", 2001))}, map[string][]string{
				"name": {"Ensure this field has no more than 100 characters."}, "description": {"Ensure this field has no more than 2000 characters."}}},
			"null characters": {photos.GalleryFields{Name: text("a\x00b")}, map[string][]string{"name": {"Null characters are not allowed."}}},
		} {
			_, err := f.CreateGallery(t.Context(), scenario.in)
			wantFields(t, name, err, scenario.want)
		}
		if galleries, err := f.ListGalleries(t.Context()); err != nil || len(galleries) != 0 {
			t.Errorf("there are %v, %v", galleries, err)
		}
	})
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

func TestListGalleries(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		harbour, logos := f.gallery(t, "Harbour"), f.gallery(t, "apples")
		f.image(t, "one", harbour.ID)
		f.image(t, "two", harbour.ID)
		f.image(t, "three", 0)
		harbour.ImageCount = 2
		got, err := f.ListGalleries(t.Context())
		if err != nil || !slices.Equal(got, []photos.Gallery{logos, harbour}) {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestUploadAndList(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		harbour, logos := f.gallery(t, "Harbour"), f.gallery(t, "page logos")
		first := f.image(t, "  First  ", harbour.ID)
		second := f.image(t, "Second", logos.ID)
		third := f.image(t, "Third", logos.ID)
		loose := f.image(t, "Loose", 0)

		if first.Title != "First" || first.Gallery == nil || *first.Gallery != harbour.ID || *first.GalleryName != "Harbour" {
			t.Errorf("first: %+v", first)
		}
		if loose.Gallery != nil || loose.GalleryName != nil {
			t.Errorf("loose: %+v", loose)
		}
		if p := first.Picture; len(p) != 2 || p[1].Width != 400 || p[1].Height != 300 || p[0].Width != 320 || p[0].Height != 240 {
			t.Errorf("sizes: %+v", first)
		}
		for slug, want := range map[string][]string{"page-logos": {"Second", "Third"}, "harbour": {"First"}, "none": {}, "": {}, "a\x00": {}, "\xff": {}, "Harbour": {}, "%": {}} {
			got, total, err := f.ListGalleryImages(t.Context(), slug, validate.Page{})
			if err != nil || int(total) != len(got) || !slices.Equal(titles(got), want) {
				t.Errorf("%q: %q, %v; want %q", slug, titles(got), err, want)
			}
		}
		got, total := f.list(t, photos.Filter{})
		if total != 4 || !slices.Equal(titles(got), []string{"Loose", "Third", "Second", "First"}) {
			t.Errorf("all: %q of %d", titles(got), total)
		}
		if !got[2].UploadedAt.Equal(second.UploadedAt.Time) || !slices.Equal(got[1].Picture, third.Picture) || *got[3].GalleryName != "Harbour" {
			t.Errorf("listed: %+v", got)
		}
	})
}

func TestAnImagesRowAndFiles(t *testing.T) {
	each(t, checkImagesRowAndFiles)
	storagetest.Each(t, func(t *testing.T, store storage.Store) {
		checkImagesRowAndFiles(t, newFixtureOn(t, databasetest.New(t), store))
	})
}

func checkImagesRowAndFiles(t *testing.T, f fixture) {
	image := f.image(t, "A title", 0)
	var row struct {
		FileHash     string `db:"file_hash"`
		OriginalName string `db:"original_name"`
		ContentType  string `db:"content_type"`
		ByteSize     int64  `db:"byte_size"`
		UploadedBy   *int64 `db:"uploaded_by"`
	}
	err := f.db.Get(t.Context(), &row, `
			SELECT file_hash, original_name, content_type, byte_size, uploaded_by FROM images WHERE id = ?`, image.ID)
	if err != nil {
		t.Fatal(err)
	}
	file := drawing(t, "A title")
	if len(row.FileHash) != 64 || row.OriginalName != "drawing.png" || row.ContentType != "image/png" || row.ByteSize != int64(len(file)) || row.UploadedBy != nil {
		t.Errorf("got %+v", row)
	}
	for _, source := range image.Picture {
		object, err := f.store.Open(t.Context(), source.Name)
		if err != nil {
			t.Fatal(err)
		}
		defer object.Close()
		if config, err := png.DecodeConfig(object); err != nil || config.Width != source.Width || config.Height != source.Height {
			t.Errorf("%+v: %+v, %v", source, config, err)
		}
	}
}

func TestUploadRefuses(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		for name, scenario := range map[string]struct {
			change func(*photos.ImageFields)
			want   map[string][]string
		}{
			"no title":       {func(in *photos.ImageFields) { in.Title = nil }, map[string][]string{"title": {"This field is required."}}},
			"a blank title":  {func(in *photos.ImageFields) { in.Title = text("  ") }, map[string][]string{"title": {"This field may not be blank."}}},
			"a long title":   {func(in *photos.ImageFields) { in.Title = text(strings.Repeat("x", 501)) }, map[string][]string{"title": {"Ensure this field has no more than 500 characters."}}},
			"no gallery 9":   {func(in *photos.ImageFields) { in.Gallery = validate.ReferenceOf(text("9")) }, map[string][]string{"gallery": {`Invalid pk "9" - object does not exist.`}}},
			"no gallery -1":  {func(in *photos.ImageFields) { in.Gallery = validate.ReferenceOf(text("-1")) }, map[string][]string{"gallery": {`Invalid pk "-1" - object does not exist.`}}},
			"a huge gallery": {func(in *photos.ImageFields) { in.Gallery = validate.ReferenceOf(text("99999999999999999999")) }, map[string][]string{"gallery": {`Invalid pk "99999999999999999999" - object does not exist.`}}},
			"no number":      {func(in *photos.ImageFields) { in.Gallery = validate.ReferenceOf(text("harbour")) }, map[string][]string{"gallery": {"Incorrect type. Expected pk value, received str."}}},
			"no file":        {func(in *photos.ImageFields) { in.File, in.FileFault = nil, "No file was submitted." }, map[string][]string{"image": {"No file was submitted."}}},
			"everything": {func(in *photos.ImageFields) {
				*in = photos.ImageFields{FileFault: "none", Gallery: validate.ReferenceOf(text("x")), Description: text(strings.Repeat("x", 2001))}
			}, map[string][]string{"title": {"This field is required."}, "image": {"none"}, "gallery": {"Incorrect type. Expected pk value, received str."},
				"description": {"Ensure this field has no more than 2000 characters."}}},
		} {
			in := photos.ImageFields{Title: text("A title"), File: f.receive(t, drawing(t, "x")), FileName: "drawing.png"}
			scenario.change(&in)
			_, err := f.Upload(t.Context(), in)
			wantFields(t, name, err, scenario.want)
		}
		if images, _ := f.list(t, photos.Filter{}); len(images) != 0 {
			t.Errorf("there are %v", images)
		}
		for info := range f.store.List(t.Context(), "") {
			t.Errorf("%s was stored", info.Name)
		}
	})
}

func TestADamagedPictureIsAFieldError(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		file := drawing(t, "x")
		_, err := f.Upload(t.Context(), photos.ImageFields{Title: text("A title"), File: f.receive(t, file[:len(file)-20])})
		wantFields(t, "damaged", err, map[string][]string{
			"image": {"Upload a valid image: a JPEG, PNG, GIF or WebP file. This one is damaged or cut off."}})
	})
}

func TestAnImageOutlivesAGalleryThatGoesAwayMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		gone := int64(7)
		image, err := f.Add(t.Context(), photos.ImageFields{Title: text("A title"), File: f.receive(t, drawing(t, "x"))}, &gone)
		if err != nil || image.ID == 0 || image.Gallery != nil {
			t.Errorf("got %+v, %v", image, err)
		}
	})
}

func (f fixture) gallery(t *testing.T, name string) photos.Gallery {
	t.Helper()
	gallery, err := f.CreateGallery(t.Context(), photos.GalleryFields{Name: &name})
	if err != nil {
		t.Fatal(err)
	}
	return gallery
}

func (f fixture) receive(t *testing.T, file []byte) *media.Upload {
	t.Helper()
	upload, err := f.library.Receive(t.Context(), bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = upload.Close() })
	return upload
}

// image uploads a drawing into the gallery, or into none for 0.
func (f fixture) image(t *testing.T, title string, gallery int64) photos.Image {
	t.Helper()
	in := photos.ImageFields{Title: &title, File: f.receive(t, drawing(t, strings.TrimSpace(title))), FileName: "drawing.png", Gallery: validate.ReferenceOf(text(""))}
	if gallery != 0 {
		in.Gallery = validate.ReferenceOf(text(fmt.Sprint(gallery)))
	}
	image, err := f.Upload(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// list returns the images of the filter's page, and how many there are on all pages.
func (f fixture) list(t *testing.T, filter photos.Filter) ([]photos.Image, int64) {
	t.Helper()
	images, total, err := f.ListImages(t.Context(), filter)
	if err != nil {
		t.Fatal(err)
	}
	return images, total
}

// drawing returns a PNG of 400 x 300 pixels whose colour comes from seed.
func drawing(t testing.TB, seed string) []byte {
	t.Helper()
	picture := image.NewPaletted(image.Rect(0, 0, 400, 300), color.Palette{color.RGBA{seed[0], byte(len(seed)), 90, 255}, color.White})
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func wantFields(t *testing.T, name string, err error, want map[string][]string) {
	t.Helper()
	var public *apperror.Error
	if !errors.As(err, &public) || public.Kind != apperror.KindInvalid || !maps.EqualFunc(public.Fields, want, slices.Equal[[]string]) {
		t.Errorf("%s: got %v, want %v", name, err, want)
	}
}

func titles(images []photos.Image) []string {
	titles := []string{}
	for _, image := range images {
		titles = append(titles, image.Title)
	}
	return titles
}

func text(s string) *string { return &s }
