package photos

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// rankGap is the distance between the ranks of new neighbours in a gallery; the migrations name it
// too. Twenty images fit between two neighbours before the gallery gets new ranks.
const rankGap = 1 << 20

// Move says where an image of a gallery goes.
type Move struct {
	// Before is the id of the image of the same gallery that follows it then; null for the gallery's end.
	Before apperror.Reference `json:"before"`
}

// GalleryOrder has the ids of all images of a gallery, in their order.
type GalleryOrder struct {
	Images []int64 `json:"images"`
}

// ranked is an image in the order of its gallery.
type ranked struct {
	ID    int64  `db:"id"`
	Rank  int64  `db:"rank"`
	Title string `db:"title"`
}

// MoveImage moves an image within its gallery, and returns the new order. It returns NotFound for
// an image without a gallery, or an apperror that describes an invalid Before. Moves in one gallery
// run one after another, on all replicas.
func (s *Service) MoveImage(ctx context.Context, id int64, in Move) (GalleryOrder, error) {
	v := apperror.NewValidator()
	v.Check(in.Before.Sent, "before", apperror.FieldRequired)
	before := v.Reference(in.Before, "before")
	if err := v.Err(); err != nil {
		return GalleryOrder{}, err
	}
	var order GalleryOrder
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		images, err := lockOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		from, to := position(images, id), len(images)
		if before != 0 {
			to = position(images, before)
		}
		if from < 0 {
			return database.ErrNoRows
		}
		if to < 0 {
			v.Missing(in.Before, "before")
			return v.Err()
		}
		if to != from && to != from+1 {
			err = s.storeMove(ctx, tx, images, from, to)
		}
		order.Images = movedIDs(images, from, to)
		return err
	})
	if errors.Is(err, database.ErrNoRows) {
		err = apperror.NotFound()
	}
	if err != nil {
		return GalleryOrder{}, fmt.Errorf("move an image: %w", err)
	}
	return order, nil
}

// lockOrder returns the images of the gallery with the image of that ID, in their order, and locks
// the order until the transaction ends. It returns ErrNoRows without such a gallery.
func lockOrder(ctx context.Context, tx *database.Tx, id int64) (images []ranked, err error) {
	var gallery int64
	err = tx.Get(ctx, &gallery, `UPDATE galleries SET name = name WHERE id = (SELECT gallery_id FROM live_images WHERE id = ?) RETURNING id`, id)
	if err == nil {
		err = tx.Select(ctx, &images, `SELECT id, rank, title FROM live_images WHERE gallery_id = ? ORDER BY rank, id`, gallery)
	}
	return images, err
}

func position(images []ranked, id int64) int {
	return slices.IndexFunc(images, func(image ranked) bool { return image.ID == id })
}

// movedIDs returns the ids when the image at from has been put before that at to.
func movedIDs(images []ranked, from, to int) (ids []int64) {
	for _, image := range images {
		ids = append(ids, image.ID)
	}
	ids = slices.Insert(ids, to, images[from].ID)
	if to <= from {
		from++
	}
	return slices.Delete(ids, from, from+1)
}

// storeMove gives the image at from a rank between those of the image before to and of the image at
// to. If no rank is left between them, all images get new ranks first.
func (s *Service) storeMove(ctx context.Context, tx *database.Tx, images []ranked, from, to int) error {
	rank, ok := rankBefore(images, to)
	if !ok {
		_, err := tx.Exec(ctx, `
			UPDATE images SET rank = counted.n * ?
			  FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY rank, id) AS n FROM images WHERE gallery_id = (SELECT gallery_id FROM images WHERE id = ?)) counted
			 WHERE images.id = counted.id`, rankGap, images[from].ID)
		if err != nil {
			return err
		}
		if images, err = lockOrder(ctx, tx, images[from].ID); err != nil {
			return err
		}
		rank, _ = rankBefore(images, to)
	}
	if _, err := tx.Exec(ctx, `UPDATE images SET rank = ? WHERE id = ?`, rank, images[from].ID); err != nil {
		return err
	}
	if err := s.recordImage(ctx, tx, audit.ImageChanged, images[from].ID, images[from].Title, "order"); err != nil {
		return err
	}
	return s.Changed(ctx, tx)
}

// rankBefore returns a rank between those of the image at to and of the one before, and whether there is one.
func rankBefore(images []ranked, to int) (rank int64, ok bool) {
	switch to {
	case 0:
		return images[0].Rank - rankGap, true
	case len(images):
		return images[to-1].Rank + rankGap, true
	}
	low, high := images[to-1].Rank, images[to].Rank
	return low + (high-low)/2, high-low > 1
}
