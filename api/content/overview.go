package content

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// Saved is a draft in the personal data of the user who saved it.
type Saved struct {
	Path    string        `db:"path" json:"path"`
	Text    *string       `db:"text" json:"text"`
	SavedAt database.Time `db:"saved_at" json:"saved_at"`
}

// DraftsBy returns the drafts that a user saved, by path.
func DraftsBy(ctx context.Context, from database.Reader, userID int64) ([]Saved, error) {
	drafts := []Saved{}
	err := from.Select(ctx, &drafts, `SELECT path, text, saved_at FROM content_drafts WHERE saved_by = ? ORDER BY path`, userID)
	if err != nil {
		return nil, fmt.Errorf("list the drafts of a user: %w", err)
	}
	return drafts, nil
}

// Published is a version in the personal data of the user who wrote or published it. Text is nil for
// a removal and for a text of another user. CreatedAt and PublishAt are nil if its publication was
// cancelled or replaced.
type Published struct {
	Path          string         `db:"path" json:"path"`
	Text          *string        `db:"text" json:"text"`
	SavedAt       database.Time  `db:"saved_at" json:"saved_at"`
	CreatedAt     *database.Time `db:"created_at" json:"created_at"`
	PublishAt     *database.Time `db:"publish_at" json:"publish_at"`
	WrittenByMe   bool           `db:"written" json:"written_by_me"`
	PublishedByMe bool           `db:"published" json:"published_by_me"`
}

// PublishedBy returns the texts that a user wrote or published, oldest first.
func PublishedBy(ctx context.Context, from database.Reader, userID int64) ([]Published, error) {
	published := []Published{}
	err := from.Select(ctx, &published, `
		SELECT v.path, CASE WHEN v.saved_by = ? THEN v.text END AS text, v.saved_at, p.created_at, p.publish_at,
		       COALESCE(v.saved_by = ?, FALSE) AS written, COALESCE(p.created_by = ?, FALSE) AS published
		  FROM content_versions v LEFT JOIN content_publications p ON p.id = v.publication_id
		 WHERE v.saved_by = ? OR p.created_by = ? ORDER BY v.id`, userID, userID, userID, userID, userID)
	if err != nil {
		return nil, fmt.Errorf("list the published texts of a user: %w", err)
	}
	return published, nil
}
