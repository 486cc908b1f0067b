package photos

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// The maximum numbers of images that one call changes or deletes.
const (
	maxSelected = 5_000
	maxDeleted  = 1_000
)

// ChosenImages are images for one change. Images are their IDs. Without them, Filter chooses with
// the parameters search, gallery and alt_text of a list, and Count is the number of images that the
// user saw.
type ChosenImages struct {
	Images []int64           `json:"images"`
	Filter map[string]string `json:"filter"`
	Count  int               `json:"count"`
}

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

// check returns the filter, and records an invalid choice in v. It returns an error for an invalid
// filter.
func (c *ChosenImages) check(v *apperror.Validator, limit int) (filter Filter, err error) {
	count := c.Count
	if c.Filter == nil {
		slices.Sort(c.Images)
		c.Images = slices.Compact(c.Images)
		count = len(c.Images)
	} else {
		query := url.Values{}
		for _, name := range []string{"search", "gallery", "alt_text"} {
			query.Set(name, c.Filter[name])
		}
		if filter, err = readFilter(query); err != nil {
			return filter, err
		}
	}
	v.Check(c.Filter == nil || c.Images == nil, "images", apperror.ImagesOrFilter)
	v.Check(count > 0, "images", apperror.FieldRequired)
	v.Check(count <= limit, "images", fmt.Sprintf(apperror.TooManyImages, limit))
	return filter, nil
}

// lock returns the chosen images, the oldest first, and locks them until the transaction ends. It
// returns a Conflict if one is gone or the filter matches others.
func (c ChosenImages) lock(ctx context.Context, tx *database.Tx, filter Filter) (chosen []chosenImage, err error) {
	where, args := filter.condition()
	if c.Filter == nil {
		where, args = among("i.id", c.Images)
	}
	// An update, so that of two simultaneous changes the second sees the first.
	if _, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id IN (SELECT i.id FROM live_images i WHERE `+where+`)`, args...); err != nil {
		return nil, err
	}
	err = tx.Select(ctx, &chosen, `SELECT i.id, i.title, i.description, i.gallery_id FROM live_images i WHERE `+where+` ORDER BY i.uploaded_at, i.id`, args...)
	if err != nil {
		return nil, err
	}
	if c.Filter != nil && len(chosen) != c.Count {
		return nil, apperror.Conflict(fmt.Sprintf(apperror.OtherImagesMatch, len(chosen), c.Count))
	}
	found := map[int64]bool{}
	for _, image := range chosen {
		found[image.ID] = true
	}
	for _, id := range c.Images {
		if !found[id] {
			return nil, apperror.Conflict(fmt.Sprintf(apperror.ImageIsGone, id))
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
