package content

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
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

// unbuilt selects the IDs of the publications that the last reported build did not read.
const unbuilt = `
	SELECT id FROM (SELECT p.id, ROW_NUMBER() OVER (ORDER BY p.publish_at, p.id) AS place
	                  FROM content_publications p WHERE ` + isPublished + `) published
	 WHERE place > (SELECT COALESCE(MAX(publications), 0) FROM content_reports)`

// Publish publishes all chosen drafts or none, now or at a time. Texts of the same paths that are
// scheduled for a later time are replaced. It returns a Conflict if a draft has another revision or
// its file has changed, and an apperror that names every wrong field.
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
			choice := in.choice(draft.Path)
			if draft.Text == nil && !choice.Moved {
				if err := s.storeRemoval(ctx, tx, publication, draft.Path, choice.Title); err != nil {
					return err
				}
			}
			if err := s.insertEdit(ctx, tx, publication, draft, choice.Title); err != nil {
				return err
			}
			publication.Edits = append(publication.Edits, ChangedPath{draft.Path, choice.Title, draft.Text == nil})
		}
		if publication.State == Scheduled {
			return s.record(ctx, tx, audit.TextsScheduled, publication, "for "+publication.PublishAt.Format(time.RFC3339))
		}
		if err := s.record(ctx, tx, audit.TextsPublished, publication, ""); err != nil {
			return err
		}
		if err := forgetRemoval(ctx, tx, publication.ID); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
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

// insertEdit stores a draft as part of a publication, or returns a Conflict if its file has changed.
func (s *Service) insertEdit(ctx context.Context, tx *database.Tx, publication Publication, draft Draft, title string) error {
	file, err := findFile(ctx, tx, draft.Path)
	if err != nil {
		return err
	}
	if file.conflicts(draft.Base, draft.Text) {
		return s.newConflict(ctx, tx, apperror.FileChanged, draft.Path, &draft)
	}
	_, err = tx.Exec(ctx, `
		UPDATE content_edits SET replaced_at = ?
		 WHERE path = ? AND replaced_at IS NULL
		   AND publication_id IN (SELECT id FROM content_publications WHERE publish_at > ?)`,
		database.At(s.Clock()), draft.Path, publication.PublishAt)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO content_edits (publication_id, path, title, base, text, saved_at, saved_by) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		publication.ID, draft.Path, title, draft.Base, draft.Text, draft.SavedAt, draft.SavedBy)
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
			return apperror.NotFound()
		}
		publication.setState(s.Clock())
		if publication.State != Scheduled {
			return apperror.Conflict(apperror.PublishedAlready)
		}
		var edits []struct {
			ChangedPath
			Base string  `db:"base"`
			Text *string `db:"text"`
		}
		err = tx.Select(ctx, &edits, `
			SELECT path, title, text IS NULL AS removed, base, text FROM content_edits
			 WHERE publication_id = ? AND replaced_at IS NULL ORDER BY path`, id)
		if err != nil {
			return err
		}
		if len(edits) == 0 {
			return apperror.NotFound()
		}
		for _, edit := range edits {
			publication.Edits = append(publication.Edits, edit.ChangedPath)
			draft, err := findDraft(ctx, tx, edit.Path)
			if err == nil && draft == nil {
				_, err = s.storeDraft(ctx, tx, Draft{Path: edit.Path, Base: edit.Base, Text: edit.Text})
			}
			if err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `UPDATE content_edits SET replaced_at = ? WHERE publication_id = ? AND replaced_at IS NULL`, database.At(s.Clock()), id)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM content_removals WHERE publication_id = ?`, id); err != nil {
			return err
		}
		return s.record(ctx, tx, audit.ScheduleCancelled, publication, "for "+publication.PublishAt.Format(time.RFC3339))
	})
	if err != nil {
		return fmt.Errorf("cancel a publication: %w", err)
	}
	return nil
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

// PublishedFiles is the content that visitors read.
type PublishedFiles struct {
	// Files are the texts by path.
	Files map[string]string
	// Photos are the IDs of the images that they show, ascending.
	Photos []int64
	// Publications is how many publications they contain.
	Publications int64
}

// PublishedFiles returns the files with the published texts over them. A text whose file has changed since is left out, as in a
// build.
func (s *Service) PublishedFiles(ctx context.Context) (published PublishedFiles, err error) {
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) (err error) {
		published, err = s.readPublishedFiles(ctx, tx)
		return err
	})
	if err != nil {
		err = fmt.Errorf("read the published content: %w", err)
	}
	return published, err
}

func (s *Service) readPublishedFiles(ctx context.Context, tx database.Reader) (published PublishedFiles, err error) {
	now := s.Clock()
	files, err := readFiles(ctx, tx)
	if err != nil {
		return PublishedFiles{}, err
	}
	edits, err := readPublished(ctx, tx, now)
	if err != nil {
		return PublishedFiles{}, err
	}
	published.Files = map[string]string{}
	for path, file := range files {
		published.Files[path] = file.Text
	}
	for path, edit := range edits {
		switch {
		case files[path].conflicts(edit.Base, edit.Text):
		case edit.Text == nil:
			delete(published.Files, path)
		default:
			published.Files[path] = *edit.Text
		}
	}
	for path, text := range published.Files {
		published.Photos = append(published.Photos, idsIn(path, &text)...)
	}
	slices.Sort(published.Photos)
	published.Photos = slices.Compact(published.Photos)
	published.Publications, err = countPublished(ctx, tx, now)
	return published, err
}

// PagesShow reports whether a published text shows one of the images.
func (s *Service) PagesShow(ctx context.Context, tx *database.Tx, images []int64) (bool, error) {
	published, err := s.readPublishedFiles(ctx, tx)
	if err != nil {
		return false, fmt.Errorf("find the texts that show images: %w", err)
	}
	return slices.ContainsFunc(images, func(id int64) bool { return slices.Contains(published.Photos, id) }), nil
}

// AnnounceDue marks the pages as outdated for scheduled publications that are due, once for all
// replicas.
func (s *Service) AnnounceDue(ctx context.Context) error {
	next, err := s.nextPublication(ctx)
	if err == nil && next != nil && !s.Clock().Before(next.Time) {
		err = s.inTx(ctx, func(tx *database.Tx) error {
			now := database.At(s.Clock())
			var announced []int64
			if err := tx.Select(ctx, &announced, `SELECT id FROM content_publications WHERE publish_at <= ? AND `+waiting+` ORDER BY publish_at, id`, now); err != nil || len(announced) == 0 {
				return err
			}
			for _, id := range announced {
				if err := announce(ctx, tx, id, now); err != nil {
					return err
				}
			}
			return s.Changed(ctx, tx)
		})
	}
	if err != nil {
		return fmt.Errorf("announce publications: %w", err)
	}
	return nil
}

// waiting is the condition of publications that are to be announced. One whose texts were all replaced or cancelled publishes
// nothing.
const waiting = `announced_at IS NULL AND EXISTS (
	SELECT 1 FROM content_edits e WHERE e.publication_id = content_publications.id AND e.replaced_at IS NULL)`

// nextPublication returns when the next scheduled publication is due, or nil. It reads the database only after a write.
func (s *Service) nextPublication(ctx context.Context) (*database.Time, error) {
	s.scheduled.lock.Lock()
	defer s.scheduled.lock.Unlock()
	writes := s.DB.Writes()
	if s.scheduled.known && writes == s.scheduled.writes {
		return s.scheduled.next, nil
	}
	var next *database.Time
	if err := s.DB.Get(ctx, &next, `SELECT MIN(publish_at) FROM content_publications WHERE `+waiting); err != nil {
		return nil, err
	}
	s.scheduled.next, s.scheduled.writes, s.scheduled.known = next, writes, true
	return next, nil
}

// announce marks a scheduled publication as published, and moves what it removes to the trash.
func announce(ctx context.Context, tx *database.Tx, id int64, now database.Time) error {
	_, err := tx.Exec(ctx, `UPDATE content_publications SET announced_at = ? WHERE id = ?`, now, id)
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE content_removals SET deleted_at = ? WHERE publication_id = ?`, now, id)
	}
	if err != nil {
		return err
	}
	return forgetRemoval(ctx, tx, id)
}

// listPublications returns a page of the publications, newest first, and their total number. A
// publication whose texts were all replaced before their time is not listed.
func (s *Service) listPublications(ctx context.Context, page apperror.Page) (list []*Publication, total int64, err error) {
	const listed = ` FROM content_publications p
		WHERE EXISTS (SELECT 1 FROM content_edits e WHERE e.publication_id = p.id AND e.replaced_at IS NULL)`
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		if err := tx.Get(ctx, &total, `SELECT COUNT(*)`+listed); err != nil {
			return err
		}
		err := tx.Select(ctx, &list, `
			SELECT `+publicationColumns+`, id NOT IN (`+unbuilt+`) AS built`+listed+` ORDER BY id DESC LIMIT ? OFFSET ?`,
			database.At(s.Clock()), page.Size(), page.Offset)
		if err != nil {
			return err
		}
		for _, publication := range list {
			publication.setState(s.Clock())
			err := tx.Select(ctx, &publication.Edits, `
				SELECT path, title, text IS NULL AS removed FROM content_edits
				 WHERE publication_id = ? AND replaced_at IS NULL ORDER BY path`, publication.ID)
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
// that no build has read.
func MarkFailed(ctx context.Context, tx *database.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE content_publications SET failed_at = ?
		 WHERE failed_at IS NULL AND created_at < announced_at AND id IN (`+unbuilt+`)`, database.At(now), database.At(now))
	if err != nil {
		return fmt.Errorf("note failed publications: %w", err)
	}
	return nil
}

// CountFailed returns the number of scheduled publications whose build failed and that no build has read since.
func CountFailed(ctx context.Context, from database.Reader, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `SELECT COUNT(*) FROM content_publications WHERE failed_at IS NOT NULL AND id IN (`+unbuilt+`)`, database.At(now))
	if err != nil {
		return 0, fmt.Errorf("count failed publications: %w", err)
	}
	return n, nil
}

// countPublished returns the number of publications that are published at a time. It only grows.
func countPublished(ctx context.Context, from database.Reader, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `SELECT COUNT(*) FROM content_publications p WHERE `+isPublished, database.At(now))
	if err != nil {
		return 0, fmt.Errorf("count publications: %w", err)
	}
	return n, nil
}

// CountUnbuilt returns the number of texts that were published after the last reported build read
// the published texts.
func CountUnbuilt(ctx context.Context, from database.Reader, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `
		SELECT COUNT(DISTINCT path) FROM content_edits WHERE replaced_at IS NULL AND publication_id IN (`+unbuilt+`)`,
		database.At(now))
	if err != nil {
		return 0, fmt.Errorf("count unbuilt texts: %w", err)
	}
	return n, nil
}

// CountPublishedBelow returns the number of texts below a folder, such as "cv/", that were published after since.
func CountPublishedBelow(ctx context.Context, from database.Reader, folder string, since, now time.Time) (n int64, err error) {
	err = from.Get(ctx, &n, `
		SELECT COUNT(DISTINCT e.path) FROM content_edits e JOIN content_publications p ON p.id = e.publication_id
		 WHERE e.path LIKE ? AND e.replaced_at IS NULL AND p.publish_at > ? AND `+isPublished,
		folder+"%", database.At(since), database.At(now))
	if err != nil {
		return 0, fmt.Errorf("count published texts: %w", err)
	}
	return n, nil
}
