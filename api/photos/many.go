package photos

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/trash"
)

const (
	// maxSelected is how many images one call changes at most, and maxDeleted how many it deletes.
	maxSelected = 5_000
	maxDeleted  = 1_000
	// manyTimeout bounds the transaction that changes many images.
	manyTimeout = 25 * time.Second
)

// ChosenImages are images for one change. Images are their IDs. Without them, Filter chooses with
// the parameters search, gallery and alt_text of a list, and Count is the number of images that the
// user saw.
type ChosenImages struct {
	Images []int64           `json:"images"`
	Filter map[string]string `json:"filter"`
	Count  int               `json:"count"`
}

// ManyImages says which images are changed or deleted together, and how.
type ManyImages struct {
	ChosenImages

	Gallery           apperror.Reference `json:"gallery"`
	Title             *string            `json:"title"`
	AppendTitle       *string            `json:"append_title"`
	Description       *string            `json:"description"`
	AppendDescription *string            `json:"append_description"`
	// Delete puts the images into the trash; nothing else is changed then.
	Delete bool `json:"delete"`
}

// ManyChanged is the result for the images: their number, and their items in the trash if they were
// deleted.
type ManyChanged struct {
	Images int      `json:"images"`
	Trash  []string `json:"trash"`
}

// ChangeImages changes or deletes all chosen images, or none: then it returns an apperror that
// names the invalid fields, or a Conflict that names an image that is gone or the images to be
// deleted that texts show, or says that the filter now matches others.
func (s *Service) ChangeImages(ctx context.Context, in ManyImages) (ManyChanged, error) {
	gallery, filter, err := s.checkMany(ctx, &in)
	if err != nil {
		return ManyChanged{}, err
	}
	changed := ManyChanged{Trash: []string{}}
	err = s.DB.InTx(database.WithTimeout(ctx, manyTimeout), func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockManyImages); err != nil {
			return err
		}
		if gallery != nil { // locked before the images, as by those who delete it or move images in it
			if _, err := tx.Exec(ctx, `UPDATE galleries SET name = name WHERE id = ?`, *gallery); err != nil {
				return err
			}
		}
		chosen, err := in.lock(ctx, tx, filter)
		if err != nil {
			return err
		}
		changed.Images = len(chosen)
		action := audit.ImageChanged
		if in.Delete {
			action = audit.ImageDeleted
			changed.Trash, err = s.deleteMany(ctx, tx, chosen)
		} else {
			err = s.updateMany(ctx, tx, in, gallery, chosen)
		}
		if err != nil {
			return err
		}
		if err := s.recordImage(ctx, tx, action, 0, fmt.Sprintf("%d images", len(chosen)), in.detail(chosen)); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	})
	if database.IsForeignKey(err) && gallery != nil {
		return ManyChanged{}, apperror.InvalidField("gallery", fmt.Sprintf(apperror.NoSuchPK, fmt.Sprint(*gallery)))
	}
	if err != nil {
		return ManyChanged{}, fmt.Errorf("change many images: %w", err)
	}
	return changed, nil
}

// checkMany brings the texts into the form in which they are stored, and returns the chosen gallery, nil for none, and the filter.
func (s *Service) checkMany(ctx context.Context, in *ManyImages) (gallery *int64, filter Filter, err error) {
	v := apperror.NewValidator()
	limit := maxSelected
	if in.Delete {
		limit = maxDeleted
	}
	if filter, err = in.check(v, limit); err != nil {
		return nil, filter, err
	}
	for _, text := range []struct {
		value    *string
		limit    int
		name     string
		required bool
	}{
		{in.Title, maxTitle, "title", true}, {in.AppendTitle, maxTitle, "append_title", true},
		{in.Description, maxDescription, "description", false}, {in.AppendDescription, maxDescription, "append_description", true},
	} {
		if text.value != nil && text.required {
			*text.value = v.RequiredText(text.value, text.limit, text.name)
		} else if text.value != nil {
			*text.value = v.OptionalText(text.value, text.limit, text.name)
		}
	}
	changes := in.changes()
	v.Check(in.Delete != (len(changes) > 0), "non_field_errors", apperror.ChangeOrDelete)
	v.Check(in.Title == nil || in.AppendTitle == nil, "append_title", apperror.SetOrAppend)
	v.Check(in.Description == nil || in.AppendDescription == nil, "append_description", apperror.SetOrAppend)
	if gallery, err = s.findGallery(ctx, v, in.Gallery); err != nil {
		return nil, filter, err
	}
	return gallery, filter, v.Err()
}

// check returns the filter, and records an invalid choice in v. It returns an error for an invalid
// filter.
func (c *ChosenImages) check(v *apperror.Validator, limit int) (filter Filter, err error) {
	count := c.Count
	if c.Filter == nil {
		slices.Sort(c.Images)
		c.Images = slices.Compact(c.Images)
		count = len(c.Images)
	} else if filter, err = readFilter(url.Values{"search": {c.Filter["search"]}, "gallery": {c.Filter["gallery"]}, "alt_text": {c.Filter["alt_text"]}}); err != nil {
		return filter, err
	}
	v.Check(c.Filter == nil || c.Images == nil, "images", apperror.ImagesOrFilter)
	v.Check(count > 0, "images", apperror.FieldRequired)
	v.Check(count <= limit, "images", fmt.Sprintf(apperror.TooManyImages, limit))
	return filter, nil
}

// changes names what of the images is changed.
func (in ManyImages) changes() (names []string) {
	if in.Title != nil || in.AppendTitle != nil {
		names = append(names, "title")
	}
	if in.Description != nil || in.AppendDescription != nil {
		names = append(names, "description")
	}
	if in.Gallery.Sent {
		names = append(names, "gallery")
	}
	return names
}

// detail is the detail of the entry in the audit log: the changes, and as many images as fit.
func (in ManyImages) detail(chosen []chosenImage) string {
	text := strings.Join(in.changes(), ", ")
	if text != "" {
		text += ": "
	}
	return text + namesOf(chosen)
}

// namesOf names images as the audit log has them.
func namesOf(chosen []chosenImage) string {
	names := make([]string, len(chosen))
	for i, image := range chosen {
		names[i] = fmt.Sprintf("%d “%s”", image.ID, image.Title)
	}
	return strings.Join(names, ", ")
}

// chosenImage is an image before a change.
type chosenImage struct {
	ID          int64  `db:"id"`
	Title       string `db:"title"`
	Description string `db:"description"`
}

// condition returns the condition of the chosen images.
func (c ChosenImages) condition(filter Filter) (condition string, args []any) {
	if c.Filter == nil {
		return among("i.id", c.Images)
	}
	return filter.condition()
}

// lock is find with a lock on the images until the transaction ends.
func (c ChosenImages) lock(ctx context.Context, tx *database.Tx, filter Filter) ([]chosenImage, error) {
	where, args := c.condition(filter)
	// An update, so that of two changes at once the second sees the first.
	if _, err := tx.Exec(ctx, `UPDATE images SET title = title WHERE id IN (SELECT i.id FROM live_images i WHERE `+where+`)`, args...); err != nil {
		return nil, err
	}
	return c.find(ctx, tx, filter)
}

// find returns the chosen images, the oldest first, or a Conflict where some are gone or others match.
func (c ChosenImages) find(ctx context.Context, tx *database.Tx, filter Filter) (chosen []chosenImage, err error) {
	where, args := c.condition(filter)
	err = tx.Select(ctx, &chosen, `SELECT i.id, i.title, i.description FROM live_images i WHERE `+where+` ORDER BY i.uploaded_at, i.id`, args...)
	if err != nil {
		return nil, err
	}
	if c.Filter != nil && len(chosen) != c.Count {
		return nil, apperror.Conflict(fmt.Sprintf(apperror.OtherImagesMatch, len(chosen), c.Count))
	}
	there := map[int64]bool{}
	for _, image := range chosen {
		there[image.ID] = true
	}
	return chosen, checkThere(c.Images, there)
}

// checkThere returns a Conflict that names one of the ids that are not there.
func checkThere(ids []int64, there map[int64]bool) error {
	for _, id := range ids {
		if !there[id] {
			return apperror.Conflict(fmt.Sprintf(apperror.ImageIsGone, id))
		}
	}
	return nil
}

// updateMany changes the texts and the gallery. Those that come into the gallery go to its end, the oldest first.
func (s *Service) updateMany(ctx context.Context, tx *database.Tx, in ManyImages, gallery *int64, chosen []chosenImage) error {
	v := apperror.NewValidator()
	for _, image := range chosen {
		checkAppended(v, image, image.Title, in.AppendTitle, maxTitle, "append_title")
		checkAppended(v, image, image.Description, in.AppendDescription, maxDescription, "append_description")
	}
	if err := v.Err(); err != nil {
		return err
	}
	where, ids := among("images.id", idsOf(chosen))
	update := func(changes string, args ...any) error {
		_, err := tx.Exec(ctx, `UPDATE images SET `+changes+` WHERE `+where, append(args, ids...)...)
		return err
	}
	if in.Title != nil || in.Description != nil {
		err := update(`
			title = COALESCE(?, title), title_key = COALESCE(?, title_key),
			description = COALESCE(?, description), description_key = COALESCE(?, description_key)`,
			in.Title, sortKeyOf(in.Title), in.Description, searchKeyOf(in.Description))
		if err != nil {
			return err
		}
	}
	if in.AppendTitle != nil || in.AppendDescription != nil {
		err := update(`
			title = title || COALESCE(' ' || CAST(? AS TEXT), ''),
			title_key = SUBSTR(title_key || COALESCE(' ' || CAST(? AS TEXT), ''), 1, ?),
			description = `+appended("description")+`, description_key = `+appended("description_key"),
			in.AppendTitle, sortKeyOf(in.AppendTitle), database.MaxSortKey, in.AppendDescription, in.AppendDescription,
			searchKeyOf(in.AppendDescription), searchKeyOf(in.AppendDescription))
		if err != nil {
			return err
		}
	}
	if !in.Gallery.Sent {
		return nil
	}
	if gallery == nil {
		return update(`gallery_id = NULL`)
	}
	args := append(append([]any{*gallery, *gallery, int64(rankGap)}, ids...), *gallery)
	_, err := tx.Exec(ctx, `
		UPDATE images SET gallery_id = ?, rank = COALESCE((SELECT MAX(rank) FROM images WHERE gallery_id = ?), 0) + counted.n * ?
		  FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY uploaded_at, id) AS n FROM images WHERE `+where+` AND gallery_id IS DISTINCT FROM ?) counted
		 WHERE images.id = counted.id`, args...)
	return err
}

// appended is the expression of a column with a text after it, which is two arguments.
func appended(column string) string {
	return `CASE WHEN ` + column + ` = '' THEN COALESCE(CAST(? AS TEXT), '') ELSE ` + column + ` || COALESCE(' ' || CAST(? AS TEXT), '') END`
}

// checkAppended records that the text would be too long for one of the images, which it names.
func checkAppended(v *apperror.Validator, image chosenImage, text string, appended *string, limit int, field string) {
	if appended != nil && text != "" && v.Valid(field) {
		v.Check(utf8.RuneCountInString(text+" "+*appended) <= limit, field, fmt.Sprintf(apperror.AppendedTooLong, image.Title, limit))
	}
}

// deleteMany moves the images into the trash and returns their items there, in the order of the images.
func (s *Service) deleteMany(ctx context.Context, tx *database.Tx, chosen []chosenImage) (items []string, err error) {
	if err := s.checkUnused(ctx, tx, chosen); err != nil {
		return nil, err
	}
	for _, image := range chosen {
		items = append(items, trash.ID(audit.Image, image.ID))
	}
	return items, s.moveToTrash(ctx, tx, idsOf(chosen))
}

func idsOf(chosen []chosenImage) (ids []int64) {
	for _, image := range chosen {
		ids = append(ids, image.ID)
	}
	return ids
}

// among returns the condition that the column has one of the ids, of which there is at least one.
func among(column string, ids []int64) (condition string, args []any) {
	for _, id := range ids {
		args = append(args, id)
	}
	return column + ` IN (?` + strings.Repeat(", ?", len(ids)-1) + `)`, args
}
