package photos_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
	"portfolio/api/photos"
)

func exec(t *testing.T, db *database.DB, statement string, args ...any) {
	t.Helper()
	_, err := db.Exec(t.Context(), statement, args...)
	noError(t, err)
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
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s, hash := &photos.Service{DB: db}, strings.Repeat("a", 64)
		servertest.Fill(t, db, 10, servertest.ManyGalleries(db))
		servertest.Fill(t, db, 3, servertest.ManyImages(db))
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
