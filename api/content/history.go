package content

import (
	"context"
	"fmt"
	"slices"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// historyEntry is a text that a path had. Kind is "published", "file" for one from files, "refused"
// for one from files that conflicted with the text, "scheduled" for one that is published at that
// time, or "replaced" for a scheduled text that was replaced or cancelled before its time. A nil Text
// is a removal. Author is nil if unknown. Publication is that of a scheduled text, otherwise nil.
type historyEntry struct {
	Kind   string        `db:"kind" json:"kind"`
	Text   *string       `db:"text" json:"text"`
	At     database.Time `db:"at" json:"at"`
	Author *string       `db:"author" json:"author"`

	Publication *int64 `db:"publication" json:"publication"`
	Version     int64  `db:"id" json:"version"`
}

// history returns the texts of a path, newest first, without those that equal the one before.
func (s *Service) history(ctx context.Context, path string) (entries []*historyEntry, err error) {
	now := database.At(s.Clock())
	err = s.DB.Select(ctx, &entries, `
		SELECT v.id, CASE WHEN p.id IS NULL THEN CASE v.source WHEN 'files' THEN 'refused' ELSE 'replaced' END
		            WHEN NOT `+isPublished+` THEN 'scheduled'
		            WHEN v.source = 'files' THEN 'file' ELSE 'published' END AS kind,
		       v.text, COALESCE(p.publish_at, v.saved_at) AS at, (SELECT u.name FROM user_names u WHERE u.id = v.saved_by) AS author,
		       CASE WHEN NOT `+isPublished+` THEN p.id END AS publication
		  FROM content_versions v LEFT JOIN content_publications p ON p.id = v.publication_id
		 WHERE v.path = ? ORDER BY at, v.id`, now, now, path)
	if err != nil {
		return nil, fmt.Errorf("list the history of a text: %w", err)
	}
	last := map[string]*historyEntry{}
	entries = slices.DeleteFunc(entries, func(e *historyEntry) bool {
		line := e.Kind
		if line == "file" || line == "refused" {
			line = "published"
		}
		before := last[line]
		if e.Kind != "refused" {
			last[line] = e
		}
		return before != nil && httpx.Same(before.Text, e.Text)
	})
	slices.Reverse(entries)
	return entries, nil
}
