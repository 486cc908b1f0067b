package photos_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
	"portfolio/api/photos"
)

// order returns the ids of the gallery's images, as everybody is shown them.
func (f fixture) order(t *testing.T, slug string) []int64 {
	t.Helper()
	listed, _, err := f.ListGalleryImages(t.Context(), slug, httpx.Page{})
	noError(t, err)
	return ids(listed)
}

// fillGallery makes a gallery "page logos" of n images, without files.
func (f fixture) fillGallery(t *testing.T, n int) {
	t.Helper()
	servertest.Fill(t, f.db, 10, servertest.ManyGalleries(f.db))
	servertest.Fill(t, f.db, n, servertest.ManyImages(f.db))
	exec(t, f.db, `UPDATE galleries SET slug = 'page-logos' WHERE id = 1`)
	exec(t, f.db, `UPDATE images SET gallery_id = 1, rank = id * 1048576`)
}

func (f fixture) move(t *testing.T, id, before int64) []int64 {
	t.Helper()
	to := httpx.ValueOf(text(""))
	if before != 0 {
		to = httpx.ValueOf(text(fmt.Sprint(before)))
	}
	order, err := f.MoveImage(t.Context(), id, photos.Move{Before: to})
	noError(t, err)
	return order.Images
}

// TestMovesInAGallery compares random moves, most of them to one place, with the same moves of a slice.
func TestMovesInAGallery(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		f.fillGallery(t, 30)
		want := f.order(t, "page-logos")
		random := rand.New(rand.NewPCG(14, 1))
		for step := range 150 {
			id := want[random.IntN(len(want))]
			before := []int64{7, 7, 7, 0, want[random.IntN(len(want))]}[random.IntN(5)]
			if before == id {
				continue
			}
			want = slices.DeleteFunc(want, func(other int64) bool { return other == id })
			at := len(want)
			if before != 0 {
				at = slices.Index(want, before)
			}
			want = slices.Insert(want, at, id)
			if got := f.move(t, id, before); !slices.Equal(got, want) {
				t.Fatalf("step %d, %d before %d: %v, want %v", step, id, before, got, want)
			}
		}
		if got := f.order(t, "page-logos"); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// TestWhoeverMovesNothingRecordsNothing also holds that an image of the same rank as another can be moved between them.
func TestWhoeverMovesNothingRecordsNothing(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		f.fillGallery(t, 4)
		for _, before := range []int64{2, 3} {
			if got := f.move(t, 2, before); !slices.Equal(got, []int64{1, 2, 3, 4}) {
				t.Errorf("before %d: %v", before, got)
			}
		}
		f.wantMoves(t, 0)
		exec(t, f.db, `UPDATE images SET rank = 5`) // as of uploads at the same time
		if got := f.move(t, 4, 2); !slices.Equal(got, []int64{1, 4, 2, 3}) || !slices.Equal(f.order(t, "page-logos"), got) {
			t.Errorf("among equals: %v, %v", got, f.order(t, "page-logos"))
		}
		f.wantMoves(t, 1)
	})
}

// wantMoves compares how many moves the audit log has.
func (f fixture) wantMoves(t *testing.T, want int) {
	t.Helper()
	var moves int
	if err := f.db.Get(t.Context(), &moves, `SELECT COUNT(*) FROM audit_entries WHERE action = 'image changed' AND detail = 'order'`); err != nil || moves != want {
		t.Errorf("%d moves are recorded, want %d; %v", moves, want, err)
	}
}

// TestImagesComeToTheEndOfAGallery holds it for statements of a program that knows no ranks too.
func TestImagesComeToTheEndOfAGallery(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		logos, harbour := f.gallery(t, "page logos"), f.gallery(t, "harbour")
		var in []int64
		for _, gallery := range []photos.Gallery{logos, logos, harbour, {}, logos} {
			in = append(in, f.image(t, "x", gallery.ID).ID)
		}
		f.move(t, in[4], in[0])
		for _, id := range []int64{in[3], in[2]} {
			exec(t, f.db, `UPDATE images SET gallery_id = ? WHERE id = ?`, logos.ID, id)
		}
		last := f.image(t, "last", logos.ID)
		if got := f.order(t, "page-logos"); !slices.Equal(got, []int64{in[4], in[0], in[1], in[3], in[2], last.ID}) {
			t.Errorf("%v of %v", got, in)
		}
		exec(t, f.db, `UPDATE images SET gallery_id = NULL WHERE id = ?`, in[4])
		exec(t, f.db, `UPDATE images SET title = 'y', gallery_id = gallery_id`)
		exec(t, f.db, `UPDATE images SET gallery_id = ? WHERE id = ?`, logos.ID, in[4])
		if got := f.order(t, "page-logos"); !slices.Equal(got, []int64{in[0], in[1], in[3], in[2], last.ID, in[4]}) {
			t.Errorf("again %v of %v", got, in)
		}
	})
}

// TestTheOrderOfAGalleryHasAnIndex looks at the plan of the list of a gallery among many images.
func TestTheOrderOfAGalleryHasAnIndex(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		servertest.Fill(t, db, 10, servertest.ManyGalleries(db))
		servertest.Fill(t, db, 20_000, servertest.ManyImages(db))
		plan := strings.Join(servertest.Plan(t, db, `SELECT i.title FROM live_images i WHERE i.gallery_id = 3 ORDER BY i.rank, i.id LIMIT 50`), "\n")
		if !strings.Contains(plan, "images_gallery_rank") || strings.Contains(strings.ToUpper(plan), "SORT") || strings.Contains(plan, "B-TREE") {
			t.Error(plan)
		}
	})
}
