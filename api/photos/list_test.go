package photos_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
	"portfolio/api/photos"
)

// TestPagesOfLists compares every page of every list with the same images sorted here: times and titles that several have, titles
// in capitals, galleries of the same name, and images in none.
func TestPagesOfLists(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		f := fixture{Service: &photos.Service{DB: db}}
		for id, name := range []string{"quay", "Bridges", "QUAY", "empty"} {
			exec(t, db, `INSERT INTO galleries (id, name, name_key, slug, created_at) VALUES (?, ?, ?, ?, ?)`, id+1, name, database.SortKey(name), fmt.Sprint("slug-", id), database.At(when(0)))
		}
		for id := range 23 {
			title := []string{"b", "B", "a", "Ä", "c 1"}[id%5]
			description, altText := fmt.Sprintf("Row %d", id%3), []string{"", "A text", ""}[id%3]
			exec(t, db, `
				INSERT INTO images (id, title, title_key, description, description_key, alt_text, alt_text_key, decorative, gallery_id, file_hash, original_name, content_type, byte_size, width, height, uploaded_at, renditions)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULLIF(?, 0), 'h', 'o', 'image/png', 1, 1, 1, ?, '1 1 file')`,
				id+1, title, database.SortKey(title), description, database.SearchKey(description), altText, database.SearchKey(altText), id%3 == 2, id*7%4, database.At(when(id*5%9)))
		}
		all, total := f.list(t, photos.Filter{})
		if total != 23 || len(all) != 23 {
			t.Fatalf("%d images of %d", len(all), total)
		}
		byTime := func(a, b photos.Image) int {
			return cmp.Or(a.UploadedAt.Compare(b.UploadedAt.Time), cmp.Compare(a.ID, b.ID))
		}
		byTitle := func(a, b photos.Image) int {
			return cmp.Or(cmp.Compare(database.SearchKey(a.Title), database.SearchKey(b.Title)), cmp.Compare(a.ID, b.ID))
		}
		backwards := func(compare func(a, b photos.Image) int) func(a, b photos.Image) int {
			return func(a, b photos.Image) int { return compare(b, a) }
		}
		gallery := func(image photos.Image) string {
			if image.Gallery == nil {
				return "~"
			}
			return fmt.Sprintf("%s %d", strings.ToLower(*image.GalleryName), *image.Gallery)
		}
		for order, compare := range map[string]func(a, b photos.Image) int{
			"": backwards(byTime), "-uploaded_at": backwards(byTime), "uploaded_at": byTime, "title": byTitle, "-title": backwards(byTitle),
			"gallery": func(a, b photos.Image) int { return cmp.Or(cmp.Compare(gallery(a), gallery(b)), byTime(b, a)) },
		} {
			for name, chosen := range map[string]struct {
				filter photos.Filter
				of     func(photos.Image) bool
			}{
				"all":           {photos.Filter{}, func(photos.Image) bool { return true }},
				"a gallery":     {photos.Filter{Gallery: 1}, func(i photos.Image) bool { return i.Gallery != nil && *i.Gallery == 1 }},
				"an empty one":  {photos.Filter{Gallery: 4}, func(photos.Image) bool { return false }},
				"none":          {photos.Filter{Unassigned: true}, func(i photos.Image) bool { return i.Gallery == nil }},
				"words":         {photos.Filter{Words: []string{"row", "1"}}, func(i photos.Image) bool { return strings.Contains(i.Description+i.Title, "1") }},
				"a gallery's":   {photos.Filter{Words: []string{"quay"}}, func(i photos.Image) bool { return strings.HasPrefix(gallery(i), "quay") }},
				"words in it":   {photos.Filter{Gallery: 3, Words: []string{"2"}}, func(i photos.Image) bool { return gallery(i) == "quay 3" && i.Description == "Row 2" }},
				"undescribed":   {photos.Filter{WithoutAltText: true}, func(i photos.Image) bool { return i.AltText == "" && !i.Decorative }},
				"ones in it":    {photos.Filter{Gallery: 3, WithoutAltText: true}, func(i photos.Image) bool { return i.AltText == "" && !i.Decorative && gallery(i) == "quay 3" }},
				"words nowhere": {photos.Filter{Words: []string{"%"}}, func(photos.Image) bool { return false }},
			} {
				want := slices.DeleteFunc(slices.Clone(all), func(i photos.Image) bool { return !chosen.of(i) })
				slices.SortFunc(want, compare)
				for _, page := range []apperror.Page{{}, {Limit: 1}, {Offset: 3}, {Limit: 5, Offset: 1}, {Limit: 4, Offset: 8}, {Limit: 7, Offset: 14}, {Limit: 5, Offset: 21}, {Limit: 1, Offset: 22}, {Limit: 9, Offset: 40}} {
					filter := chosen.filter
					filter.Order, filter.Page = order, page
					got, total := f.list(t, filter)
					first := min(int(page.Offset), len(want))
					if wanted := want[first:min(len(want), first+int(min(page.Size(), 100)))]; int(total) != len(want) || !slices.Equal(ids(got), ids(wanted)) {
						t.Errorf("%s by %q, %+v: %v of %d, want %v of %d", name, order, page, ids(got), total, ids(wanted), len(want))
					}
				}
			}
		}
	})
}

func exec(t *testing.T, db *database.DB, statement string, args ...any) {
	t.Helper()
	_, err := db.Exec(t.Context(), statement, args...)
	noError(t, err)
}

// when returns a time, a minute after that of the number before.
func when(minutes int) time.Time {
	return time.Date(2026, 11, 20, 9, minutes, 0, 0, time.UTC)
}

func ids(images []photos.Image) []int64 {
	ids := []int64{}
	for _, image := range images {
		ids = append(ids, image.ID)
	}
	return ids
}

// TestAListTakesOneConnection lists images of a gallery while every other connection is taken.
func TestAListTakesOneConnection(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s, hash := &photos.Service{DB: db}, strings.Repeat("a", 64)
		databasetest.Fill(t, db, 10, databasetest.ManyGalleries(db))
		databasetest.Fill(t, db, 3, databasetest.ManyImages(db))
		exec(t, db, `UPDATE images SET file_hash = ?, gallery_id = (SELECT id FROM galleries WHERE name = 'Gallery 9')`, hash)
		var list func(free int) ([]photos.Image, error)
		list = func(free int) (got []photos.Image, err error) {
			if free > 1 {
				err = db.InSnapshot(t.Context(), func(*database.Tx) error { got, err = list(free - 1); return err })
				return got, err
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			byID, _, named := s.ListNamed(ctx, "1,2,3")
			byHash, _, doubles := s.ListDoubles(ctx, hash)
			return append(byID, byHash...), errors.Join(named, doubles)
		}
		got, err := list(max(db.Stats()["read"].MaxOpenConnections, db.Stats()["calls"].MaxOpenConnections))
		if err != nil || !slices.Equal(ids(got), []int64{1, 2, 3, 1, 2, 3}) || *got[0].GalleryName != "Gallery 9" {
			t.Errorf("%+v, %v", got, err)
		}
	})
}
