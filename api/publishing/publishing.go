// Package publishing renders the pages, or asks a build service to, after staff changed their
// content. A job collects changes for a while, because staff rarely make one change only. The rendered
// pages are one file in the store, which one row names, so that all replicas serve the same.
package publishing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"portfolio/api/content"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/jobs"
)

// JobKind is the kind of the job that builds the pages.
const JobKind = "build"

const (
	// quiet is how long nothing must change before a build elsewhere, which costs minutes of a build service.
	quiet = time.Minute
	// maxDelay is how long the first change waits at most.
	maxDelay = 10 * time.Minute
	// quietHere and maxDelayHere are the same if this server renders the pages.
	quietHere    = 5 * time.Second
	maxDelayHere = 30 * time.Second
	// refreshAfter is the age at which pages are built again: their security.txt expires after a year.
	refreshAfter = 300 * 24 * time.Hour
	// jobLease is how long a server that was killed delays the pages. Another one may render them meanwhile: only
	// the last that began can store them.
	jobLease = time.Second
)

// Queue stores whether the pages are outdated, and queues the job that builds them.
type Queue struct {
	Options

	db   *database.DB
	jobs *jobs.Queue
}

// Options has the dependencies of a Queue.
type Options struct {
	// NotifyStaff queues a mail of that kind to each member of staff; nil for none.
	NotifyStaff func(ctx context.Context, tx *database.Tx, kind string) error

	// Files keeps rendered pages; nil for none.
	Files *files.Files

	// RendersHere means that this server renders the pages.
	RendersHere bool
}

// NewQueue returns the queue in the database of queue.
func NewQueue(queue *jobs.Queue, options Options) *Queue {
	return &Queue{Options: options, db: queue.DB, jobs: queue}
}

// Publisher builds the pages, or requests a build, and notes when. Staff see its error.
type Publisher interface {
	Publish(ctx context.Context) error
}

// Job returns the handler of the job that builds the pages. A failed build is retried after a
// minute, then less and less often.
func (q *Queue) Job(publisher Publisher, log *slog.Logger) jobs.Handler {
	run := func(ctx context.Context, _ jobs.Job) error {
		err := publisher.Publish(ctx)
		if errors.Is(err, errSuperseded) {
			err = publisher.Publish(ctx) // the other server may have begun before the last change
		}
		if err != nil {
			return err
		}
		log.Info("pages published")
		return nil
	}
	failed := func(ctx context.Context, tx *database.Tx, job jobs.Job) error {
		if err := q.markFailed(ctx, tx); err != nil || job.FailedAt != nil {
			return err // staff know of an earlier failure
		}
		var before *database.Time
		if err := tx.Get(ctx, &before, `SELECT published_at FROM publishing WHERE id = 1`); err != nil {
			return err
		}
		return q.notifyOfScheduled(ctx, tx, before)
	}
	return jobs.Handler{Run: run, Failed: failed, FirstRetry: time.Minute, LastRetry: time.Hour, Lease: jobLease}
}

func (q *Queue) markFailed(ctx context.Context, tx *database.Tx) error {
	live, err := ReadLive(ctx, tx)
	if err != nil {
		return err
	}
	return content.MarkFailed(ctx, tx, live, q.jobs.Clock())
}

// ReadLive returns how many publications of content the pages have.
func ReadLive(ctx context.Context, from database.Reader) (live int64, err error) {
	if err := from.Get(ctx, &live, `SELECT live FROM publishing WHERE id = 1`); err != nil {
		return 0, fmt.Errorf("read how many publications are live: %w", err)
	}
	return live, nil
}

// MarkPublished notes that a build service accepted a build.
func (q *Queue) MarkPublished(ctx context.Context) error {
	_, err := q.db.Exec(ctx, `UPDATE publishing SET published_at = ? WHERE id = 1`, database.At(q.jobs.Clock()))
	return err
}

// Refresh queues a build if the last one was long ago, at a time in the future, or with another Folder:
// during an upgrade, a replica of the former program may have rendered last. It is "" if another service builds the pages.
func (q *Queue) Refresh(ctx context.Context, folder string) error {
	return q.db.InTx(ctx, func(tx *database.Tx) error {
		var due int
		now := q.jobs.Clock()
		err := tx.Get(ctx, &due, `SELECT COUNT(*) FROM publishing WHERE published_at < ? OR published_at > ? OR pages <> '' AND pages NOT LIKE ?`,
			database.At(now.Add(-refreshAfter)), database.At(now), folder+"%")
		if err != nil || due == 0 {
			return err
		}
		return q.postpone(ctx, tx)
	})
}

func (q *Queue) postpone(ctx context.Context, tx *database.Tx) error {
	if q.RendersHere {
		return q.jobs.Postpone(ctx, tx, JobKind, quietHere, maxDelayHere)
	}
	return q.jobs.Postpone(ctx, tx, JobKind, quiet, maxDelay)
}

// ChangedSoon implements jobs.Pages: a rendering waits for five quiet seconds, thirty at most, a build
// elsewhere for a quiet minute, ten at most.
func (q *Queue) ChangedSoon(ctx context.Context, tx *database.Tx) error {
	if err := q.noteChange(ctx, tx); err != nil {
		return err
	}
	return q.postpone(ctx, tx)
}

// ChangedNow implements jobs.Pages.
func (q *Queue) ChangedNow(ctx context.Context, tx *database.Tx) error {
	if err := q.noteChange(ctx, tx); err != nil {
		return err
	}
	return q.jobs.RunNow(ctx, tx, JobKind)
}

// Clear takes the pages away, in the transaction that removes everything that they show, and queues
// a build that is due now. Until its end visitors of rendered pages get 503.
func (q *Queue) Clear(ctx context.Context, tx *database.Tx) error {
	var pages []string
	if err := tx.Select(ctx, &pages, `SELECT pages FROM publishing WHERE pages <> ''`); err != nil {
		return fmt.Errorf("find the pages: %w", err)
	}
	if len(pages) > 0 {
		if err := q.Files.Delete(ctx, tx, pages...); err != nil {
			return err
		}
	}
	// The new time stops a rendering of the former content that is running.
	now := database.At(q.jobs.Clock())
	if _, err := tx.Exec(ctx, `UPDATE publishing SET pages = '', pages_bytes = 0, live = 0, published_at = ? WHERE id = 1`, now); err != nil {
		return fmt.Errorf("forget the pages: %w", err)
	}
	return q.ChangedNow(ctx, tx)
}

func (q *Queue) noteChange(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE publishing SET changed_at = ? WHERE id = 1`, database.At(q.jobs.Clock()))
	if err != nil {
		return fmt.Errorf("note a change of the pages: %w", err)
	}
	return nil
}

// Hurry makes the build due now. Until it succeeds, the status keeps naming an earlier failure.
func (q *Queue) Hurry(ctx context.Context) error {
	return q.db.InTx(ctx, func(tx *database.Tx) error { return q.jobs.Hurry(ctx, tx, JobKind) })
}

// BuildNow queues a build that is due now, clears earlier failures and returns the status. record
// writes the audit entry in the same transaction.
func (q *Queue) BuildNow(ctx context.Context, method Method, record func(ctx context.Context, tx *database.Tx) error) (status Status, err error) {
	err = q.db.InTx(ctx, func(tx *database.Tx) error {
		if err := q.jobs.RunNow(ctx, tx, JobKind); err != nil {
			return err
		}
		// Read before the commit wakes the worker, so that a request is always answered "waiting".
		status, err = q.statusIn(ctx, tx, method)
		if err != nil {
			return err
		}
		return record(ctx, tx)
	})
	return status, err
}
