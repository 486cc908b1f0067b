package content

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"portfolio/api/database"
)

// Text is what is known of one path. What is nil is not there.
type Text struct {
	Path      string
	File      *File
	Published *Edit
	Scheduled *Edit
	Draft     *Draft
}

// conflict reports whether the published text or the draft was made on another file than the one that there is.
func (t Text) conflict() bool {
	return t.Published != nil && t.File.conflicts(t.Published.Base, t.Published.Text) ||
		t.Draft != nil && t.File.conflicts(t.Draft.Base, t.Draft.Text)
}

// listTexts returns every text by its path, and when a build last reported the files, nil for never.
func (s *Service) listTexts(ctx context.Context) (texts []Text, reportedAt *database.Time, err error) {
	byPath := map[string]*Text{}
	at := func(path string) *Text {
		if byPath[path] == nil {
			byPath[path] = &Text{Path: path}
		}
		return byPath[path]
	}
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		now := s.Clock()
		if err := tx.Get(ctx, &reportedAt, `SELECT MAX(reported_at) FROM content_reports`); err != nil {
			return err
		}
		files, err := readFiles(ctx, tx)
		if err != nil {
			return err
		}
		for path, file := range files {
			at(path).File = file
		}
		published, err := readPublished(ctx, tx, now)
		if err != nil {
			return err
		}
		for path, edit := range published {
			at(path).Published = edit
		}
		scheduled, err := readScheduled(ctx, tx, now)
		if err != nil {
			return err
		}
		for i, edit := range scheduled {
			if text := at(edit.Path); text.Scheduled == nil {
				text.Scheduled = &scheduled[i]
			}
		}
		drafts, err := readDrafts(ctx, tx)
		for path, draft := range drafts {
			at(path).Draft = draft
		}
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list texts: %w", err)
	}
	texts = make([]Text, 0, len(byPath))
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		texts = append(texts, *byPath[path])
	}
	return texts, reportedAt, nil
}

// isPublished is the condition that a publication p is published at the time of the replica that asks: by its clock, or because a
// replica has said so whose clock is ahead.
const isPublished = `p.withdrawn_at IS NULL AND (p.announced_at IS NOT NULL OR p.publish_at <= ?)`

// readPublished returns the texts that are published and not retired, by their paths: of each path the one that was published last.
func readPublished(ctx context.Context, from database.Reader, now time.Time) (map[string]*Edit, error) {
	return selectPublished(ctx, from, isPublished, `e.retired_at IS NULL`, database.At(now))
}

// readPublishedAt is readPublished for a time that is past.
func readPublishedAt(ctx context.Context, from database.Reader, at time.Time) (map[string]*Edit, error) {
	return selectPublished(ctx, from, `p.withdrawn_at IS NULL AND p.publish_at <= ?`, `(e.retired_at IS NULL OR e.retired_at > ?)`,
		database.At(at), database.At(at))
}

// findPublished returns the text of a path that was published last and has not retired, or nil.
func findPublished(ctx context.Context, from database.Reader, path string, now time.Time) (*Edit, error) {
	published, err := selectPublished(ctx, from, isPublished+` AND e.path = ?`, `e.retired_at IS NULL`, database.At(now), path)
	return published[path], err
}

// selectPublished returns of each path the newest edit of those that fulfil the condition, if it is still to be laid over the file.
func selectPublished(ctx context.Context, from database.Reader, condition, still string, args ...any) (map[string]*Edit, error) {
	var edits []Edit
	err := from.Select(ctx, &edits, `
		SELECT `+editColumns+`
		  FROM (SELECT e.id, ROW_NUMBER() OVER (PARTITION BY e.path ORDER BY p.publish_at DESC, e.id DESC) AS place
		          FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		         WHERE `+condition+`) newest
		  JOIN content_edits e ON e.id = newest.id
		  JOIN content_publications p ON p.id = e.publication_id
		 WHERE newest.place = 1 AND `+still, args...)
	if err != nil {
		return nil, err
	}
	published := make(map[string]*Edit, len(edits))
	for i := range edits {
		published[edits[i].Path] = &edits[i]
	}
	return published, nil
}

// readScheduled returns the texts that are to be published, the next one first.
func readScheduled(ctx context.Context, from database.Reader, now time.Time) (edits []Edit, err error) {
	err = from.Select(ctx, &edits, `
		SELECT `+editColumns+`
		  FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		 WHERE p.withdrawn_at IS NULL AND p.announced_at IS NULL AND p.publish_at > ? ORDER BY p.publish_at, e.id`, database.At(now))
	return edits, err
}
