package photos_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/disintegration/imaging"

	"portfolio/api/database"
	"portfolio/api/photos"
	"portfolio/api/validate"
)

// scene returns a JPEG of random shapes, brightened by so many percent.
func scene(t *testing.T, seed uint64, brighter float64) []byte {
	t.Helper()
	random, picture := rand.New(rand.NewPCG(seed, 0)), image.NewRGBA(image.Rect(0, 0, 200, 150))
	for range 30 {
		x, y := random.IntN(200), random.IntN(150)
		colour := color.Gray{uint8(random.IntN(200))}
		draw.Draw(picture, image.Rect(x, y, x+random.IntN(100), y+random.IntN(80)), image.NewUniform(colour), image.Point{}, draw.Src)
	}
	var file bytes.Buffer
	if err := imaging.Encode(&file, imaging.AdjustBrightness(picture, brighter), imaging.JPEG, imaging.JPEGQuality(60)); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func (f fixture) scene(t *testing.T, seed uint64, brighter float64) int64 {
	t.Helper()
	image, err := f.Upload(t.Context(), photos.ImageFields{Title: text("A scene"), File: f.receive(t, scene(t, seed, brighter)), FileName: "scene.jpg"})
	if err != nil {
		t.Fatal(err)
	}
	return image.ID
}

// wantSimilar compares the groups of all pages.
func (f fixture) wantSimilar(t *testing.T, when string, want [][]int64) {
	t.Helper()
	similar, err := f.ListSimilarImages(t.Context(), validate.Page{})
	if err != nil {
		t.Fatal(err)
	}
	var got [][]int64
	for _, group := range similar.Groups {
		got = append(got, ids(group))
	}
	if !reflect.DeepEqual(got, want) || similar.Total != len(want) {
		t.Errorf("%s: got %v of %d, want %v", when, got, similar.Total, want)
	}
}

func (f fixture) wantPending(t *testing.T, want int) {
	t.Helper()
	similar, err := f.ListSimilarImages(t.Context(), validate.Page{})
	if err != nil || similar.Pending != want {
		t.Errorf("%d pictures are not compared yet, want %d: %v", similar.Pending, want, err)
	}
}

func TestSimilarImages(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		a, b, other, c, d := f.scene(t, 1, 0), f.scene(t, 1, 12), f.scene(t, 2, 0), f.scene(t, 3, 0), f.scene(t, 3, -12)
		third := f.scene(t, 1, 6)
		f.wantSimilar(t, "after uploads", [][]int64{{a, b, third}, {c, d}})
		page, err := f.ListSimilarImages(t.Context(), validate.Page{Limit: 1, Offset: 1})
		if err != nil || len(page.Groups) != 1 || page.Groups[0][0].ID != c || page.Total != 2 {
			t.Errorf("a page: %+v, %v", page, err)
		}

		f.markDifferent(t, b, a)
		f.wantSimilar(t, "one pair differs", [][]int64{{a, third}, {c, d}})
		f.markDifferent(t, c, d, 999)
		f.markDifferent(t, third, b, a)
		f.wantSimilar(t, "all differ", nil)

		change := photos.ImageFields{File: f.receive(t, scene(t, 1, 3)), FileName: "again.jpg"}
		if _, err := f.ChangeImage(t.Context(), d, change); err != nil {
			t.Fatal(err)
		}
		f.wantSimilar(t, "another picture", [][]int64{{a, d}})
		item, err := f.DeleteImage(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		f.wantSimilar(t, "deleted", nil)
		if _, err := f.Trash.Restore(t.Context(), item); err != nil {
			t.Fatal(err)
		}
		f.wantPending(t, 1)
		if err := f.HashImages(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.wantSimilar(t, "restored", [][]int64{{a, d}})
		wantFields(t, "one picture", f.MarkDifferent(t.Context(), photos.DifferentImages{Images: []int64{other}}),
			map[string][]string{"images": {"Name from 2 to 20 pictures."}})
	})
}

func (f fixture) markDifferent(t *testing.T, images ...int64) {
	t.Helper()
	if err := f.MarkDifferent(t.Context(), photos.DifferentImages{Images: images}); err != nil {
		t.Fatal(err)
	}
}

func TestMoreSimilarImagesThanAGroupHas(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		f.fillGallery(t, 45)
		exec(t, f.db, `INSERT INTO stored_files (id, name, bytes, content_type, state, touched_at) VALUES (99, 'a', 1, 'image/png', 'stored', ?)`, database.At(when(0)))
		exec(t, f.db, `INSERT INTO image_renditions (image_id, position, width, height, file_id, perceptual_hash) SELECT id, 0, 1, 1, 99, -7 FROM images`)
		similar, err := f.ListSimilarImages(t.Context(), validate.Page{})
		if err != nil || similar.Total != 3 || len(similar.Groups[0]) != 20 || len(similar.Groups[2]) != 5 {
			t.Errorf("%d groups: %v", similar.Total, err)
		}
	})
}

func TestHashImagesGoesOnWhereItStopped(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		a, b := f.scene(t, 1, 0), f.scene(t, 1, 12)
		lost := f.scene(t, 5, 0)
		exec(t, f.db, `UPDATE image_renditions SET perceptual_hash = NULL`)
		exec(t, f.db, `UPDATE stored_files SET name = 'gone.jpg' WHERE id = (SELECT file_id FROM image_renditions WHERE image_id = ? AND position = 0)`, lost)
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := f.HashImages(stopped); err == nil {
			t.Error("it went on after the end")
		}
		f.wantPending(t, 3)
		if err := f.HashImages(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.wantPending(t, 1)
		f.wantSimilar(t, "hashed afterwards", [][]int64{{a, b}})
	})
}
