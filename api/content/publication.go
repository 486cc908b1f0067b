package content

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
)

// The states of a publication.
const (
	Scheduled    = "scheduled"
	IsPublished  = "published"
	WasWithdrawn = "withdrawn"
)

// Publication is one act of publishing drafts, all or none.
type Publication struct {
	ID          int64          `db:"id"`
	CreatedAt   database.Time  `db:"created_at"`
	CreatedBy   *int64         `db:"created_by"`
	PublishAt   database.Time  `db:"publish_at"`
	AnnouncedAt *database.Time `db:"announced_at"`
	WithdrawnAt *database.Time `db:"withdrawn_at"`

	Edits []Edit `db:"-"`
}

// state is a function of time: a publication is published from PublishAt on, whoever looks, or when a replica has announced it.
func (p Publication) state(now time.Time) string {
	switch {
	case p.WithdrawnAt != nil:
		return WasWithdrawn
	case p.AnnouncedAt == nil && p.PublishAt.After(now):
		return Scheduled
	}
	return IsPublished
}

// Edit is a text in a publication. Text is nil for a removal, Base the hash of the file that it was made on.
type Edit struct {
	ID          int64         `db:"id"`
	Publication int64         `db:"publication_id"`
	PublishAt   database.Time `db:"publish_at"`
	Path        string        `db:"path"`
	Base        string        `db:"base"`
	Text        *string       `db:"text"`
	SavedAt     database.Time `db:"saved_at"`
	SavedBy     *int64        `db:"saved_by"`
}

const (
	publicationColumns = `id, created_at, created_by, publish_at, announced_at, withdrawn_at`
	editColumns        = `e.id, e.publication_id, p.publish_at, e.path, e.base, e.text, e.saved_at, e.saved_by`
)

// Publish publishes the chosen drafts together, now or at a time. It returns a Conflict when one has another revision by now, or
// when its file is another than the one that it was made on, or when a former text of it waits for a later time, and an apperror
// that names every wrong field.
func (s *Service) Publish(ctx context.Context, in PublicationForm) (publication Publication, err error) {
	err = s.inTx(ctx, func(tx *database.Tx) error {
		// The clock is read under the lock, so that publications have the order of their times.
		now := s.Clock()
		at, err := in.check(now)
		if err != nil {
			return err
		}
		drafts, err := s.takeDrafts(ctx, tx, in.Drafts)
		if err != nil {
			return err
		}
		if publication, err = s.storePublication(ctx, tx, drafts, now, at); err != nil {
			return err
		}
		if publication.state(now) == Scheduled {
			return s.record(ctx, tx, audit.TextsScheduled, publication, "for "+publication.PublishAt.Format(time.RFC3339))
		}
		if err := s.record(ctx, tx, audit.TextsPublished, publication, ""); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	})
	if err != nil {
		return Publication{}, fmt.Errorf("publish drafts: %w", err)
	}
	return publication, nil
}

func (s *Service) storePublication(ctx context.Context, tx *database.Tx, drafts []Draft, now, at time.Time) (stored Publication, err error) {
	var announced *database.Time
	if !at.After(now) {
		announced = &database.Time{Time: database.At(now).Time}
	}
	// The clocks of replicas differ, and what is published later counts as newer nevertheless.
	var newest *database.Time
	if err := tx.Get(ctx, &newest, `SELECT MAX(p.publish_at) FROM content_publications p WHERE `+isPublished, database.At(now)); err != nil {
		return Publication{}, err
	}
	if newest != nil && newest.After(at) {
		at = newest.Time
	}
	err = tx.Get(ctx, &stored, `
		INSERT INTO content_publications (created_at, created_by, publish_at, announced_at) VALUES (?, ?, ?, ?)
		RETURNING `+publicationColumns, database.At(now), audit.ActorID(ctx), database.At(at), announced)
	if err != nil {
		return Publication{}, err
	}
	for _, draft := range drafts {
		file, err := findFile(ctx, tx, draft.Path)
		if err != nil {
			return Publication{}, err
		}
		if file.conflicts(draft.Base, draft.Text) {
			return Publication{}, s.newConflict(ctx, tx, apperror.FileChanged, draft.Path, &draft)
		}
		var waiting int
		err = tx.Get(ctx, &waiting, `
			SELECT COUNT(*) FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
			 WHERE e.path = ? AND p.withdrawn_at IS NULL AND p.publish_at > ?`, draft.Path, stored.PublishAt)
		if err != nil {
			return Publication{}, err
		}
		if waiting > 0 {
			return Publication{}, s.newConflict(ctx, tx, apperror.FormerTextWaits, draft.Path, &draft)
		}
		edit := Edit{
			Publication: stored.ID, PublishAt: stored.PublishAt,
			Path: draft.Path, Base: draft.Base, Text: draft.Text, SavedAt: draft.SavedAt, SavedBy: draft.SavedBy,
		}
		err = tx.Get(ctx, &edit.ID, `
			INSERT INTO content_edits (publication_id, path, base, text, saved_at, saved_by) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
			edit.Publication, edit.Path, edit.Base, edit.Text, edit.SavedAt, edit.SavedBy)
		if err != nil {
			return Publication{}, err
		}
		stored.Edits = append(stored.Edits, edit)
	}
	return stored, nil
}

// Withdraw takes a scheduled publication back. Its texts become drafts again where their paths have none. It returns Conflict for
// one that is published or withdrawn, and NotFound.
func (s *Service) Withdraw(ctx context.Context, id int64) (publication Publication, err error) {
	err = s.inTx(ctx, func(tx *database.Tx) error {
		now := s.Clock()
		err := tx.Get(ctx, &publication, `SELECT `+publicationColumns+` FROM content_publications WHERE id = ?`, id)
		if errors.Is(err, database.ErrNoRows) {
			return apperror.NotFound()
		}
		if err == nil && publication.state(now) != Scheduled {
			return apperror.Conflict(apperror.NotScheduled)
		}
		if err != nil {
			return err
		}
		if err := readEdits(ctx, tx, []*Publication{&publication}); err != nil {
			return err
		}
		withdrawn := database.At(now)
		publication.WithdrawnAt = &withdrawn
		if _, err := tx.Exec(ctx, `UPDATE content_publications SET withdrawn_at = ? WHERE id = ?`, withdrawn, id); err != nil {
			return err
		}
		for _, edit := range publication.Edits {
			draft, err := findDraft(ctx, tx, edit.Path)
			if err == nil && draft == nil {
				_, err = openDraft(ctx, tx, Draft{Path: edit.Path, Text: edit.Text, Base: edit.Base, SavedAt: edit.SavedAt, SavedBy: edit.SavedBy})
			}
			if err != nil {
				return err
			}
		}
		return s.record(ctx, tx, audit.PublicationWithdrawn, publication, "")
	})
	if err != nil {
		return Publication{}, fmt.Errorf("withdraw a publication: %w", err)
	}
	return publication, nil
}

// AnnounceDue marks the pages as behind for the scheduled publications whose time has come, once, whichever replica looks first.
func (s *Service) AnnounceDue(ctx context.Context) error {
	const due = ` announced_at IS NULL AND withdrawn_at IS NULL AND publish_at <= ?`
	var waiting int
	err := s.DB.Get(ctx, &waiting, `SELECT COUNT(*) FROM content_publications WHERE`+due, database.At(s.Clock()))
	if err == nil && waiting > 0 {
		err = s.inTx(ctx, func(tx *database.Tx) error {
			now := database.At(s.Clock())
			announced, err := tx.Exec(ctx, `UPDATE content_publications SET announced_at = ? WHERE`+due, now, now)
			if err != nil || announced == 0 {
				return err
			}
			return s.Changed(ctx, tx)
		})
	}
	if err != nil {
		return fmt.Errorf("announce publications: %w", err)
	}
	return nil
}

// listPublications returns a page of the publications, the newest first, and how many there are.
func (s *Service) listPublications(ctx context.Context, limit, offset int64) (publications []*Publication, total int64, err error) {
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		if err := tx.Get(ctx, &total, `SELECT COUNT(*) FROM content_publications`); err != nil {
			return err
		}
		err := tx.Select(ctx, &publications, `
			SELECT `+publicationColumns+` FROM content_publications ORDER BY id DESC LIMIT ? OFFSET ?`, limit, offset)
		if err != nil {
			return err
		}
		return readEdits(ctx, tx, publications)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list publications: %w", err)
	}
	return publications, total, nil
}

// readEdits gives publications their edits, by path.
func readEdits(ctx context.Context, from database.Reader, publications []*Publication) error {
	for _, publication := range publications {
		err := from.Select(ctx, &publication.Edits, `
			SELECT `+editColumns+` FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
			 WHERE p.id = ? ORDER BY e.path`, publication.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

// CountPublished returns how many publications are published at a time. The number grows with each that is.
func CountPublished(ctx context.Context, from database.Reader, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `SELECT COUNT(*) FROM content_publications p WHERE `+isPublished, database.At(now))
	if err != nil {
		return 0, fmt.Errorf("count publications: %w", err)
	}
	return n, nil
}

// CountUnbuilt returns how many texts were published after the last build that reported the files had asked for them: no build has shown
// that it knows them.
func CountUnbuilt(ctx context.Context, from database.Reader, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `
		SELECT COUNT(DISTINCT e.path)
		  FROM (SELECT p.id, ROW_NUMBER() OVER (ORDER BY p.publish_at, p.id) AS place FROM content_publications p WHERE `+isPublished+`) published
		  JOIN content_edits e ON e.publication_id = published.id
		 WHERE published.place > (SELECT COALESCE(MAX(publications), 0) FROM content_reports)`, database.At(now))
	if err != nil {
		return 0, fmt.Errorf("count unbuilt texts: %w", err)
	}
	return n, nil
}

// record writes into the audit log what was done to a publication, in the transaction in which it was done.
func (s *Service) record(ctx context.Context, tx *database.Tx, action string, publication Publication, detail string) error {
	paths := make([]string, len(publication.Edits))
	for i, edit := range publication.Edits {
		paths[i] = edit.Path
	}
	return s.Audit.RecordIn(ctx, tx, audit.Event{
		Action: action, Kind: audit.Text, TargetID: publication.ID, Target: strings.Join(paths, ", "), Detail: detail,
	})
}
