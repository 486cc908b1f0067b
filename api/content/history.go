package content

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
)

// state is a text as a path had it from a time on; nil for none. Kind is "published" or "file", or "withdrawn" for a text that was to be
// published and that visitors never saw. By is who saved it, nil where that is not known.
type state struct {
	Kind string        `db:"kind"`
	Text *string       `db:"text"`
	At   database.Time `db:"at"`
	By   *int64        `db:"saved_by"`
}

// history returns the states that a path had, the newest first, and the texts that were withdrawn. A state is left out that has the text
// of the one before, such as a file into which a published text was exported.
func (s *Service) history(ctx context.Context, path string) (states []state, err error) {
	now := database.At(s.Clock())
	err = s.DB.Select(ctx, &states, `
		SELECT kind, text, at, saved_by FROM (
		  SELECT 'published' AS kind, e.text, p.publish_at AS at, e.saved_by, 2 AS rank, e.id
		    FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		   WHERE e.path = ? AND `+isPublished+`
		   UNION ALL
		  SELECT 'withdrawn', e.text, p.withdrawn_at, e.saved_by, 3, e.id
		    FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		   WHERE e.path = ? AND p.withdrawn_at IS NOT NULL
		   UNION ALL
		  SELECT 'file', f.text, f.reported_at, NULL, 1, f.id FROM content_files f WHERE f.path = ?
		   UNION ALL
		  SELECT 'file', NULL, f.superseded_at, NULL, 1, f.id FROM content_files f
		   WHERE f.path = ? AND f.superseded_at IS NOT NULL AND NOT EXISTS (
		    SELECT 1 FROM content_files g WHERE g.path = f.path AND g.reported_at = f.superseded_at)
		  ) AS states ORDER BY at, rank, id`, path, now, path, path, path)
	if err != nil {
		return nil, fmt.Errorf("list the states of a text: %w", err)
	}
	last := map[bool]*state{}
	states = slices.DeleteFunc(states, func(s state) bool {
		before := last[s.Kind == WasWithdrawn]
		last[s.Kind == WasWithdrawn] = &s
		return before != nil && sameText(before.Text, s.Text)
	})
	slices.Reverse(states)
	return states, nil
}

// Restore makes drafts that bring one text, or all of them where the form names none, back to a time, and returns their paths. It
// returns InTheWay when texts that would change have drafts, and an apperror for wrong fields.
func (s *Service) Restore(ctx context.Context, in RestorationForm) (paths []string, err error) {
	path, at, err := in.check(s.Clock())
	if err != nil {
		return nil, err
	}
	err = s.inTx(ctx, func(tx *database.Tx) error {
		then, err := readStatesAt(ctx, tx, at)
		if err != nil {
			return err
		}
		now, files, err := s.readStates(ctx, tx)
		if err != nil {
			return err
		}
		if path != nil {
			then, now = only(then, *path), only(now, *path)
			if len(then)+len(now) == 0 {
				return apperror.InvalidField("path", apperror.NotFoundText)
			}
		}
		if paths, err = s.draftStates(ctx, tx, then, now, files); err != nil || len(paths) == 0 {
			return err
		}
		return s.Audit.RecordIn(ctx, tx, audit.Event{
			Action: audit.TextsRestored, Kind: audit.Text, Target: strings.Join(paths, ", "), Detail: "to " + at.UTC().Format(time.RFC3339),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("restore texts: %w", err)
	}
	return paths, nil
}

// InTheWay is returned when texts that would change have drafts.
type InTheWay struct {
	Paths []string
}

// Error returns the words for the caller.
func (i *InTheWay) Error() string {
	return fmt.Sprintf(apperror.DraftsInTheWay, strings.Join(i.Paths, ", "))
}

// draftStates makes drafts of all that is another now than then.
func (s *Service) draftStates(ctx context.Context, tx *database.Tx, then, now map[string]string, files map[string]*File) ([]string, error) {
	drafts, err := readDrafts(ctx, tx)
	if err != nil {
		return nil, err
	}
	changed, inTheWay := []string{}, []string{}
	all := maps.Clone(now)
	maps.Copy(all, then)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		text, before := textOf(then, path), textOf(now, path)
		draft := drafts[path]
		switch {
		case draft != nil && !sameText(draft.Text, text) && !sameText(before, text):
			inTheWay = append(inTheWay, path)
		case draft == nil && !sameText(before, text):
			changed = append(changed, path)
		}
	}
	if len(inTheWay) > 0 {
		return nil, &InTheWay{Paths: inTheWay}
	}
	for _, path := range changed {
		draft := Draft{Path: path, Text: textOf(then, path), SavedAt: database.At(s.Clock()), SavedBy: audit.ActorID(ctx)}
		if file := files[path]; file != nil {
			draft.Base = file.Hash
		}
		if _, err := openDraft(ctx, tx, draft); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

// readStates returns what visitors are shown now, by path, and the files.
func (s *Service) readStates(ctx context.Context, from database.Reader) (texts map[string]string, files map[string]*File, err error) {
	if files, err = readFiles(ctx, from); err != nil {
		return nil, nil, err
	}
	published, err := readPublished(ctx, from, s.Clock())
	return overlay(files, published), files, err
}

// readStatesAt returns what visitors were shown at a time, by path, or an apperror when that is not known.
func readStatesAt(ctx context.Context, from database.Reader, at time.Time) (map[string]string, error) {
	var known int
	err := from.Get(ctx, &known, `SELECT COUNT(*) FROM content_files WHERE reported_at <= ?`, database.At(at))
	if err != nil {
		return nil, err
	}
	if known == 0 {
		return nil, apperror.InvalidField("at", apperror.NothingKnownThen)
	}
	files, err := readFilesAt(ctx, from, at)
	if err != nil {
		return nil, err
	}
	published, err := readPublishedAt(ctx, from, at)
	return overlay(files, published), err
}

// overlay returns the texts that visitors are shown: the files, and over each what was published of it unless that is in conflict.
func overlay(files map[string]*File, published map[string]*Edit) map[string]string {
	texts := map[string]string{}
	for path, file := range files {
		texts[path] = file.Text
	}
	for path, edit := range published {
		if files[path].conflicts(edit.Base, edit.Text) {
			continue
		}
		delete(texts, path)
		if edit.Text != nil {
			texts[path] = *edit.Text
		}
	}
	return texts
}

// only returns the text of one path.
func only(texts map[string]string, path string) map[string]string {
	one := map[string]string{}
	if text := textOf(texts, path); text != nil {
		one[path] = *text
	}
	return one
}

// textOf returns the text of a path, nil for none.
func textOf(texts map[string]string, path string) *string {
	if text, ok := texts[path]; ok {
		return &text
	}
	return nil
}

func sameText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
