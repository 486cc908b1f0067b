package content

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"portfolio/api/internal/database"
)

// Edit is a text in a publication. A nil Text is a removal. Base is the hash of the file that it was
// based on.
type Edit struct {
	ID          int64         `db:"id" json:"-"`
	Publication int64         `db:"publication_id" json:"-"`
	PublishAt   database.Time `db:"publish_at" json:"-"`
	Path        string        `db:"path" json:"path"`
	Base        string        `db:"base" json:"base"`
	Text        *string       `db:"text" json:"text"`
}

// FileState is everything that is stored for a path. Missing parts are nil.
type FileState struct {
	Path      string         `json:"path"`
	File      *File          `json:"file"`
	Published *PublishedText `json:"published"`
	Scheduled *ScheduledText `json:"scheduled"`
	Draft     *Draft         `json:"draft"`
	// Conflict reports whether the file changed after the published text or the draft was based on it.
	Conflict bool `json:"conflict"`
}

// PublishedText is the published Edit of a path.
type PublishedText struct {
	Text        *string       `json:"text"`
	Base        string        `json:"base"`
	PublishedAt database.Time `json:"published_at"`
	Publication int64         `json:"publication"`
}

// ScheduledText is the Edit of a path that is published next.
type ScheduledText struct {
	Text        *string       `json:"text"`
	Base        string        `json:"base"`
	PublishAt   database.Time `json:"publish_at"`
	Publication int64         `json:"publication"`
}

func (e *Edit) shown() *PublishedText {
	if e == nil {
		return nil
	}
	return &PublishedText{e.Text, e.Base, e.PublishAt, e.Publication}
}

const editColumns = `e.id, e.publication_id, p.publish_at, e.path, e.base, e.text`

// isPublished is the condition that a publication p is published: its time has come by the clock of
// this replica, or a replica whose clock is ahead has announced it.
const isPublished = `(p.announced_at IS NOT NULL OR p.publish_at <= ?)`

// listFiles returns every file by path, and the time of the last build report, nil for none.
func (s *Service) listFiles(ctx context.Context) (files []*FileState, reportedAt *database.Time, err error) {
	byPath := map[string]*FileState{}
	at := func(path string) *FileState {
		if byPath[path] == nil {
			byPath[path] = &FileState{Path: path}
		}
		return byPath[path]
	}
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		if err := tx.Get(ctx, &reportedAt, `SELECT MAX(reported_at) FROM content_reports`); err != nil {
			return err
		}
		built, err := readFiles(ctx, tx)
		if err != nil {
			return err
		}
		for path, file := range built {
			at(path).File = file
		}
		if err := s.addEdits(ctx, tx, at); err != nil {
			return err
		}
		drafts, err := readDrafts(ctx, tx)
		for _, draft := range drafts {
			text := at(draft.Path)
			text.Draft = &draft
			text.Conflict = text.Conflict || text.File.conflicts(draft.Base, draft.Text)
		}
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list files: %w", err)
	}
	files = make([]*FileState, 0, len(byPath))
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		files = append(files, byPath[path])
	}
	return files, reportedAt, nil
}

// addEdits adds the published and the next scheduled edits to texts that have their files.
func (s *Service) addEdits(ctx context.Context, tx *database.Tx, at func(path string) *FileState) error {
	now := s.Clock()
	published, err := readPublished(ctx, tx, now)
	if err != nil {
		return err
	}
	for path, edit := range published {
		text := at(path)
		text.Published, text.Conflict = edit.shown(), text.File.conflicts(edit.Base, edit.Text)
	}
	scheduled, err := readScheduled(ctx, tx, now)
	for _, edit := range scheduled {
		if text := at(edit.Path); text.Scheduled == nil {
			text.Scheduled = &ScheduledText{edit.Text, edit.Base, edit.PublishAt, edit.Publication}
		}
	}
	return err
}

// PublishedEdits returns the published texts that builds have to apply, by path, and the number of
// publications.
func (s *Service) PublishedEdits(ctx context.Context) (edits []Edit, publications int64, err error) {
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		now := s.Clock()
		published, err := readPublished(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(published)) {
			edits = append(edits, *published[path])
		}
		publications, err = countPublished(ctx, tx, now)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list published texts: %w", err)
	}
	return edits, publications, nil
}

// readPublished returns the newest published edit of each path, unless it is retired.
func readPublished(ctx context.Context, from database.Reader, now time.Time) (map[string]*Edit, error) {
	return selectPublished(ctx, from, isPublished, database.At(now))
}

// findPublished returns the newest published edit of a path, or nil if there is none or it is retired.
func findPublished(ctx context.Context, from database.Reader, path string, now time.Time) (*Edit, error) {
	published, err := selectPublished(ctx, from, isPublished+` AND e.path = ?`, database.At(now), path)
	return published[path], err
}

func selectPublished(ctx context.Context, from database.Reader, condition string, args ...any) (map[string]*Edit, error) {
	var edits []Edit
	err := from.Select(ctx, &edits, `
		SELECT `+editColumns+`
		  FROM (SELECT e.id, ROW_NUMBER() OVER (PARTITION BY e.path ORDER BY p.publish_at DESC, e.id DESC) AS place
		          FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		         WHERE e.replaced_at IS NULL AND `+condition+`) newest
		  JOIN content_edits e ON e.id = newest.id
		  JOIN content_publications p ON p.id = e.publication_id
		 WHERE newest.place = 1 AND e.retired_at IS NULL`, args...)
	if err != nil {
		return nil, err
	}
	published := make(map[string]*Edit, len(edits))
	for i := range edits {
		published[edits[i].Path] = &edits[i]
	}
	return published, nil
}

// readScheduled returns the edits that will be published, the next one first.
func readScheduled(ctx context.Context, from database.Reader, now time.Time) (edits []Edit, err error) {
	err = from.Select(ctx, &edits, `
		SELECT `+editColumns+`
		  FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		 WHERE e.replaced_at IS NULL AND NOT `+isPublished+` ORDER BY p.publish_at, e.id`, database.At(now))
	return edits, err
}
