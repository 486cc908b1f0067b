package photos

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// ManyImages says which images are changed or deleted together, and how.
type ManyImages struct {
	// Images are the IDs of the images, at most 200.
	Images            []int64     `json:"images"`
	Gallery           httpx.Value `json:"gallery"`
	Title             *string     `json:"title"`
	AppendTitle       *string     `json:"append_title"`
	Description       *string     `json:"description"`
	AppendDescription *string     `json:"append_description"`
	// Delete moves the images into the trash; nothing else is changed then.
	Delete bool `json:"delete"`
}

// ManyChanged is the result for the images: their number, and their items in the trash if they were
// deleted.
type ManyChanged struct {
	Images int      `json:"images"`
	Trash  []string `json:"trash"`
}

// ChangeImages changes or deletes all chosen images, or none: then it returns an httpx.Error that
// names the invalid fields, or a Conflict that names an image that is gone.
func (s *Service) ChangeImages(ctx context.Context, in ManyImages) (ManyChanged, error) {
	gallery, err := s.checkMany(ctx, &in)
	if err != nil {
		return ManyChanged{}, err
	}
	var changed ManyChanged
	err = s.DB.InTx(ctx, func(tx *database.Tx) (err error) {
		changed, err = s.storeMany(ctx, tx, in, gallery)
		return err
	})
	if database.IsForeignKey(err) && gallery != nil {
		return ManyChanged{}, noSuchGallery(*gallery)
	}
	if err != nil {
		return ManyChanged{}, fmt.Errorf("change many images: %w", err)
	}
	return changed, nil
}

func (s *Service) storeMany(ctx context.Context, tx *database.Tx, in ManyImages, gallery *int64) (ManyChanged, error) {
	if err := tx.Lock(ctx, database.LockManyImages); err != nil {
		return ManyChanged{}, err
	}
	// The gallery is locked before the images, like in other transactions.
	if _, err := tx.Exec(ctx, `UPDATE galleries SET name = name WHERE id = ?`, gallery); err != nil {
		return ManyChanged{}, err
	}
	chosen, err := lockChosen(ctx, tx, in.Images)
	if err != nil {
		return ManyChanged{}, err
	}
	changed, action := ManyChanged{Images: len(chosen), Trash: []string{}}, audit.ImageChanged
	var gone []int64
	if in.Delete {
		action = audit.ImageDeleted
		for _, image := range chosen {
			changed.Trash = append(changed.Trash, files.TrashID(audit.Image, image.ID))
		}
		gone = idsOf(chosen)
		err = s.moveToTrash(ctx, tx, gone)
	} else {
		err = in.update(ctx, tx, gallery, chosen)
	}
	if err != nil {
		return ManyChanged{}, err
	}
	err = s.recordImage(ctx, tx, action, 0, fmt.Sprintf("%d images", len(chosen)), in.detail(chosen))
	if err != nil {
		return ManyChanged{}, err
	}
	galleries := []*int64{gallery}
	for _, image := range chosen {
		galleries = append(galleries, image.Gallery)
	}
	return changed, s.noteShown(ctx, tx, in.Delete || in.Gallery.Sent, gone, galleries...)
}

// checkMany brings the texts into their stored form, and returns the chosen gallery, nil for none.
func (s *Service) checkMany(ctx context.Context, in *ManyImages) (gallery *int64, err error) {
	v := httpx.NewValidator()
	slices.Sort(in.Images)
	in.Images = slices.Compact(in.Images)
	v.Check(len(in.Images) > 0, "images", httpx.FieldRequired)
	v.Check(len(in.Images) <= maxChosen, "images", fmt.Sprintf(httpx.TooManyImages, maxChosen))
	in.checkTexts(v)
	changes := in.changes()
	v.Check(in.Delete != (len(changes) > 0), "non_field_errors", httpx.ChangeOrDelete)
	v.Check(in.Title == nil || in.AppendTitle == nil, "append_title", httpx.SetOrAppend)
	v.Check(in.Description == nil || in.AppendDescription == nil, "append_description", httpx.SetOrAppend)
	if gallery, err = s.findGallery(ctx, v, in.Gallery); err != nil {
		return nil, err
	}
	return gallery, v.Err()
}

func (in *ManyImages) checkTexts(v *httpx.Validator) {
	if in.Title != nil {
		*in.Title = v.RequiredText(in.Title, maxTitle, "title")
	}
	if in.AppendTitle != nil {
		*in.AppendTitle = v.RequiredText(in.AppendTitle, maxTitle, "append_title")
	}
	if in.Description != nil {
		*in.Description = v.OptionalText(in.Description, maxDescription, "description")
	}
	if in.AppendDescription != nil {
		*in.AppendDescription = v.RequiredText(in.AppendDescription, maxDescription, "append_description")
	}
}

// changes names the changed fields.
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

// detail is the detail of the entry in the audit log: the changes, and the images before them.
func (in ManyImages) detail(chosen []chosenImage) string {
	names := make([]string, len(chosen))
	for i, image := range chosen {
		names[i] = fmt.Sprintf("%d “%s”", image.ID, image.Title)
	}
	text := strings.Join(in.changes(), ", ")
	if text != "" {
		text += ": "
	}
	return text + strings.Join(names, ", ")
}

// update changes the texts and the gallery. Images that come into the gallery go to its end, the
// oldest first.
func (in ManyImages) update(ctx context.Context, tx *database.Tx, gallery *int64, chosen []chosenImage) error {
	v := httpx.NewValidator()
	for _, image := range chosen {
		checkAppended(v, image, image.Title, in.AppendTitle, maxTitle, "append_title")
		checkAppended(v, image, image.Description, in.AppendDescription, maxDescription, "append_description")
	}
	if err := v.Err(); err != nil {
		return err
	}
	where, ids := among("id", idsOf(chosen))
	_, err := tx.Exec(ctx, `
		UPDATE images
		   SET title = COALESCE(?, TRIM(title || ' ' || COALESCE(CAST(? AS TEXT), ''))),
		       title_key = COALESCE(?, SUBSTR(TRIM(title_key || ' ' || COALESCE(CAST(? AS TEXT), '')), 1, ?)),
		       description = COALESCE(?, TRIM(description || ' ' || COALESCE(CAST(? AS TEXT), ''))),
		       description_key = COALESCE(?, TRIM(description_key || ' ' || COALESCE(CAST(? AS TEXT), '')))
		 WHERE `+where,
		append([]any{
			in.Title, in.AppendTitle, keyOf(in.Title, database.SortKey), keyOf(in.AppendTitle, database.SortKey), database.MaxSortKey,
			in.Description, in.AppendDescription, keyOf(in.Description, database.SearchKey), keyOf(in.AppendDescription, database.SearchKey),
		}, ids...)...)
	if err != nil || !in.Gallery.Sent {
		return err
	}
	args := append([]any{gallery, gallery, int64(rankGap)}, ids...)
	_, err = tx.Exec(ctx, `
		UPDATE images SET gallery_id = ?, rank = COALESCE((SELECT MAX(rank) FROM images WHERE gallery_id = ?), 0) + counted.n * ?
		  FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY uploaded_at, id) AS n FROM images WHERE `+where+` AND gallery_id IS DISTINCT FROM ?) counted
		 WHERE images.id = counted.id`, append(args, gallery)...)
	return err
}

// keyOf returns the key of a text, or nil if the text was not sent.
func keyOf(text *string, key func(string) string) *string {
	if text == nil {
		return nil
	}
	return new(key(*text))
}

// checkAppended records that the text would be too long for one of the images, which it names.
func checkAppended(v *httpx.Validator, image chosenImage, text string, appended *string, limit int, field string) {
	if appended != nil && text != "" && v.Valid(field) {
		v.Check(utf8.RuneCountInString(text+" "+*appended) <= limit, field, fmt.Sprintf(httpx.AppendedTooLong, image.Title, limit))
	}
}
