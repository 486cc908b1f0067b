package photos

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// rankGap is the distance between the ranks of images that are added to a gallery. The migrations
// have the same.
const rankGap = 1 << 20

// Move says where an image of a gallery goes.
type Move struct {
	// Before is the ID of the image of the same gallery that follows it then; null for the
	// gallery's end.
	Before httpx.Value `json:"before"`
}

// GalleryOrder has the IDs of all images of a gallery, in their order.
type GalleryOrder struct {
	Images []int64 `json:"images"`
}

// MoveImage moves an image within its gallery, and returns the new order. It returns NotFound for
// an image without a gallery, or an httpx.Error that describes an invalid Before. Moves in one gallery
// run one after another, on all replicas.
func (s *Service) MoveImage(ctx context.Context, id int64, in Move) (order GalleryOrder, err error) {
	v := httpx.NewValidator()
	v.Check(in.Before.Sent, "before", httpx.FieldRequired)
	before := v.ID(in.Before, "before")
	if err := v.Err(); err != nil {
		return GalleryOrder{}, err
	}
	err = s.DB.InTx(ctx, func(tx *database.Tx) (err error) {
		order.Images, err = s.move(ctx, tx, id, before)
		return err
	})
	if errors.Is(err, errNotInGallery) {
		v.Missing(in.Before, "before")
		return GalleryOrder{}, v.Err()
	}
	if err != nil {
		return GalleryOrder{}, fmt.Errorf("move an image: %w", err)
	}
	return order, nil
}

// errNotInGallery is returned for an image that should be in the gallery of another one.
var errNotInGallery = errors.New("the image is not in this gallery")

// move puts the image before another one of its gallery, or at its end for 0, and returns the new
// order.
func (s *Service) move(ctx context.Context, tx *database.Tx, id, before int64) ([]int64, error) {
	image, err := findImage(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if image.Gallery == nil {
		return nil, httpx.NotFound()
	}
	ids, err := lockOrder(ctx, tx, *image.Gallery)
	if err != nil {
		return nil, err
	}
	from, to := slices.Index(ids, id), len(ids)
	if before != 0 {
		to = slices.Index(ids, before)
	}
	switch {
	case from < 0:
		return nil, httpx.NotFound()
	case to < 0:
		return nil, errNotInGallery
	case to == from || to == from+1:
		return ids, nil
	}
	return moved(ids, from, to), s.storeMove(ctx, tx, image, before)
}

// lockOrder returns the IDs of the images of a gallery in their order, and locks the order until
// the transaction ends.
func lockOrder(ctx context.Context, tx *database.Tx, gallery int64) (ids []int64, err error) {
	if _, err := tx.Exec(ctx, `UPDATE galleries SET name = name WHERE id = ?`, gallery); err != nil {
		return nil, err
	}
	err = tx.Select(ctx, &ids, `SELECT id FROM live_images WHERE gallery_id = ? ORDER BY rank, id`, gallery)
	return ids, err
}

// moved returns the IDs with the one at from put before the one at to.
func moved(ids []int64, from, to int) []int64 {
	id := ids[from]
	ids = slices.Insert(ids, to, id)
	if to <= from {
		from++
	}
	return slices.Delete(ids, from, from+1)
}

// storeMove puts the image before another one of its gallery, or at its end for 0. All images get
// new ranks first, with room before each.
func (s *Service) storeMove(ctx context.Context, tx *database.Tx, image Image, before int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE images SET rank = counted.n * 2
		  FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY rank, id) AS n FROM images WHERE gallery_id = ?) counted
		 WHERE images.id = counted.id`, *image.Gallery)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE images SET rank = COALESCE((SELECT rank - 1 FROM images WHERE id = ?), (SELECT MAX(rank) + 1 FROM images WHERE gallery_id = ?))
		 WHERE id = ?`, before, *image.Gallery, image.ID)
	if err != nil {
		return err
	}
	if err := s.recordImage(ctx, tx, audit.ImageChanged, image.ID, image.Title, "order"); err != nil {
		return err
	}
	return s.noteShown(ctx, tx, false, nil, image.Gallery)
}
