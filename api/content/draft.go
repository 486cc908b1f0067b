package content

import (
	"context"
	"fmt"
	"slices"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Draft is a saved text that is not published. A nil Text is a removal. Base is the version that was
// edited, 0 for none. Revision grows with each save and is never reused.
type Draft struct {
	Path     string        `db:"path" json:"-"`
	Text     *string       `db:"text" json:"text"`
	Base     int64         `db:"base" json:"base"`
	Revision int64         `db:"revision" json:"revision"`
	SavedAt  database.Time `db:"saved_at" json:"saved_at"`
	SavedBy  *int64        `db:"saved_by" json:"-"`
	Author   *string       `db:"author" json:"author"`
	// Translates is the version of the original that a translation is of, nil for the live one at its publication.
	Translates *int64 `db:"translates" json:"translates"`
}

// Conflict is returned when the stored text is not the one that the caller knows. Nothing was
// changed. Draft and Published are those of the path, nil for none.
type Conflict struct {
	Detail    string   `json:"detail"`
	Path      string   `json:"path"`
	Draft     *Draft   `json:"draft"`
	Published *Version `json:"published"`
}

// Error returns the message for the caller.
func (c *Conflict) Error() string { return c.Detail }

const draftColumns = `path, text, base, revision, saved_at, saved_by, translates, (SELECT u.name FROM user_names u WHERE u.id = saved_by) AS author`

// SaveDraft stores a draft if the stored one has in.Revision, 0 for none. A first draft also
// requires that no other text was published after in.Base. It returns the draft, a Conflict, or an
// httpx.Error that names every wrong field.
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
		if revision(before) != in.Revision {
			return s.newConflict(ctx, tx, httpx.DraftChanged, in.Path, before)
		}
		published, err := findPublished(ctx, tx, in.Path, s.Clock())
		if err != nil {
			return err
		}
		if before == nil && published.changedAfter(in.Base, text) {
			return s.newConflict(ctx, tx, httpx.PublishedMeanwhile, in.Path, nil)
		}
		translates, err := chosenOriginal(ctx, tx, in, before, published)
		if err != nil {
			return err
		}
		saved, err = s.storeDraft(ctx, tx, Draft{Path: in.Path, Base: in.Base, Text: text, Translates: translates})
		return err
	})
	if err != nil {
		return Draft{}, fmt.Errorf("save a draft: %w", err)
	}
	return saved, nil
}

// storeDraft saves a draft of the user under the next revision of its path.
func (s *Service) storeDraft(ctx context.Context, tx *database.Tx, draft Draft) (saved Draft, err error) {
	err = tx.Get(ctx, &saved, `
		INSERT INTO content_drafts (path, is_open, revision, base, text, saved_at, saved_by, translates) VALUES (?, TRUE, 1, ?, ?, ?, ?, ?)
		    ON CONFLICT (path) DO UPDATE
		   SET is_open = TRUE, revision = content_drafts.revision + 1, base = excluded.base, text = excluded.text,
		       saved_at = excluded.saved_at, saved_by = excluded.saved_by, translates = excluded.translates
		RETURNING `+draftColumns, draft.Path, draft.Base, draft.Text, database.At(s.Clock()), audit.ActorID(ctx), draft.Translates)
	return saved, err
}

// DiscardDrafts deletes all drafts that are named, or none. It returns a Conflict if one has another
// revision.
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

// takeDrafts closes the chosen drafts and returns them by path, or a Conflict.
func (s *Service) takeDrafts(ctx context.Context, tx *database.Tx, chosen []DraftChoice) ([]Draft, error) {
	drafts := make([]Draft, 0, len(chosen))
	for _, choice := range chosen {
		draft, err := findDraft(ctx, tx, choice.Path)
		if err != nil {
			return nil, err
		}
		if draft == nil || draft.Revision != choice.Revision {
			return nil, s.newConflict(ctx, tx, httpx.DraftChanged, choice.Path, draft)
		}
		_, err = tx.Exec(ctx, `UPDATE content_drafts SET is_open = FALSE, text = NULL, saved_by = NULL WHERE path = ?`, choice.Path)
		if err != nil {
			return nil, err
		}
		drafts = append(drafts, *draft)
	}
	slices.SortFunc(drafts, func(a, b Draft) int { return originalsFirst(a.Path, b.Path) })
	return drafts, nil
}

// findDraft returns the draft of a path, or nil.
func findDraft(ctx context.Context, from database.Reader, path string) (*Draft, error) {
	draft := &Draft{}
	open, err := from.Find(ctx, draft, `SELECT `+draftColumns+` FROM content_drafts WHERE path = ? AND is_open`, path)
	if err != nil || !open {
		return nil, err
	}
	return draft, nil
}

// CountDrafts returns how many content files have unpublished changes.
func CountDrafts(ctx context.Context, from database.Reader) (count int64, err error) {
	err = from.Get(ctx, &count, `SELECT COUNT(*) FROM content_drafts WHERE is_open`)
	return count, err
}

// readDrafts returns all drafts.
func readDrafts(ctx context.Context, from database.Reader) (drafts []Draft, err error) {
	err = from.Select(ctx, &drafts, `SELECT `+draftColumns+` FROM content_drafts WHERE is_open ORDER BY path`)
	return drafts, err
}

func revision(draft *Draft) int64 {
	if draft == nil {
		return 0
	}
	return draft.Revision
}

// newConflict returns the Conflict of a path, or the error of reading it.
func (s *Service) newConflict(ctx context.Context, from database.Reader, detail, path string, draft *Draft) error {
	published, err := findPublished(ctx, from, path, s.Clock())
	if err != nil {
		return err
	}
	return &Conflict{Detail: fmt.Sprintf(detail, path), Path: path, Draft: draft, Published: published}
}
