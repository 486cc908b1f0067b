package documents

import (
	"context"
	"fmt"

	"portfolio/api/database"
	"portfolio/api/media"
)

// Files returns the stored file of every document.
func (s *Service) Files(ctx context.Context, from database.Reader) ([]media.Kept, error) {
	var rows []struct {
		ID       int64  `db:"id"`
		Name     string `db:"name"`
		FileName string `db:"file_name"`
		ByteSize int64  `db:"byte_size"`
	}
	if err := from.Select(ctx, &rows, `SELECT id, name, file_name, byte_size FROM documents ORDER BY id`); err != nil {
		return nil, fmt.Errorf("list the files of documents: %w", err)
	}
	kept := make([]media.Kept, 0, len(rows))
	for _, row := range rows {
		kept = append(kept, media.Kept{Name: row.FileName, Bytes: row.ByteSize, Owner: fmt.Sprintf("document %d %q", row.ID, row.Name)})
	}
	return kept, nil
}
