package jobs

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"portfolio/api/internal/database"
)

const (
	// defaultLease is the Lease of handlers without one.
	defaultLease = 2 * time.Minute
	// pollInterval is how often the worker asks whether other processes may have queued jobs, or a retry is due.
	pollInterval = 5 * time.Second
	// maxWait is longer than any job waits or is locked: a later time is from a clock that was ahead.
	maxWait = 2 * 24 * time.Hour
	// maxError is the length limit of a stored error, in bytes.
	maxError = 8000
)

// Handler runs the jobs of a kind, one after another in each replica.
type Handler struct {
	// Run does the work. Its error is logged and shown to staff, so it must hold no secret.
	Run func(ctx context.Context, job Job) error
	// Enabled reports whether there is anything to do, as settings have it; nil for always. Otherwise jobs wait. It may change
	// with a write of the database only.
	Enabled func(ctx context.Context) (bool, error)
	// FirstRetry is the pause after the first failure. It doubles with each failure up to LastRetry.
	FirstRetry, LastRetry time.Duration
	// Failed runs in the transaction that stores a failure, with the job before the run; nil for nothing. It does not run when
	// a process ends, and such a failure is not in FailedAt.
	Failed func(ctx context.Context, tx *database.Tx, job Job) error
	// Lease is how long a job is locked without a renewal, two minutes by default. Another process takes the job over
	// when it has passed, so a shorter one is for jobs that may run twice at a time.
	Lease time.Duration
	// MaxAttempts is the number of attempts before a job is given up, 0 for no limit.
	MaxAttempts int
	// Next returns when a single job repeats after a time, nil for jobs that do not repeat. Such a job is
	// due at once when its kind is first handled.
	Next func(now time.Time) time.Time
}

func (h Handler) lease() time.Duration { return cmp.Or(h.Lease, defaultLease) }

func (h Handler) enabled(ctx context.Context) (bool, error) {
	if h.Enabled == nil {
		return true, nil
	}
	return h.Enabled(ctx)
}

// Final is a failure that another attempt would repeat: the job is given up at once.
type Final struct{ Err error }

// Error returns the text of the failure.
func (f Final) Error() string { return f.Err.Error() }

// errDied is the failure of a job whose process ended.
var errDied = errors.New("the server ended while it did this")

// Every returns a Next that repeats a job after a pause.
func Every(pause time.Duration) func(time.Time) time.Time {
	return func(now time.Time) time.Time { return now.Add(pause) }
}

// Worker runs jobs. Each replica may have one.
type Worker struct {
	*Queue
	Handlers map[string]Handler
	Log      *slog.Logger
	// Renewal is how often the lock of a running job is renewed; the default is a quarter of it.
	Renewal time.Duration
}

// Run runs jobs of all kinds as they become due, until ctx ends.
func (w *Worker) Run(ctx context.Context) {
	var group sync.WaitGroup
	for kind := range w.Handlers {
		group.Go(func() { w.runKind(ctx, kind) })
	}
	group.Wait()
}

func (w *Worker) runKind(ctx context.Context, kind string) {
	ticker := time.NewTicker(min(pollInterval, w.Handlers[kind].lease()/2))
	defer ticker.Stop()
	var looked *look
	for {
		if err := w.lookFor(ctx, kind, &looked); err != nil && ctx.Err() == nil {
			w.Log.Error("jobs failed", "kind", kind, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-w.woken(kind):
		}
	}
}

// look is the result of a search for due jobs: the number of writes before it, and when the next job is due, nil for none.
type look struct {
	writes uint64
	next   *database.Time
}

// lookFor runs the jobs of a kind that are due. It leaves the database alone if nothing was written since the last look, and no
// job has become due.
func (w *Worker) lookFor(ctx context.Context, kind string, last **look) error {
	found := &look{writes: w.DB.Writes()}
	if *last != nil && found.writes == (*last).writes && !w.isDue((*last).next) {
		return nil
	}
	*last = nil
	on, err := w.Handlers[kind].enabled(ctx)
	if err == nil && on {
		if err = w.RunDue(ctx, kind); err == nil {
			err = w.DB.Get(ctx, &found.next, `SELECT MIN(COALESCE(locked_until, run_at)) FROM jobs WHERE kind = ?`, kind)
		}
	}
	if err == nil {
		*last = found
	}
	return err
}

// isDue reports whether a time has come, or is too far ahead to be right. A nil time never comes.
func (w *Worker) isDue(at *database.Time) bool {
	now := w.Clock()
	return at != nil && (!now.Before(at.Time) || at.After(now.Add(maxWait)))
}

// RunDue runs every job of a kind that is due. A failed job does not stop the others: only errors of
// the database are returned.
func (w *Worker) RunDue(ctx context.Context, kind string) error {
	handler := w.Handlers[kind]
	if on, err := handler.enabled(ctx); err != nil || !on {
		return err
	}
	if err := w.schedule(ctx, kind, handler); err != nil {
		return err
	}
	for ctx.Err() == nil {
		job, due, err := w.claim(ctx, kind, handler.lease())
		if err != nil || !due {
			return err
		}
		failure := errDied
		if handler.MaxAttempts == 0 || job.Attempts <= handler.MaxAttempts {
			failure = w.runLocked(ctx, handler, job)
		}
		// The outcome is stored even if the server is stopping, so that finished work is not repeated.
		stored := context.WithoutCancel(ctx)
		switch {
		case failure == nil:
			err = w.finish(stored, handler, job)
		case ctx.Err() != nil:
			err = w.release(stored, job)
		default:
			err = w.fail(stored, handler, job, failure)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// schedule adds the job of a kind that repeats unless it exists.
func (w *Worker) schedule(ctx context.Context, kind string, handler Handler) error {
	if handler.Next == nil {
		return nil
	}
	job, err := Find(ctx, w.DB, kind)
	if err != nil || job.ID != 0 {
		return err
	}
	return w.DB.InTx(ctx, func(tx *database.Tx) error { return w.insertSingle(ctx, tx, kind, w.Clock()) })
}

// claim locks the job that has been due longest, if there is one. A job whose lock has expired has failed:
// its process ended.
func (w *Worker) claim(ctx context.Context, kind string, lease time.Duration) (job Job, claimed bool, err error) {
	const due = `kind = ? AND (locked_until IS NULL AND (run_at <= ? OR run_at > ?) OR locked_until <= ? OR locked_until > ?)`
	now, tooFar := database.At(w.Clock()), database.At(w.Clock().Add(maxWait))
	args := []any{kind, now, tooFar, now, tooFar}
	var n int
	// Reading first spares SQLite's write lock.
	if err := w.DB.Get(ctx, &n, `SELECT COUNT(*) FROM jobs WHERE `+due, args...); err != nil || n == 0 {
		return Job{}, false, err
	}
	err = w.DB.InTx(ctx, func(tx *database.Tx) (err error) {
		claimed, err = tx.Find(ctx, &job, `
			UPDATE jobs
			   SET run_at = NULL, locked_until = ?, attempts = attempts + 1,
			       failed_at = CASE WHEN locked_until IS NULL THEN failed_at ELSE ? END,
			       last_error = CASE WHEN locked_until IS NULL THEN last_error ELSE ? END
			 WHERE id = (SELECT id FROM jobs WHERE `+due+` ORDER BY run_at, id LIMIT 1`+w.DB.SkipLocked()+`)
			RETURNING `+columns, append([]any{database.At(now.Add(lease)), now, errDied.Error()}, args...)...)
		return err
	})
	return job, claimed, err
}

// runLocked runs a job and renews its lock. It cancels the run if another replica took the job over.
func (w *Worker) runLocked(ctx context.Context, handler Handler, job Job) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go w.renew(ctx, job, handler.lease(), cancel)
	return handler.Run(ctx, job)
}

// renew renews the lock of a running job until ctx ends, and calls lost if another replica has it.
func (w *Worker) renew(ctx context.Context, job Job, lease time.Duration, lost func()) {
	ticker := time.NewTicker(cmp.Or(w.Renewal, lease/4))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		n, err := w.DB.Exec(ctx, `UPDATE jobs SET locked_until = ? WHERE id = ? AND attempts = ? AND locked_until IS NOT NULL`,
			database.At(w.Clock().Add(lease)), job.ID, job.Attempts)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			w.Log.Warn("job lock not renewed", "kind", job.Kind, "job", job.ID, "error", err)
		case n == 0:
			w.Log.Warn("job lock lost, the run is canceled", "kind", job.Kind, "job", job.ID)
			lost()
			return
		}
	}
}

// finish deletes a job that is done, unless it repeats or was made due again while it ran. The number
// of attempts tells whether another replica took it over.
func (w *Worker) finish(ctx context.Context, handler Handler, job Job) error {
	next := w.Clock()
	if handler.Next != nil {
		next = handler.Next(next)
	} else {
		n, err := w.DB.Exec(ctx, `DELETE FROM jobs WHERE id = ? AND attempts = ? AND run_at IS NULL`, job.ID, job.Attempts)
		if err != nil || n == 1 {
			return err
		}
	}
	_, err := w.DB.Exec(ctx, `
		UPDATE jobs SET run_at = COALESCE(run_at, ?), locked_until = NULL, attempts = 0, failed_at = NULL, last_error = ''
		 WHERE id = ? AND attempts = ?`, database.At(next), job.ID, job.Attempts)
	return err
}

// release makes a job due again that the server stopped.
func (w *Worker) release(ctx context.Context, job Job) error {
	_, err := w.DB.Exec(ctx, `UPDATE jobs SET run_at = ?, locked_until = NULL, attempts = attempts - 1 WHERE id = ? AND attempts = ?`,
		database.At(w.Clock()), job.ID, job.Attempts)
	return err
}

// fail stores a failure and makes the job due at its retry, or gives it up. A job that was made due while it ran is due then.
func (w *Worker) fail(ctx context.Context, handler Handler, job Job, failure error) error {
	now, why := w.Clock(), storable(failure)
	retry := &database.Time{Time: database.At(now.Add(backoff(handler, job.Attempts))).Time}
	var final Final
	if handler.MaxAttempts > 0 && job.Attempts >= handler.MaxAttempts || errors.As(failure, &final) {
		retry = nil
		w.Log.Error("job given up", "kind", job.Kind, "job", job.ID, "error", why)
	} else {
		w.Log.Warn("job failed, will be tried again", "kind", job.Kind, "job", job.ID, "attempt", job.Attempts, "error", why)
	}
	return w.DB.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE jobs SET run_at = COALESCE(run_at, ?), locked_until = NULL, failed_at = ?, last_error = ? WHERE id = ? AND attempts = ?`,
			retry, database.At(now), why, job.ID, job.Attempts)
		if err != nil || n == 0 || handler.Failed == nil {
			return err
		}
		if job.LastError == errDied.Error() {
			job.FailedAt = nil // claim noted that failure, and Failed did not run for it
		}
		return handler.Failed(ctx, tx, job)
	})
}

// storable returns the start of an error's text without bytes that databases refuse.
func storable(failure error) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(failure.Error(), "\ufffd"), "\x00", "")
	return strings.ToValidUTF8(text[:min(len(text), maxError)], "")
}

// backoff is the pause after the given number of attempts.
func backoff(handler Handler, attempts int) time.Duration {
	return min(handler.FirstRetry<<min(attempts-1, 20), handler.LastRetry)
}
