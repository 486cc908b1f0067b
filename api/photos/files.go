package photos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/crashpoint"
	"portfolio/api/database"
	"portfolio/api/media"
)

// save makes and stores the files of a received picture. A file that turns out to be damaged is an apperror under "image".
func (s *Service) save(ctx context.Context, file *media.Upload) (media.Picture, error) {
	picture, err := s.library.Save(ctx, file)
	var refusal *media.Refusal
	if errors.As(err, &refusal) {
		return nil, apperror.InvalidField("image", refusal.Text)
	}
	crashpoint.Reach("picture stored")
	return picture, err
}

// holdFiles makes sure that the picture's files are still there and stay until the transaction ends, and returns what a
// row says of them. It returns media.ErrSwept when they are not: they have to be made again.
func (s *Service) holdFiles(ctx context.Context, tx *database.Tx, picture media.Picture) (variants string, err error) {
	if err := tx.Lock(ctx, database.LockFiles); err != nil {
		return "", err
	}
	if err := s.library.Check(ctx, picture.Names()...); err != nil {
		return "", err
	}
	text, err := json.Marshal(picture)
	return string(text), err
}

// Files returns the stored files of every image.
func (s *Service) Files(ctx context.Context, from database.Reader) ([]media.Kept, error) {
	var rows []struct {
		ID       int64  `db:"id"`
		Title    string `db:"title"`
		Variants string `db:"variants"`
	}
	if err := from.Select(ctx, &rows, `SELECT id, title, variants FROM images ORDER BY id`); err != nil {
		return nil, fmt.Errorf("list the files of images: %w", err)
	}
	var kept []media.Kept
	for _, row := range rows {
		var picture media.Picture
		if err := json.Unmarshal([]byte(row.Variants), &picture); err != nil {
			return nil, fmt.Errorf("image %d: its files %q cannot be read: %w", row.ID, row.Variants, err)
		}
		for _, rendition := range picture {
			kept = append(kept, media.Kept{Name: rendition.Name, Bytes: rendition.Bytes, Owner: fmt.Sprintf("image %d %q", row.ID, row.Title)})
		}
	}
	return kept, nil
}
