package demo

import (
	"bytes"
	"image/color"
	"maps"
	"slices"
	"testing"
	"time"

	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/media"
	"portfolio/api/photos"
	"portfolio/api/publishing"
	"portfolio/api/storage/storagetest"
	"portfolio/api/storedfiles"
)

func TestFill(t *testing.T) {
	service, library := newSite(t, databasetest.New(t))
	n, err := fill(t.Context(), service, library, small())
	if err != nil || n != 18 {
		t.Fatalf("%d pictures, %v", n, err)
	}

	made, err := service.ListGalleries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int64{}
	for _, gallery := range made {
		counts[gallery.Slug] = gallery.ImageCount
	}
	if want := map[string]int64{"page-logos": 6, "talks": 5, "harbour": 6}; !maps.Equal(counts, want) {
		t.Errorf("got %v, want %v", counts, want)
	}
	logos, _, err := service.ListGalleryImages(t.Context(), "page-logos", photos.Page{})
	if err != nil || logos[0].Title != "Harbour at dawn" || logos[5].Title != "Beacon" {
		t.Errorf("got %+v, %v", logos, err)
	}
	all, _, err := service.ListImages(t.Context(), photos.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	untitled, unassigned := 0, 0
	for _, image := range all {
		if image.Title == "" {
			untitled++
		}
		if image.Gallery == nil {
			unassigned++
		}
	}
	if untitled != 1 || unassigned != 1 {
		t.Errorf("%d without a title, %d without a gallery", untitled, unassigned)
	}
}

func TestFillLeavesAUsedSiteAlone(t *testing.T) {
	service, library := newSite(t, databasetest.New(t))
	name := "Mine"
	if _, err := service.CreateGallery(t.Context(), photos.NewGallery{Name: &name}); err != nil {
		t.Fatal(err)
	}
	if n, err := Fill(t.Context(), service, library); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if images, _, err := service.ListImages(t.Context(), photos.Filter{}); err != nil || len(images) != 0 {
		t.Errorf("%v, %v", images, err)
	}
}

// TestPicturesAreTheSameEachTime matters to caches and to whoever compares two screenshots.
func TestPicturesAreTheSameEachTime(t *testing.T) {
	for _, gallery := range small() {
		for _, picture := range gallery.pictures {
			if !bytes.Equal(picture.paint().Pix, picture.paint().Pix) {
				t.Errorf("%s differs", picture.fileName)
			}
		}
	}
}

func TestFillPaintsInsideOnly(t *testing.T) {
	c := newCanvas(40, 40)
	c.all(flat(paper))
	c.fill(circle(20, 20, 10), flat(honey))
	c.fill(rect(30, 30, 100, 100), flat(with(night, .5)))
	for at, want := range map[[2]int]color.NRGBA{{20, 20}: honey, {20, 11}: honey, {20, 8}: paper, {35, 35}: mix(paper, night, .5)} {
		got := color.NRGBAModel.Convert(c.At(at[0], at[1])).(color.NRGBA)
		for i, pair := range [][2]byte{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}} {
			if d := int(pair[0]) - int(pair[1]); d < -30 || d > 30 {
				t.Errorf("%v: channel %d of %v, want %v", at, i, got, want)
			}
		}
	}
}

// small returns the samples cut to their upper left corners: the race detector makes painting the whole of them slow.
func small() []gallery {
	var cut []gallery
	for _, g := range galleries {
		g.pictures = slices.Clone(g.pictures)
		for i := range g.pictures {
			g.pictures[i].width, g.pictures[i].height = g.pictures[i].width/4, g.pictures[i].height/4
		}
		cut = append(cut, g)
	}
	return cut
}

// TestPicturesShowSomething paints one sample of each gallery in full.
func TestPicturesShowSomething(t *testing.T) {
	for _, gallery := range galleries {
		picture := gallery.pictures[0]
		c, colours := picture.paint(), map[color.RGBA]bool{}
		for y := 0; y < picture.height; y += 40 {
			for x := 0; x < picture.width; x += 40 {
				colours[c.RGBAAt(x, y)] = true
			}
		}
		if len(colours) < 20 {
			t.Errorf("%s has %d colours", picture.fileName, len(colours))
		}
	}
}

func newSite(t *testing.T, db *database.DB) (*photos.Service, *media.Library) {
	t.Helper()
	library, err := media.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := storedfiles.New(storedfiles.Options{DB: db, Store: storagetest.Files(t), Clock: time.Now, Uses: []storedfiles.Use{photos.FileUse}})
	return photos.New(photos.Options{
		DB: db, Library: library, Files: files, Audit: audit.New(db, time.Now), Clock: time.Now, Changed: publishing.NewQueue(db, time.Now).Changed,
	}), library
}
