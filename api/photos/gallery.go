package photos

import (
	"context"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Gallery is a named set of images. Its slug never changes, except that an empty gallery gives it
// up for a restored one that had it before.
type Gallery struct {
	ID          int64  `db:"id" json:"id"`
	Name        string `db:"name" json:"name"`
	Slug        string `db:"slug" json:"slug"`
	Description string `db:"description" json:"description"`
	// Shown means that the site has a page with its images, if it has any.
	Shown      bool  `db:"shown" json:"shown"`
	ImageCount int64 `db:"image_count" json:"image_count"`

	isSample bool
}

// GalleryFields are the fields of a gallery that a client sent; nil for one that it did not send.
type GalleryFields struct {
	Name        *string     `json:"name"`
	Description *string     `json:"description"`
	Shown       httpx.Value `json:"shown"`
	// IsSample means that ClearSample deletes it.
	IsSample bool `json:"-"`
}

const selectGalleries = `
	SELECT g.id, g.name, g.slug, g.description, g.shown, (SELECT COUNT(*) FROM live_images i WHERE i.gallery_id = g.id) AS image_count
	  FROM live_galleries g `

// ListGalleries returns all galleries, sorted by name.
func (s *Service) ListGalleries(ctx context.Context) ([]Gallery, error) {
	galleries := []Gallery{}
	if err := s.DB.Select(ctx, &galleries, selectGalleries+`ORDER BY g.name_key, g.id`); err != nil {
		return nil, fmt.Errorf("list galleries: %w", err)
	}
	return galleries, nil
}

// lockGallery returns a gallery and locks it until the transaction ends, or returns NotFound.
func lockGallery(ctx context.Context, tx *database.Tx, id int64) (gallery Gallery, err error) {
	// An update, so that of two simultaneous changes the second sees the first.
	if _, err := tx.Exec(ctx, `UPDATE galleries SET name = name WHERE id = ? AND deleted_at IS NULL`, id); err != nil {
		return Gallery{}, err
	}
	err = tx.Get(ctx, &gallery, selectGalleries+`WHERE g.id = ?`, id)
	return gallery, httpx.OrNotFound(err)
}

// CreateGallery makes a gallery and returns it, or an httpx.Error that names every invalid field. Its
// slug is made from the name, with a number if another gallery has it.
func (s *Service) CreateGallery(ctx context.Context, in GalleryFields) (Gallery, error) {
	v := httpx.NewValidator()
	gallery := Gallery{
		Name:        v.RequiredText(in.Name, maxName, "name"),
		Description: v.OptionalText(in.Description, maxDescription, "description"),
		Shown:       v.Flag(in.Shown, false, "shown"),
		isSample:    in.IsSample,
	}
	if err := v.Err(); err != nil {
		return Gallery{}, err
	}
	err := s.DB.InTx(ctx, func(tx *database.Tx) error { return s.addGallery(ctx, tx, &gallery) })
	if err != nil {
		return Gallery{}, fmt.Errorf("create a gallery: %w", err)
	}
	return gallery, nil
}

// CreateFrontPageGallery makes the gallery of the banner, unless there is one.
func (s *Service) CreateFrontPageGallery(ctx context.Context, tx *database.Tx) error {
	var exists bool
	err := tx.Get(ctx, &exists, `SELECT EXISTS (SELECT 1 FROM live_galleries WHERE slug = ?)`, FrontPageGallery)
	if err == nil && !exists {
		err = s.addGallery(ctx, tx, &Gallery{Name: FrontPageGallery})
	}
	if err != nil {
		return fmt.Errorf("create the front page's gallery: %w", err)
	}
	return nil
}

func (s *Service) addGallery(ctx context.Context, tx *database.Tx, gallery *Gallery) error {
	if err := s.insertGallery(ctx, tx, gallery); err != nil {
		return err
	}
	return s.recordGallery(ctx, tx, audit.GalleryCreated, *gallery)
}

// insertGallery stores the gallery under the first free slug, and sets its slug and ID. Two
// simultaneous calls cannot get the same slug: the second insert waits for the first transaction.
func (s *Service) insertGallery(ctx context.Context, tx *database.Tx, gallery *Gallery) error {
	base := slugOf(gallery.Name)
	for n := 1; ; n++ {
		gallery.Slug = numbered(base, n)
		free, err := tx.Find(ctx, &gallery.ID, `
			INSERT INTO galleries (name, name_key, slug, description, shown, created_at, is_sample) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING
			RETURNING id`, gallery.Name, database.SortKey(gallery.Name), gallery.Slug, gallery.Description, gallery.Shown, database.At(s.Clock()), gallery.isSample)
		if err != nil || free {
			return err
		}
	}
}

// ChangeGallery changes a gallery and returns it, or NotFound, or an httpx.Error that names the
// invalid fields. Its slug is kept, because pages refer to it. It records nothing if nothing
// changed.
func (s *Service) ChangeGallery(ctx context.Context, id int64, in GalleryFields) (changed Gallery, err error) {
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		before, err := lockGallery(ctx, tx, id)
		if err != nil {
			return err
		}
		v := httpx.NewValidator()
		changed = before
		changed.Name = v.ChangedText(in.Name, before.Name, maxName, "name")
		changed.Description = v.ChangedOptionalText(in.Description, before.Description, maxDescription, "description")
		changed.Shown = v.Flag(in.Shown, before.Shown, "shown")
		if err := v.Err(); err != nil || changed == before {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE galleries SET name = ?, name_key = ?, description = ?, shown = ? WHERE id = ?`,
			changed.Name, database.SortKey(changed.Name), changed.Description, changed.Shown, id)
		if err != nil {
			return err
		}
		if err := s.recordGallery(ctx, tx, audit.GalleryChanged, changed); err != nil {
			return err
		}
		switch {
		case changed.Shown != before.Shown:
			return s.Pages.ChangedNow(ctx, tx)
		case changed.Shown:
			return s.Pages.ChangedSoon(ctx, tx)
		}
		return nil
	})
	if err != nil {
		return Gallery{}, fmt.Errorf("change a gallery: %w", err)
	}
	return changed, nil
}

// DeleteGallery moves a gallery into the trash, or returns NotFound. Its images stay and are in
// none until it is restored.
func (s *Service) DeleteGallery(ctx context.Context, id int64) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		gallery, err := lockGallery(ctx, tx, id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE galleries SET deleted_at = ?, deleted_by = ? WHERE id = ?`, database.At(s.Clock()), audit.ActorID(ctx), id)
		if err != nil {
			return err
		}
		err = s.recordGallery(ctx, tx, audit.GalleryDeleted, gallery)
		if err == nil && (gallery.Shown || gallery.Slug == FrontPageGallery) {
			err = s.Pages.ChangedNow(ctx, tx)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("delete a gallery: %w", err)
	}
	return nil
}
