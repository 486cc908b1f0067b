package content

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
)

// The states of a publication.
const (
	Scheduled   = "scheduled"
	IsPublished = "published"
	// Failed is the state of a scheduled publication whose build failed, until a build reads it.
	Failed = "failed"
	// Live is the state from the end of a build that read the publication.
	Live = "live"
)

// Publication is a set of drafts that were published together, now or at a time.
type Publication struct {
	ID          int64          `db:"id" json:"id"`
	State       string         `db:"-" json:"state"`
	PublishAt   database.Time  `db:"publish_at" json:"publish_at"`
	CreatedAt   database.Time  `db:"created_at" json:"created_at"`
	Author      *string        `db:"author" json:"author"`
	AnnouncedAt *database.Time `db:"announced_at" json:"-"`
	FailedAt    *database.Time `db:"failed_at" json:"-"`
	Built       bool           `db:"built" json:"-"`
	Edits       []ChangedPath  `db:"-" json:"edits"`
}

// ChangedPath is a path that a publication changes.
type ChangedPath struct {
	Path    string `db:"path" json:"path"`
	Title   string `db:"title" json:"title"`
	Removed bool   `db:"removed" json:"removed"`
}

const publicationColumns = `id, created_at, (SELECT u.name FROM user_names u WHERE u.id = created_by) AS author, publish_at, announced_at, failed_at`

// setState sets the State: a publication is published from PublishAt on, or once a replica whose
// clock is ahead has announced it.
func (p *Publication) setState(now time.Time) {
	switch {
	case p.AnnouncedAt == nil && p.PublishAt.After(now):
		p.State = Scheduled
	case p.Built:
		p.State = Live
	case p.FailedAt != nil:
		p.State = Failed
	default:
		p.State = IsPublished
	}
}

// waiting selects the IDs of the publications that are not among the first ones, whose number the
// pages have.
const waiting = `
	SELECT id FROM (SELECT p.id, ROW_NUMBER() OVER (ORDER BY p.publish_at, p.id) AS place
	                  FROM content_publications p WHERE ` + isPublished + `) published
	 WHERE place > ?`

// Publish publishes all chosen drafts or none, now or at a time. Texts of the same paths that are
// scheduled for a later time are replaced. It returns a Conflict if a draft has another revision or
// another text was published since it was begun, and an httpx.Error that names every wrong field.
func (s *Service) Publish(ctx context.Context, in PublicationForm) (publication Publication, err error) {
	err = s.inTx(ctx, func(tx *database.Tx) error {
		// The clock is read while the lock is held, so that publications are ordered by time.
		now := s.Clock()
		at, err := in.check(now)
		if err != nil {
			return err
		}
		drafts, err := s.takeDrafts(ctx, tx, in.Drafts)
		if err != nil {
			return err
		}
		if publication, err = insertPublication(ctx, tx, now, at); err != nil {
			return err
		}
		for _, draft := range drafts {
			if err := s.publishDraft(ctx, tx, &publication, draft, in.choice(draft.Path)); err != nil {
				return err
			}
		}
		if err := deleteEmpty(ctx, tx); err != nil {
			return err
		}
		if publication.State == Scheduled {
			if err := s.expectNext(ctx, tx); err != nil {
				return err
			}
			return s.record(ctx, tx, audit.TextsScheduled, publication, "for "+publication.PublishAt.Format(time.RFC3339))
		}
		if err := s.record(ctx, tx, audit.TextsPublished, publication, ""); err != nil {
			return err
		}
		return s.Pages.ChangedNow(ctx, tx)
	})
	if err != nil {
		return Publication{}, fmt.Errorf("publish drafts: %w", err)
	}
	return publication, nil
}

func insertPublication(ctx context.Context, tx *database.Tx, now, at time.Time) (stored Publication, err error) {
	var announced *database.Time
	if !at.After(now) {
		announced = &database.Time{Time: database.At(now).Time}
	}
	// Clocks of replicas differ. The later publication must be the newer one.
	newest, err := newestPublication(ctx, tx, now)
	if err != nil {
		return Publication{}, err
	}
	if newest.After(at) {
		at = newest
	}
	err = tx.Get(ctx, &stored, `
		INSERT INTO content_publications (created_at, created_by, publish_at, announced_at) VALUES (?, ?, ?, ?)
		RETURNING `+publicationColumns, database.At(now), audit.ActorID(ctx), database.At(at), announced)
	stored.setState(now)
	return stored, err
}

// maxSkew is how far the clocks of replicas may differ.
const maxSkew = 5 * time.Minute

// newestPublication returns the time of the newest publication, or the zero time. Times further ahead
// than maxSkew are from a clock that was wrong, and nothing could be scheduled before them: it moves
// them to now, in their order.
func newestPublication(ctx context.Context, tx *database.Tx, now time.Time) (time.Time, error) {
	ahead := database.At(now.Add(maxSkew))
	var known *database.Time
	err := tx.Get(ctx, &known, `SELECT MAX(p.publish_at) FROM content_publications p WHERE `+isPublished+` AND p.publish_at <= ?`, database.At(now), ahead)
	if err != nil {
		return time.Time{}, err
	}
	var newest time.Time
	if known != nil {
		newest = known.Time
	}
	var wrong []int64
	err = tx.Select(ctx, &wrong, `SELECT id FROM content_publications WHERE announced_at IS NOT NULL AND publish_at > ? ORDER BY publish_at, id`, ahead)
	for _, id := range wrong {
		if newest.Before(now) {
			newest = now
		}
		newest = newest.Add(time.Millisecond)
		_, updateErr := tx.Exec(ctx, `UPDATE content_publications SET publish_at = ? WHERE id = ?`, database.At(newest), id)
		err = errors.Join(err, updateErr)
	}
	return newest, err
}

// publishDraft makes a draft a version of the publication, or returns a Conflict if another text was
// published since it was begun.
func (s *Service) publishDraft(ctx context.Context, tx *database.Tx, publication *Publication, draft Draft, choice DraftChoice) error {
	published, err := findPublished(ctx, tx, draft.Path, s.Clock())
	if err != nil {
		return err
	}
	if published.changedAfter(draft.Base, draft.Text) {
		return s.newConflict(ctx, tx, httpx.TextChanged, draft.Path, &draft)
	}
	return insertVersion(ctx, tx, publication, Version{
		Path: draft.Path, Text: draft.Text, Title: choice.Title, Source: FromBrowser, SavedAt: draft.SavedAt, SavedBy: draft.SavedBy, Translates: draft.Translates,
		InTrash: draft.Text == nil && published.text() != nil && !choice.Moved,
	})
}

// insertVersion stores a version, of a publication unless that is nil. Versions of the path that are
// scheduled for a later time than the publication's leave theirs. A translation that does not say what it translates is one
// of its original's live version.
func insertVersion(ctx context.Context, tx *database.Tx, publication *Publication, version Version) error {
	var id *int64
	if version.Text == nil {
		version.Translates = nil
	}
	if publication != nil {
		id = &publication.ID
		publication.Edits = append(publication.Edits, ChangedPath{version.Path, version.Title, version.Text == nil})
		_, err := tx.Exec(ctx, `
			UPDATE content_versions SET publication_id = NULL
			 WHERE path = ? AND publication_id IN (SELECT id FROM content_publications WHERE publish_at > ?)`,
			version.Path, publication.PublishAt)
		if err == nil && version.Text != nil && version.Translates == nil {
			version.Translates, err = findOriginal(ctx, tx, *publication, version.Path)
		}
		if err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO content_versions (path, text, title, source, publication_id, in_trash, saved_at, saved_by, translates)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		version.Path, version.Text, version.Title, version.Source, id, version.InTrash, version.SavedAt, version.SavedBy, version.Translates)
	return err
}

// deleteEmpty deletes scheduled publications of which no version is left.
func deleteEmpty(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM content_publications
		 WHERE announced_at IS NULL AND NOT EXISTS (SELECT 1 FROM content_versions v WHERE v.publication_id = content_publications.id)`)
	return err
}

// Cancel takes back a scheduled publication: its texts are drafts again, unless there are newer drafts of them. It returns
// NotFound for an unknown one and a Conflict if it is published already.
func (s *Service) Cancel(ctx context.Context, id int64) error {
	err := s.inTx(ctx, func(tx *database.Tx) error {
		publication := Publication{}
		found, err := tx.Find(ctx, &publication, `SELECT `+publicationColumns+` FROM content_publications WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if !found {
			return httpx.NotFound()
		}
		publication.setState(s.Clock())
		if publication.State != Scheduled {
			return httpx.Conflict(httpx.PublishedAlready)
		}
		var versions []Version
		if err := tx.Select(ctx, &versions, selectVersions+` WHERE p.id = ? ORDER BY v.path`, id); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE content_versions SET publication_id = NULL WHERE publication_id = ?`, id)
		if err == nil {
			err = deleteEmpty(ctx, tx)
		}
		if err != nil {
			return err
		}
		for _, version := range versions {
			publication.Edits = append(publication.Edits, ChangedPath{version.Path, version.Title, version.Text == nil})
			if err := s.makeDraft(ctx, tx, version); err != nil {
				return err
			}
		}
		return s.record(ctx, tx, audit.ScheduleCancelled, publication, "for "+publication.PublishAt.Format(time.RFC3339))
	})
	if err != nil {
		return fmt.Errorf("cancel a publication: %w", err)
	}
	return nil
}

// makeDraft makes a cancelled version a draft again, unless there is a newer one.
func (s *Service) makeDraft(ctx context.Context, tx *database.Tx, version Version) error {
	draft, err := findDraft(ctx, tx, version.Path)
	if err != nil || draft != nil {
		return err
	}
	published, err := findPublished(ctx, tx, version.Path, s.Clock())
	if err == nil {
		_, err = s.storeDraft(ctx, tx, Draft{Path: version.Path, Base: published.id(), Text: version.Text, Translates: version.Translates})
	}
	return err
}

// shownTitles is how many titles of a publication the audit log names.
const shownTitles = 5

func (s *Service) record(ctx context.Context, tx *database.Tx, action string, publication Publication, detail string) error {
	var titles []string
	for _, edit := range publication.Edits {
		// Entries that changed places together have one title.
		if !slices.Contains(titles, edit.Title) {
			titles = append(titles, edit.Title)
		}
	}
	target := strings.Join(titles[:min(len(titles), shownTitles)], ", ")
	if more := len(titles) - shownTitles; more > 0 {
		target += fmt.Sprintf(" and %d more", more)
	}
	return s.Audit.RecordIn(ctx, tx, audit.Event{
		Action: action, Kind: audit.Text, Target: target, Detail: detail,
	})
}

// PagesShow reports whether a published text shows one of the images.
func (s *Service) PagesShow(ctx context.Context, tx *database.Tx, images []int64) (bool, error) {
	published, err := s.readPublishedFiles(ctx, tx)
	if err != nil {
		return false, fmt.Errorf("find the texts that show images: %w", err)
	}
	return slices.ContainsFunc(images, func(id int64) bool { return slices.Contains(published.Images, id) }), nil
}

// JobKind is the kind of the job that announces scheduled publications.
const JobKind = "publications"

// Job returns the handler of the job that announces scheduled publications. It may run twice at a time.
func (s *Service) Job() jobs.Handler {
	return jobs.Handler{
		Run:        func(ctx context.Context, _ jobs.Job) error { return s.AnnounceDue(ctx) },
		Next:       jobs.Every(24 * time.Hour),
		FirstRetry: 5 * time.Second, LastRetry: time.Minute, Lease: 10 * time.Second,
	}
}

// AnnounceDue marks the pages as outdated for scheduled publications that are due, once for all
// replicas.
func (s *Service) AnnounceDue(ctx context.Context) error {
	err := s.inTx(ctx, func(tx *database.Tx) error {
		now := database.At(s.Clock())
		n, err := tx.Exec(ctx, `UPDATE content_publications SET announced_at = ? WHERE announced_at IS NULL AND publish_at <= ?`, now, now)
		if err == nil && n > 0 {
			err = s.Pages.ChangedNow(ctx, tx)
		}
		if err == nil {
			err = s.expectNext(ctx, tx)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("announce publications: %w", err)
	}
	return nil
}

// expectNext makes the job due when the next scheduled publication is, if there is one.
func (s *Service) expectNext(ctx context.Context, tx *database.Tx) error {
	var next *database.Time
	err := tx.Get(ctx, &next, `SELECT MIN(publish_at) FROM content_publications WHERE announced_at IS NULL`)
	if err != nil || next == nil {
		return err
	}
	return s.Jobs.DueBy(ctx, tx, JobKind, next.Time)
}

// listPublications returns a page of the publications, newest first, and their total number. live is
// how many of them the pages have.
func (s *Service) listPublications(ctx context.Context, page httpx.Page, live int64) (list []*Publication, total int64, err error) {
	const listed = ` FROM content_publications p WHERE EXISTS (SELECT 1 FROM content_versions v WHERE v.publication_id = p.id)`
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		if err := tx.Get(ctx, &total, `SELECT COUNT(*)`+listed); err != nil {
			return err
		}
		err := tx.Select(ctx, &list, `
			SELECT `+publicationColumns+`, id NOT IN (`+waiting+`) AS built`+listed+` ORDER BY id DESC LIMIT ? OFFSET ?`,
			database.At(s.Clock()), live, page.Size(), page.Offset)
		if err != nil {
			return err
		}
		for _, publication := range list {
			publication.setState(s.Clock())
			err := tx.Select(ctx, &publication.Edits, `
				SELECT path, title, text IS NULL AS removed FROM content_versions WHERE publication_id = ? ORDER BY path`, publication.ID)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list publications: %w", err)
	}
	return list, total, nil
}

// CountAnnounced returns the number of scheduled publications whose time came after since.
func CountAnnounced(ctx context.Context, from database.Reader, since time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `SELECT COUNT(*) FROM content_publications WHERE announced_at > ? AND created_at < announced_at`, database.At(since))
	if err != nil {
		return 0, fmt.Errorf("count scheduled publications: %w", err)
	}
	return n, nil
}

// MarkFailed notes, in the transaction that stores a failed build, that it was the build of the scheduled publications
// that the pages do not have: live is how many they have.
func MarkFailed(ctx context.Context, tx *database.Tx, live int64, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE content_publications SET failed_at = ?
		 WHERE failed_at IS NULL AND created_at < announced_at AND id IN (`+waiting+`)`, database.At(now), database.At(now), live)
	if err != nil {
		return fmt.Errorf("note failed publications: %w", err)
	}
	return nil
}

// CountFailed returns the number of scheduled publications whose build failed and that the pages, which have live
// publications, still lack.
func CountFailed(ctx context.Context, from database.Reader, live int64, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `SELECT COUNT(*) FROM content_publications WHERE failed_at IS NOT NULL AND id IN (`+waiting+`)`,
		database.At(now), live)
	if err != nil {
		return 0, fmt.Errorf("count failed publications: %w", err)
	}
	return n, nil
}

// CountWaiting returns the number of published texts that the pages, which have live publications, lack.
func CountWaiting(ctx context.Context, from database.Reader, live int64, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `SELECT COUNT(DISTINCT path) FROM content_versions WHERE publication_id IN (`+waiting+`)`, database.At(now), live)
	if err != nil {
		return 0, fmt.Errorf("count waiting texts: %w", err)
	}
	return n, nil
}

// CountPublishedOfCV returns the number of texts of the public CV that were published after since.
func CountPublishedOfCV(ctx context.Context, from database.Reader, since, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `
		SELECT COUNT(DISTINCT v.path) FROM content_versions v JOIN content_publications p ON p.id = v.publication_id
		 WHERE v.path LIKE 'cv/%' AND v.path NOT LIKE 'cv/audiences/%' AND p.publish_at > ? AND `+isPublished, database.At(since), database.At(now))
	if err != nil {
		return 0, fmt.Errorf("count published texts: %w", err)
	}
	return n, nil
}
