package content

import (
	"context"
	"fmt"
	"slices"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// state is a text that a path had. Kind is "published", "file" for one from files, "refused" for one from files that
// conflicted with the text, "scheduled" for one that is published at that time, or "replaced" for a scheduled text that
// was replaced or cancelled before its time. A nil Text is a removal. By is who saved it, nil if unknown. Publication is
// that of a scheduled text, otherwise nil.
type state struct {
	Kind   string        `db:"kind" json:"kind"`
	Text   *string       `db:"text" json:"text"`
	At     database.Time `db:"at" json:"at"`
	Author *string       `db:"author" json:"author"`

	Publication *int64 `db:"publication" json:"publication"`
}

// history returns the states of a path, newest first. A state with the same text as the one before is left out.
func (s *Service) history(ctx context.Context, path string) (states []*state, err error) {
	now := database.At(s.Clock())
	err = s.DB.Select(ctx, &states, `
		SELECT CASE WHEN p.id IS NULL THEN CASE v.source WHEN 'files' THEN 'refused' ELSE 'replaced' END
		            WHEN NOT `+isPublished+` THEN 'scheduled'
		            WHEN v.source = 'files' THEN 'file' ELSE 'published' END AS kind,
		       v.text, COALESCE(p.publish_at, v.saved_at) AS at, (SELECT u.name FROM user_names u WHERE u.id = v.saved_by) AS author,
		       CASE WHEN NOT `+isPublished+` THEN p.id END AS publication
		  FROM content_versions v LEFT JOIN content_publications p ON p.id = v.publication_id
		 WHERE v.path = ? ORDER BY at, v.id`, now, now, path)
	if err != nil {
		return nil, fmt.Errorf("list the history of a text: %w", err)
	}
	last := map[string]*state{}
	states = slices.DeleteFunc(states, func(s *state) bool {
		line := s.Kind
		if line == "file" || line == "refused" {
			line = "published"
		}
		before := last[line]
		if s.Kind != "refused" {
			last[line] = s
		}
		return before != nil && httpx.Same(before.Text, s.Text)
	})
	slices.Reverse(states)
	return states, nil
}
