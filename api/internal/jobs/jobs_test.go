package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/servertest"
)

// runNow makes the single job of the kind "test" due.
func runNow(t *testing.T, queue *jobs.Queue) {
	t.Helper()
	err := queue.DB.InTx(t.Context(), func(tx *database.Tx) error { return queue.RunNow(t.Context(), tx, "test") })
	if err != nil {
		t.Fatal(err)
	}
}

func worker(queue *jobs.Queue, handler jobs.Handler) *jobs.Worker {
	return &jobs.Worker{Queue: queue, Handlers: map[string]jobs.Handler{"test": handler}, Log: slog.New(slog.DiscardHandler)}
}

func find(t *testing.T, db *database.DB) jobs.Job {
	t.Helper()
	job, err := jobs.Find(t.Context(), db, "test")
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func TestARunIsCanceledWhenAnotherReplicaTakesItOver(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		queue := jobs.New(db, time.Now)
		runNow(t, queue)
		lost := worker(queue, jobs.Handler{Run: func(ctx context.Context, _ jobs.Job) error {
			if _, err := db.Exec(ctx, `UPDATE jobs SET attempts = attempts + 1`); err != nil {
				return err
			}
			<-ctx.Done()
			return ctx.Err()
		}})
		lost.Renewal = time.Millisecond
		if err := lost.RunDue(t.Context(), "test"); err != nil {
			t.Error(err)
		}
		if job := find(t, db); !job.IsRunning() || job.Attempts != 2 || job.LastError != "" {
			t.Errorf("the run of the other replica was changed: %+v", job)
		}
	})
}

func TestARunWhoseProcessDiesCountsAsAnAttempt(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now, runs := time.Now(), 0
		queue := jobs.New(db, func() time.Time { return now })
		runNow(t, queue)
		w := worker(queue, jobs.Handler{MaxAttempts: 3, Run: func(_ context.Context, job jobs.Job) error {
			if runs++; (job.FailedAt != nil) != (runs > 1) || (job.LastError != "") != (runs > 1) {
				t.Errorf("run %d: %+v", runs, job)
			}
			runtime.Goexit() // as if the process were killed: nothing is stored
			return nil
		}})
		for range 5 {
			done := make(chan struct{})
			go func() { defer close(done); _ = w.RunDue(context.Background(), "test") }()
			<-done
			now = now.Add(time.Hour)
		}
		if job := find(t, db); runs != 3 || !job.IsGivenUp() || job.LastError == "" {
			t.Errorf("%d runs: %+v", runs, job)
		}
	})
}

func TestTheFirstFailureAfterADeathIsTold(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now, runs, told := time.Now(), 0, 0
		queue := jobs.New(db, func() time.Time { return now })
		runNow(t, queue)
		w := worker(queue, jobs.Handler{
			FirstRetry: time.Minute, LastRetry: time.Minute,
			Run: func(context.Context, jobs.Job) error {
				if runs++; runs == 1 {
					runtime.Goexit()
				}
				return errors.New("failed")
			},
			Failed: func(_ context.Context, _ *database.Tx, job jobs.Job) error {
				if job.FailedAt == nil {
					told++
				}
				return nil
			},
		})
		for range 3 {
			done := make(chan struct{})
			go func() { defer close(done); _ = w.RunDue(context.Background(), "test") }()
			<-done
			now = now.Add(time.Hour)
		}
		if runs != 3 || told != 1 {
			t.Errorf("%d runs, and %d first failures", runs, told)
		}
	})
}

// A clock that once was ahead does not stop jobs until its time comes.
func TestATimeThatIsTooFarAheadCountsAsUnknown(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now, runs := time.Now(), 0
		w := worker(jobs.New(db, func() time.Time { return now }), jobs.Handler{
			Run: func(context.Context, jobs.Job) error { runs++; return nil }, Next: jobs.Every(time.Hour),
		})
		now = now.AddDate(1, 0, 0)
		if err := w.RunDue(t.Context(), "test"); err != nil {
			t.Error(err)
		}
		now = now.AddDate(-1, 0, 0)
		if err := w.RunDue(t.Context(), "test"); err != nil || runs != 2 || find(t, db).RunAt.Sub(now) > time.Hour {
			t.Errorf("%d runs, %v", runs, err)
		}
	})
}

func TestAJobThatIsDueAgainDuringItsRunRunsTwice(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		for _, first := range []error{nil, errors.New("the first run fails")} {
			now := time.Now()
			queue, runs := jobs.New(db, func() time.Time { return now }), 0
			runNow(t, queue)
			handler := jobs.Handler{FirstRetry: time.Hour, LastRetry: time.Hour, Run: func(context.Context, jobs.Job) error {
				if runs++; runs == 1 {
					runNow(t, queue)
					return first
				}
				return nil
			}}
			if err := worker(queue, handler).RunDue(t.Context(), "test"); err != nil || runs != 2 {
				t.Errorf("%v: %d runs, %v", first, runs, err)
			}
			if job := find(t, db); job.ID != 0 {
				t.Errorf("%v: left: %+v", first, job)
			}
		}
	})
}

func TestARepeatingJobIsDueAfterItsPauseAndItsFailures(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		var failure error
		runs := 0
		w := worker(jobs.New(db, func() time.Time { return now }), jobs.Handler{
			Run:  func(context.Context, jobs.Job) error { runs++; return failure },
			Next: jobs.Every(time.Hour), FirstRetry: time.Minute, LastRetry: time.Hour,
		})
		for _, step := range []struct {
			after time.Duration
			fails bool
			runs  int
		}{{0, false, 1}, {59 * time.Minute, false, 1}, {time.Minute, true, 2}, {time.Minute, true, 3}, {time.Minute, false, 3}, {time.Minute, false, 4}, {time.Hour, false, 5}} {
			now, failure = now.Add(step.after), nil
			if step.fails {
				failure = errors.New("failed")
			}
			if err := w.RunDue(t.Context(), "test"); err != nil || runs != step.runs {
				t.Errorf("%v later: %d runs and not %d, %v", step.after, runs, step.runs, err)
			}
		}
		if job := find(t, db); job.LastError != "" || job.Attempts != 0 {
			t.Errorf("%+v", job)
		}
	})
}
