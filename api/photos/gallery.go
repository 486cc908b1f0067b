package photos

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// Gallery is a named set of images. Its slug never changes, except that an empty gallery gives it
// up for a restored one that had it before.
type Gallery struct {
	ID          int64  `db:"id" json:"id"`
	Name        string `db:"name" json:"name"`
	Slug        string `db:"slug" json:"slug"`
	Description string `db:"description" json:"description"`
	ImageCount  int64  `db:"image_count" json:"image_count"`
}

// GalleryFields are the fields of a gallery that a client sent; nil for one that it did not send.
type GalleryFields struct {
	Name        *string `json:"name"`
	Description *string `json:"description"`
}

// ListGalleries returns all galleries, sorted by name.
func (s *Service) ListGalleries(ctx context.Context) ([]Gallery, error) {
	galleries := []Gallery{}
	err := s.DB.Select(ctx, &galleries, `
		SELECT g.id, g.name, g.slug, g.description, (SELECT COUNT(*) FROM live_images i WHERE i.gallery_id = g.id) AS image_count
		  FROM live_galleries g
		 ORDER BY g.name_key, g.id`)
	if err != nil {
		return nil, fmt.Errorf("list galleries: %w", err)
	}
	return galleries, nil
}

// CreateGallery makes a gallery and returns it, or an apperror that names every wrong field. Its slug is made from the
// name, and carries a number when another gallery has it.
func (s *Service) CreateGallery(ctx context.Context, in GalleryFields) (Gallery, error) {
	v := apperror.NewValidator()
	name := v.RequiredText(in.Name, maxName, "name")
	description := v.OptionalText(in.Description, maxDescription, "description")
	if err := v.Err(); err != nil {
		return Gallery{}, err
	}
	gallery := Gallery{Name: name, Description: description}
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		if err := s.insertGallery(ctx, tx, &gallery); err != nil {
			return err
		}
		return s.recordGallery(ctx, tx, audit.GalleryCreated, gallery)
	})
	if err != nil {
		return Gallery{}, fmt.Errorf("create a gallery: %w", err)
	}
	return gallery, nil
}

// ChangeGallery changes a gallery and returns it, or NotFound, or an apperror that names the
// invalid fields. Its slug is kept, because pages refer to it. It records nothing if nothing
// changed.
func (s *Service) ChangeGallery(ctx context.Context, id int64, in GalleryFields) (Gallery, error) {
	v := apperror.NewValidator()
	if in.Name != nil {
		*in.Name = v.RequiredText(in.Name, maxName, "name")
	}
	if in.Description != nil {
		*in.Description = v.OptionalText(in.Description, maxDescription, "description")
	}
	var changed Gallery
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		var before Gallery
		// An update, so that of two changes at once the second sees the first.
		err := tx.Get(ctx, &before, `UPDATE galleries SET name = name WHERE id = ? AND deleted_at IS NULL RETURNING name, description`, id)
		if err != nil {
			return err
		}
		if err := v.Err(); err != nil {
			return err
		}
		err = tx.Get(ctx, &changed, `
			UPDATE galleries SET name = COALESCE(?, name), name_key = COALESCE(?, name_key), description = COALESCE(?, description)
			 WHERE id = ?
			RETURNING id, name, slug, description,
			          (SELECT COUNT(*) FROM live_images i WHERE i.gallery_id = galleries.id) AS image_count`,
			in.Name, sortKeyOf(in.Name), in.Description, id)
		if err != nil || changed.Name == before.Name && changed.Description == before.Description {
			return err
		}
		return s.recordGallery(ctx, tx, audit.GalleryChanged, changed)
	})
	if errors.Is(err, database.ErrNoRows) {
		return Gallery{}, apperror.NotFound()
	}
	if err != nil {
		return Gallery{}, fmt.Errorf("change a gallery: %w", err)
	}
	return changed, nil
}

// DeleteGallery moves a gallery into the trash, or returns NotFound. Its images stay and are in none until it is restored.
func (s *Service) DeleteGallery(ctx context.Context, id int64) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		deleted := Gallery{ID: id}
		err := tx.Get(ctx, &deleted.Name, `UPDATE galleries SET deleted_at = ?, deleted_by = ? WHERE id = ? AND deleted_at IS NULL RETURNING name`,
			database.At(s.Clock()), audit.ActorID(ctx), id)
		if errors.Is(err, database.ErrNoRows) {
			return apperror.NotFound()
		}
		if err != nil {
			return err
		}
		if err := s.recordGallery(ctx, tx, audit.GalleryDeleted, deleted); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("delete a gallery: %w", err)
	}
	return nil
}

// insertGallery stores the gallery under the first free slug, and fills in its slug and id. Two that come at once cannot
// get the same one: the second insert finds the first's row, or waits for its transaction to end.
func (s *Service) insertGallery(ctx context.Context, tx *database.Tx, gallery *Gallery) error {
	var taken []string
	base := slugOf(gallery.Name)
	if err := tx.Select(ctx, &taken, `SELECT slug FROM live_galleries WHERE slug LIKE ?`, cmp.Or(base, defaultSlug)+"%"); err != nil {
		return err
	}
	for slug := range slugCandidates(base, taken) {
		err := tx.Get(ctx, &gallery.ID, `
			INSERT INTO galleries (name, name_key, slug, description, created_at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING
			RETURNING id`, gallery.Name, database.SortKey(gallery.Name), slug, gallery.Description, database.At(s.Clock()))
		if !errors.Is(err, database.ErrNoRows) {
			gallery.Slug = slug
			return err
		}
	}
	return nil
}
