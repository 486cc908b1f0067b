package publishing

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"portfolio/api/database"
)

// Publisher builds the pages, or has them built. Its error is shown to staff.
type Publisher interface {
	Publish(ctx context.Context) error
}

// Worker builds the pages when they are out of date. Each replica may run one.
type Worker struct {
	*Queue
	Publisher Publisher
	Log       *slog.Logger
	renewal   time.Duration // how often the lease is renewed; tests set it
}

// RunDue builds the pages if that is due and no replica does so already. A run that fails is retried later; only errors of
// the database are returned.
func (w *Worker) RunDue(ctx context.Context) error {
	runID := rand.Text()
	claimed, err := w.claim(ctx, runID)
	if err != nil || !claimed {
		return err
	}
	failure := w.publish(ctx, runID)
	if ctx.Err() != nil && failure != nil {
		return w.requeue(context.WithoutCancel(ctx), runID)
	}
	// The outcome is written also when the server is stopping, so that a finished build is not repeated.
	return w.finish(context.WithoutCancel(ctx), runID, failure)
}

// claim leases the run that is due, or one whose lease has expired. It writes only when there is one.
func (w *Worker) claim(ctx context.Context, runID string) (claimed bool, err error) {
	now := w.now()
	var due int
	err = w.db.Get(ctx, &due, `
		SELECT COUNT(*) FROM publishing WHERE (run_id = '' AND due_at <= ?) OR run_expires_at <= ?`,
		database.At(now), database.At(now))
	if err != nil || due == 0 {
		return false, err
	}
	n, err := w.db.Exec(ctx, `
		UPDATE publishing
		   SET run_id = ?, run_expires_at = ?, run_since = COALESCE(run_since, waiting_since),
		       waiting_since = NULL, due_at = NULL
		 WHERE (run_id = '' AND due_at <= ?) OR run_expires_at <= ?`,
		runID, database.At(now.Add(leaseTime)), database.At(now), database.At(now))
	return n == 1, err
}

// publish runs the publisher and renews the lease meanwhile. It cancels the run when another replica has the lease, because
// two builds at once would write the same files.
func (w *Worker) publish(ctx context.Context, runID string) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	done := make(chan error, 1)
	go func() { done <- w.Publisher.Publish(ctx) }()
	renewal := time.NewTicker(cmp.Or(w.renewal, leaseTime/4))
	defer renewal.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-renewal.C:
			renewed, err := w.renew(context.WithoutCancel(ctx), runID)
			switch {
			case err != nil:
				w.Log.Warn("publishing lease not renewed", "error", err)
			case !renewed:
				w.Log.Warn("publishing lease lost, this run is ended")
				end()
			}
		}
	}
}

// renew extends the lease, and reports whether this run still had it.
func (w *Worker) renew(ctx context.Context, runID string) (renewed bool, err error) {
	n, err := w.db.Exec(ctx, `UPDATE publishing SET run_expires_at = ? WHERE run_id = ?`, database.At(w.now().Add(leaseTime)), runID)
	return n == 1, err
}

// finish records how a run ended. A change that came meanwhile waits for the next run.
func (w *Worker) finish(ctx context.Context, runID string, failure error) error {
	now := w.now()
	if failure == nil {
		w.Log.Info("pages published")
		_, err := w.db.Exec(ctx, `
			UPDATE publishing
			   SET run_id = '', run_since = NULL, run_expires_at = NULL, tries = 0, failed_at = NULL, failure = '',
			       published_at = ?
			 WHERE run_id = ?`, database.At(now), runID)
		return err
	}
	before, err := ReadFailures(ctx, w.db)
	if err != nil {
		return err
	}
	w.Log.Warn("pages not published, will be tried again", "attempt", before+1, "error", failure.Error())
	_, err = w.db.Exec(ctx, `
		UPDATE publishing
		   SET run_id = '', run_expires_at = NULL, waiting_since = COALESCE(run_since, waiting_since),
		       run_since = NULL, due_at = ?, tries = ?, failed_at = ?, failure = ?
		 WHERE run_id = ?`,
		database.At(now.Add(backoff(before+1))), before+1, database.At(now), failure.Error(), runID)
	return err
}

// requeue makes a run due again that was interrupted because the server stops.
func (w *Worker) requeue(ctx context.Context, runID string) error {
	_, err := w.db.Exec(ctx, `
		UPDATE publishing
		   SET run_id = '', run_expires_at = NULL, waiting_since = COALESCE(run_since, waiting_since),
		       run_since = NULL, due_at = ?
		 WHERE run_id = ?`, database.At(w.now()), runID)
	return err
}

// backoff is how long to wait after the given number of failures in a row.
func backoff(tries int64) time.Duration { return min(firstRetry<<min(tries-1, 20), lastRetry) }
