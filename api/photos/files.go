package photos

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
)

// keepFile moves the file of an image into the trash. The caller gives the image another one.
func (s *Service) keepFile(ctx context.Context, tx *database.Tx, id int64) error {
	var replaced int64
	err := tx.Get(ctx, &replaced, `
		INSERT INTO replaced_images (image_id, renditions, file_hash, original_name, content_type, byte_size, width, height, focal_x, focal_y,
		                               deleted_at, deleted_by)
		SELECT id, renditions, file_hash, original_name, content_type, byte_size, width, height, focal_x, focal_y, ?, ?
		  FROM images WHERE id = ?
		RETURNING id`, database.At(s.Clock()), audit.ActorID(ctx), id)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE image_files SET replaced_id = ? WHERE image_id = ? AND replaced_id IS NULL`, replaced, id)
	return err
}

// maxTaken is how long a file that was taken away is served at most, while pages name it.
const maxTaken = 24 * time.Hour

// TakenFile is the file of an image that was deleted or replaced, or is in the trash. Shown means that the gallery of the
// image is shown.
type TakenFile struct {
	Name  string
	At    time.Time
	Shown bool
}

// OpenFile opens the file of that name, which the caller closes. It returns fs.ErrNotExist unless the file belongs to an
// image that is not in the trash, and was not replaced. A file that was taken away is opened for at most a day while the
// current pages name it, as pagesName reports; then lasting is false.
func (s *Service) OpenFile(
	ctx context.Context, name string, pagesName func(context.Context, TakenFile) (bool, error),
) (object *files.Object, lasting bool, err error) {
	taken, err := s.findFile(ctx, name)
	if err != nil {
		return nil, false, err
	}
	if !taken.At.IsZero() {
		named := s.Clock().Sub(taken.At) < maxTaken
		if named {
			if named, err = pagesName(ctx, taken); err != nil {
				return nil, false, fmt.Errorf("find the pages that name a file: %w", err)
			}
		}
		if !named {
			return nil, false, notExist(name)
		}
	}
	object, err = s.Files.Storage.Open(ctx, name)
	return object, taken.At.IsZero(), err
}

// findFile returns the file of that name, with a zero time unless it was taken away, or fs.ErrNotExist.
func (s *Service) findFile(ctx context.Context, name string) (TakenFile, error) {
	var found struct {
		At    *database.Time `db:"taken_at"`
		Shown bool           `db:"shown"`
	}
	there, err := s.DB.Find(ctx, &found, `
		SELECT COALESCE(r.deleted_at, i.deleted_at) AS taken_at, COALESCE(g.shown, FALSE) AS shown
		  FROM image_files f JOIN images i ON i.id = f.image_id
		  LEFT JOIN replaced_images r ON r.id = f.replaced_id
		  LEFT JOIN galleries g ON g.id = i.gallery_id
		 WHERE f.name = ?`, name)
	if err != nil {
		return TakenFile{}, fmt.Errorf("find the image of a file: %w", err)
	}
	if !there {
		at, deleted, err := s.Files.DeletedAt(ctx, name)
		if err == nil && !deleted {
			err = notExist(name)
		}
		return TakenFile{Name: name, At: at}, err
	}
	file := TakenFile{Name: name, Shown: found.Shown}
	if found.At != nil {
		file.At = found.At.Time
	}
	return file, nil
}

func notExist(name string) error {
	return &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// IsFileShown reports whether a page shows the file of that name: one of a gallery, or a text's.
func (s *Service) IsFileShown(ctx context.Context, name string) (bool, error) {
	var found struct {
		ID      int64 `db:"id"`
		OnPages bool  `db:"on_pages"`
	}
	there, err := s.DB.Find(ctx, &found, `
		SELECT i.id, COALESCE(i.gallery_id IN (SELECT id FROM live_galleries WHERE `+onPages+`), FALSE) AS on_pages
		  FROM image_files f JOIN live_images i ON i.id = f.image_id
		 WHERE f.name = ? AND f.replaced_id IS NULL`, name)
	if err != nil {
		return false, fmt.Errorf("find the pages of a file: %w", err)
	}
	if !there || found.OnPages {
		return found.OnPages, nil
	}
	return s.TextsShow(ctx, found.ID)
}

// fullName returns the name of the full rendition of an image, or NotFound.
func (s *Service) fullName(ctx context.Context, id int64) (string, error) {
	image, err := findImage(ctx, s.DB, id)
	if err != nil {
		return "", fmt.Errorf("find an image: %w", err)
	}
	return image.Renditions.Full().Name, nil
}

// OpenFull opens the full rendition of an image, which the caller closes, or returns NotFound.
func (s *Service) OpenFull(ctx context.Context, id int64) (*files.Object, error) {
	name, err := s.fullName(ctx, id)
	if err != nil {
		return nil, err
	}
	object, err := s.Files.Storage.Open(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("open the file of an image: %w", err)
	}
	return object, nil
}
