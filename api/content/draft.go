package content

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
)

// Draft is a saved text that is not published. Text is nil for a removal. Base is the hash of the file that it was made on, ""
// where there was none. Revision grows with each save of the path and never comes twice.
type Draft struct {
	Path     string        `db:"path"`
	Text     *string       `db:"text"`
	Base     string        `db:"base"`
	Revision int64         `db:"revision"`
	SavedAt  database.Time `db:"saved_at"`
	SavedBy  *int64        `db:"saved_by"`
}

// Conflict is returned when something else is stored than the caller knows: nothing was done. Draft, Published and File are what
// there is at the path now, nil for none.
type Conflict struct {
	Detail    string
	Path      string
	Draft     *Draft
	Published *Edit
	File      *File
}

// Error returns the words for the caller.
func (c *Conflict) Error() string { return c.Detail }

const draftColumns = `path, text, base, revision, saved_at, saved_by`

// SaveDraft stores in.Text as the draft of its path when the stored draft has in.Revision, 0 for none, and when, for none, nothing
// was published after in.Publication. It returns the draft as it is then, a Conflict, or an apperror that names every wrong field.
func (s *Service) SaveDraft(ctx context.Context, in DraftForm) (saved Draft, err error) {
	text, err := in.check()
	if err != nil {
		return Draft{}, err
	}
	err = s.inTx(ctx, func(tx *database.Tx) error {
		before, err := findDraft(ctx, tx, in.Path)
		if err != nil {
			return err
		}
		if before.revision() != in.Revision {
			return s.newConflict(ctx, tx, apperror.DraftChanged, in.Path, before)
		}
		if before == nil && in.Publication != nil {
			published, err := findPublished(ctx, tx, in.Path, s.Clock())
			if err != nil {
				return err
			}
			if published != nil && published.Publication > *in.Publication {
				return s.newConflict(ctx, tx, apperror.PublishedMeanwhile, in.Path, nil)
			}
		}
		saved, err = openDraft(ctx, tx, Draft{
			Path: in.Path, Text: text, Base: in.Base, SavedAt: database.At(s.Clock()), SavedBy: audit.ActorID(ctx),
		})
		return err
	})
	if err != nil {
		return Draft{}, fmt.Errorf("save a draft: %w", err)
	}
	return saved, nil
}

// DiscardDrafts deletes the drafts that are named, all or none. It returns a Conflict when one has another revision by now.
func (s *Service) DiscardDrafts(ctx context.Context, in ChoiceForm) error {
	if err := in.check(); err != nil {
		return err
	}
	err := s.inTx(ctx, func(tx *database.Tx) error {
		_, err := s.takeDrafts(ctx, tx, in.Drafts)
		return err
	})
	if err != nil {
		return fmt.Errorf("discard drafts: %w", err)
	}
	return nil
}

// takeDrafts closes the drafts that are chosen and returns them as they were, or a Conflict.
func (s *Service) takeDrafts(ctx context.Context, tx *database.Tx, chosen []DraftChoice) ([]Draft, error) {
	drafts := make([]Draft, 0, len(chosen))
	for _, choice := range chosen {
		draft, err := findDraft(ctx, tx, choice.Path)
		if err != nil {
			return nil, err
		}
		if draft == nil || draft.Revision != choice.Revision {
			return nil, s.newConflict(ctx, tx, apperror.DraftChanged, choice.Path, draft)
		}
		_, err = tx.Exec(ctx, `UPDATE content_drafts SET is_open = FALSE, text = NULL, saved_by = NULL WHERE path = ?`, choice.Path)
		if err != nil {
			return nil, err
		}
		drafts = append(drafts, *draft)
	}
	slices.SortFunc(drafts, func(a, b Draft) int { return strings.Compare(a.Path, b.Path) })
	return drafts, nil
}

// openDraft stores a draft with the path's next revision.
func openDraft(ctx context.Context, tx *database.Tx, draft Draft) (stored Draft, err error) {
	err = tx.Get(ctx, &stored, `
		INSERT INTO content_drafts (path, is_open, revision, base, text, saved_at, saved_by) VALUES (?, TRUE, 1, ?, ?, ?, ?)
		    ON CONFLICT (path) DO UPDATE
		   SET is_open = TRUE, revision = content_drafts.revision + 1, base = excluded.base, text = excluded.text,
		       saved_at = excluded.saved_at, saved_by = excluded.saved_by
		RETURNING `+draftColumns, draft.Path, draft.Base, draft.Text, draft.SavedAt, draft.SavedBy)
	return stored, err
}

// findDraft returns the draft of a path, or nil.
func findDraft(ctx context.Context, from database.Reader, path string) (*Draft, error) {
	draft := &Draft{}
	err := from.Get(ctx, draft, `SELECT `+draftColumns+` FROM content_drafts WHERE path = ? AND is_open`, path)
	if errors.Is(err, database.ErrNoRows) {
		return nil, nil
	}
	return draft, err
}

// readDrafts returns every draft, by its path.
func readDrafts(ctx context.Context, from database.Reader) (map[string]*Draft, error) {
	var rows []Draft
	if err := from.Select(ctx, &rows, `SELECT `+draftColumns+` FROM content_drafts WHERE is_open`); err != nil {
		return nil, err
	}
	drafts := make(map[string]*Draft, len(rows))
	for i := range rows {
		drafts[rows[i].Path] = &rows[i]
	}
	return drafts, nil
}

func (d *Draft) revision() int64 {
	if d == nil {
		return 0
	}
	return d.Revision
}

// newConflict returns the Conflict that says detail of a path, or what went wrong while it was put together.
func (s *Service) newConflict(ctx context.Context, from database.Reader, detail, path string, draft *Draft) error {
	file, err := findFile(ctx, from, path)
	if err != nil {
		return err
	}
	published, err := findPublished(ctx, from, path, s.Clock())
	if err != nil {
		return err
	}
	return &Conflict{Detail: fmt.Sprintf(detail, path), Path: path, Draft: draft, Published: published, File: file}
}
