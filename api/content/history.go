package content

import (
	"context"
	"fmt"
	"slices"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
)

// state is a text that a path had. Kind is "published", "file", "scheduled" for one that is published at that time, or
// "replaced" for a scheduled text that was replaced or cancelled before its time. A nil Text is a removal. By is who saved
// it, nil if unknown. Publication is that of a scheduled text, otherwise nil.
type state struct {
	Kind   string        `db:"kind" json:"kind"`
	Text   *string       `db:"text" json:"text"`
	At     database.Time `db:"at" json:"at"`
	Author *string       `db:"author" json:"author"`

	Publication *int64 `db:"publication" json:"publication"`
}

// history returns the states of a path, newest first. A state with the same text as the one before
// is left out, such as a file to which a published text was exported.
func (s *Service) history(ctx context.Context, path string) (states []*state, err error) {
	now := database.At(s.Clock())
	err = s.DB.Select(ctx, &states, `
		SELECT kind, text, at, publication, (SELECT u.name FROM user_names u WHERE u.id = saved_by) AS author FROM (
		  SELECT 'published' AS kind, e.text, p.publish_at AS at, e.saved_by, 2 AS rank, e.id, CAST(NULL AS BIGINT) AS publication
		    FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		   WHERE e.path = ? AND e.replaced_at IS NULL AND `+isPublished+`
		   UNION ALL
		  SELECT 'scheduled', e.text, p.publish_at, e.saved_by, 2, e.id, p.id
		    FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		   WHERE e.path = ? AND e.replaced_at IS NULL AND NOT `+isPublished+`
		   UNION ALL
		  SELECT 'replaced', e.text, e.replaced_at, e.saved_by, 3, e.id, NULL
		    FROM content_edits e WHERE e.path = ? AND e.replaced_at IS NOT NULL
		   UNION ALL
		  SELECT 'file', f.text, f.reported_at, NULL, 1, f.id, NULL FROM content_files f WHERE f.path = ?
		   UNION ALL
		  SELECT 'file', NULL, f.superseded_at, NULL, 1, f.id, NULL FROM content_files f
		   WHERE f.path = ? AND f.superseded_at IS NOT NULL AND NOT EXISTS (
		    SELECT 1 FROM content_files g WHERE g.path = f.path AND g.reported_at = f.superseded_at)
		  ) AS states ORDER BY at, rank, id`, path, now, path, now, path, path, path)
	if err != nil {
		return nil, fmt.Errorf("list the history of a text: %w", err)
	}
	last := map[string]*state{}
	states = slices.DeleteFunc(states, func(s *state) bool {
		line := s.Kind
		if line == "file" {
			line = "published"
		}
		before := last[line]
		last[line] = s
		return before != nil && apperror.Same(before.Text, s.Text)
	})
	slices.Reverse(states)
	return states, nil
}
