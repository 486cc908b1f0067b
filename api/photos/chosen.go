package photos

import (
	"context"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// maxChosen is the maximum number of images that one call changes or deletes.
const maxChosen = 200

// chosenImage is an image before a change.
type chosenImage struct {
	ID          int64  `db:"id"`
	Title       string `db:"title"`
	Description string `db:"description"`
	Gallery     *int64 `db:"gallery_id"`
}

func idsOf(chosen []chosenImage) (ids []int64) {
	for _, image := range chosen {
		ids = append(ids, image.ID)
	}
	return ids
}

// lockChosen returns the images, the oldest first, and locks them until the transaction ends. It
// returns a Conflict if one is gone.
func lockChosen(ctx context.Context, tx *database.Tx, images []int64) (chosen []chosenImage, err error) {
	where, args := among("i.id", images)
	// An update, so that of two simultaneous changes the second sees the first.
	if _, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id IN (SELECT i.id FROM live_images i WHERE `+where+`)`, args...); err != nil {
		return nil, err
	}
	err = tx.Select(ctx, &chosen, `SELECT i.id, i.title, i.description, i.gallery_id FROM live_images i WHERE `+where+` ORDER BY i.uploaded_at, i.id`, args...)
	if err != nil {
		return nil, err
	}
	found := map[int64]bool{}
	for _, image := range chosen {
		found[image.ID] = true
	}
	for _, id := range images {
		if !found[id] {
			return nil, httpx.Conflict(fmt.Sprintf(httpx.ImageIsGone, id))
		}
	}
	return chosen, nil
}

// moveToTrash moves locked images into the trash.
func (s *Service) moveToTrash(ctx context.Context, tx *database.Tx, images []int64) error {
	where, ids := among("id", images)
	_, err := tx.Exec(ctx, `UPDATE images SET deleted_at = ?, deleted_by = ?, upload_key = NULL WHERE `+where,
		append([]any{database.At(s.Clock()), audit.ActorID(ctx)}, ids...)...)
	return err
}
