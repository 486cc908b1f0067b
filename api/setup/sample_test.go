package setup

import (
	"bytes"
	"image/color"
	"io/fs"
	"maps"
	"testing"
	"time"

	"golang.org/x/image/webp"

	"portfolio/api/documents"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
	"portfolio/api/internal/files"
	"portfolio/api/internal/files/filestest"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/media"
	"portfolio/api/internal/tokens"
	"portfolio/api/photos"
	"portfolio/api/publishing"
)

func TestFillPhotos(t *testing.T) {
	service, _ := newSampleSite(t, databasetest.New(t))
	for range 2 { // the second time it leaves everything as it is
		noError(t, fillPhotos(t.Context(), service))
	}

	made, err := service.ListGalleries(t.Context())
	noError(t, err)
	counts := map[string]int64{}
	for _, gallery := range made {
		counts[gallery.Slug] = gallery.ImageCount
	}
	if want := map[string]int64{"page-logos": 6, "talks": 5, "harbour": 6}; !maps.Equal(counts, want) {
		t.Errorf("got %v, want %v", counts, want)
	}
	var logos []string
	images, _, err := service.ListGalleryImages(t.Context(), "page-logos", apperror.Page{})
	for _, image := range images {
		logos = append(logos, image.Title)
	}
	if err != nil || logos[0] != "Harbour at dawn" || logos[5] != "Beacon" {
		t.Errorf("got %q, %v", logos, err)
	}
	untitled, unassigned, withoutAltText := 0, 0, 0
	images, total, err := service.ListImages(t.Context(), photos.Filter{})
	for _, image := range images {
		if image.Title == "" {
			untitled++
		}
		if image.Gallery == nil {
			unassigned++
		}
		if image.AltText == "" {
			withoutAltText++
		}
	}
	if err != nil || total != 18 {
		t.Fatalf("%d images, %v", total, err)
	}
	if untitled != 1 || unassigned != 1 || withoutAltText != 2 {
		t.Errorf("%d without a title, %d without a gallery, %d without an alternative text", untitled, unassigned, withoutAltText)
	}
}

func TestFillPhotosLeavesAUsedSiteAlone(t *testing.T) {
	service, _ := newSampleSite(t, databasetest.New(t))
	name := "Mine"
	_, err := service.CreateGallery(t.Context(), photos.GalleryFields{Name: &name})
	noError(t, err)
	noError(t, fillPhotos(t.Context(), service))
	if _, total, err := service.ListImages(t.Context(), photos.Filter{}); err != nil || total != 0 {
		t.Errorf("%d, %v", total, err)
	}
}

// TestTheSamplesAreSmallFiles looks at each file: it belongs to a sample, shows something, and all of them together weigh
// less in the server than a megabyte.
func TestTheSamplesAreSmallFiles(t *testing.T) {
	used := map[string]bool{}
	for _, gallery := range sampleGalleries {
		for _, photo := range gallery.images {
			used["sample/images/"+photo.fileName] = true
			if n := colours(t, photo); n < 20 {
				t.Errorf("%s has %d colours", photo.fileName, n)
			}
		}
	}
	for _, document := range sampleDocuments {
		used["sample/documents/"+document.fileName] = true
		file, err := sampleFiles.ReadFile("sample/documents/" + document.fileName)
		title := "/Title (" + document.name + ")"
		if document.fileName == "edda-quillane-cv.pdf" {
			title = "(Edda Quillane)" // The build of the pages made it.
		}
		if err != nil || !bytes.HasPrefix(file, []byte("%PDF-")) || !bytes.Contains(file, []byte(title)) {
			t.Errorf("%s is no PDF with %q: %v", document.fileName, title, err)
		}
	}
	total := int64(0)
	err := fs.WalkDir(sampleFiles, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !used[name] {
			t.Errorf("%s belongs to no sample", name)
		}
		info, err := entry.Info()
		total += info.Size()
		return err
	})
	if err != nil || total > 1_000_000 {
		t.Errorf("%d bytes, %v", total, err)
	}
}

// colours returns how many colours a photo has at points 40 pixels apart.
func colours(t *testing.T, p sampleImage) int {
	t.Helper()
	file, err := sampleFiles.Open("sample/images/" + p.fileName)
	noError(t, err)
	decoded, err := webp.Decode(file)
	if err != nil {
		t.Fatalf("%s: %v", p.fileName, err)
	}
	colours, size := map[color.Color]bool{}, decoded.Bounds().Size()
	if size.Y != 1200 || size.X != 1200 && size.X != 1600 {
		t.Errorf("%s is %v", p.fileName, size)
	}
	for y := 0; y < size.Y; y += 40 {
		for x := 0; x < size.X; x += 40 {
			colours[decoded.At(x, y)] = true
		}
	}
	return len(colours)
}

func newSampleSite(t *testing.T, db *database.DB) (*photos.Service, *media.Library) {
	t.Helper()
	library, err := media.New(t.TempDir())
	noError(t, err)
	stored := &files.Files{DB: db, Storage: filestest.Folder(t), Clock: time.Now}
	return &photos.Service{
		DB: db, Library: library, Files: stored, Audit: audit.New(db, time.Now), Clock: time.Now, Changed: publishing.NewQueue(jobs.New(db, time.Now)).Changed,
	}, library
}

func TestFillDocuments(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		_, library := newSampleSite(t, db)
		service := &documents.Service{
			DB: db, Files: &files.Files{DB: db, Storage: filestest.Folder(t), Clock: time.Now}, Audit: audit.New(db, time.Now), Links: tokens.NewDownload([]byte("0123456789abcdef0123456789abcdef")), Clock: time.Now,
			Changed: publishing.NewQueue(jobs.New(db, time.Now)).Changed,
		}
		for range 2 { // the second time it leaves everything as it is
			noError(t, fillDocuments(t.Context(), service, library))
		}
		made, err := service.ListDocuments(t.Context())
		if err != nil || len(made) != len(sampleDocuments) {
			t.Fatalf("%d documents, %v", len(made), err)
		}
		current, unfiled := 0, 0
		for _, document := range made {
			if document.IsCurrent {
				current++
			}
			if document.Category == nil {
				unfiled++
			}
		}
		if current != 2 || unfiled != 1 {
			t.Errorf("%d current, %d without a category", current, unfiled)
		}
		if cv, err := service.CurrentCV(t.Context()); err != nil || cv.Name == nil || *cv.Name != "Edda Quillane, CV" {
			t.Errorf("the CV is %+v, %v", cv, err)
		}
	})
}

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
