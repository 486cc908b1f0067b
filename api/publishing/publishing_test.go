package publishing_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/servertest"
	"portfolio/api/publishing"
)

// site is a queue, replicas that work on it, their time, and how often they published.
type site struct {
	*publishing.Queue
	t        *testing.T
	db       *database.DB
	replicas []*jobs.Worker
	log      bytes.Buffer

	mu        sync.Mutex
	now       time.Time
	runs      int
	fail      error
	duringRun func() // is called in the next run
}

func newSite(t *testing.T, db *database.DB, replicas int) *site {
	s := &site{t: t, db: db, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	queue := jobs.New(db, s.clock)
	s.Queue = publishing.NewQueue(queue, publishing.Options{})
	log := slog.New(slog.NewTextHandler(&s.log, nil))
	handlers := map[string]jobs.Handler{publishing.JobKind: s.Job(s, log)}
	for range replicas {
		s.replicas = append(s.replicas, &jobs.Worker{Queue: queue, Handlers: handlers, Log: log, Renewal: time.Hour})
	}
	return s
}

func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Publish counts.
func (s *site) Publish(context.Context) error {
	s.mu.Lock()
	s.runs++
	fail, while := s.fail, s.duringRun
	s.duringRun = nil
	s.mu.Unlock()
	if while != nil {
		while()
	}
	return fail
}

// change records a change of the pages.
func (s *site) change() {
	s.t.Helper()
	err := s.db.InTx(context.Background(), func(tx *database.Tx) error { return s.ChangedSoon(context.Background(), tx) })
	noError(s.t, err)
}

// advance lets time pass, and each replica look for work at each second of it, or each minute of hours.
func (s *site) advance(d time.Duration) {
	s.t.Helper()
	step := time.Second
	if d >= time.Hour {
		step = time.Minute
	}
	for ; d > 0; d -= step {
		s.mu.Lock()
		s.now = s.now.Add(min(d, step))
		s.mu.Unlock()
		s.runDue()
	}
}

// runDue lets all replicas look for work at once.
func (s *site) runDue() {
	s.t.Helper()
	var group sync.WaitGroup
	for _, worker := range s.replicas {
		group.Go(func() {
			if err := worker.RunDue(context.Background(), publishing.JobKind); err != nil {
				s.t.Error(err)
			}
		})
	}
	group.Wait()
}

func (s *site) want(runs int, state string) publishing.Status {
	s.t.Helper()
	status, err := s.Status(context.Background(), publishing.ByHook)
	noError(s.t, err)
	if s.runs != runs || status.State != state {
		s.t.Errorf("%d runs and %s, not %d and %s", s.runs, status.State, runs, state)
	}
	return status
}

func TestTheDebounceEnds(t *testing.T) {
	for name, test := range map[string]struct {
		rendersHere bool
		pause, tick time.Duration // tick is shorter than the pause
		changes     int
		runs        int
	}{
		"after ten minutes, without a minute's pause for half an hour":  {false, time.Minute, 30 * time.Second, 60, 4},
		"after thirty seconds, without a pause of five for two minutes": {true, 5 * time.Second, 4 * time.Second, 30, 5},
	} {
		t.Run(name, func(t *testing.T) {
			servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
				s := newSite(t, db, 1)
				s.RendersHere = test.rendersHere
				s.change()
				s.advance(test.pause - time.Second)
				s.want(0, publishing.Waiting)
				s.advance(time.Second)
				s.want(1, publishing.Current)
				for range test.changes {
					s.change()
					s.advance(test.tick)
				}
				s.advance(2 * test.pause)
				s.want(test.runs, publishing.Current)
			})
		})
	}
}

func TestAFailureIsShownAndTriedAgainMoreAndMoreSeldom(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, 2)
		s.fail = errors.New("the build service answered 404")
		s.change()
		s.advance(time.Minute)
		status := s.want(1, publishing.Failed)
		check(t, status.Failure == "the build service answered 404" && status.FailedAt != nil && status.DueAt.Equal(s.now.Add(time.Minute)), "%+v", status)
		// What changes meanwhile does not hurry it.
		s.change()
		s.advance(59 * time.Second)
		s.want(1, publishing.Failed)
		s.advance(time.Second + 2*time.Minute + 4*time.Minute)
		s.want(4, publishing.Failed)
		s.advance(8*time.Minute + 16*time.Minute + 32*time.Minute + time.Hour + time.Hour)
		s.want(9, publishing.Failed)
		s.fail = nil
		s.advance(time.Hour)
		if status = s.want(10, publishing.Current); status.Failure != "" || status.FailedAt != nil {
			t.Errorf("%+v", status)
		}
		n := strings.Count(s.log.String(), "job failed, will be tried again")
		check(t, n == 9, "%d of 9 failures in the log:\n%s", n, &s.log)
		s.change()
		s.advance(time.Minute)
		s.want(11, publishing.Current)
	})
}

func TestARunOfAReplicaThatDiedIsTakenOver(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, 2)
		died := make(chan struct{})
		defer close(died)
		s.duringRun = func() { <-died }
		s.change()
		s.advance(59 * time.Second)
		s.mu.Lock()
		s.now = s.now.Add(time.Second)
		s.mu.Unlock()
		go func() { _ = s.replicas[0].RunDue(context.Background(), publishing.JobKind) }()
		for taken := false; !taken; {
			status, err := s.Status(context.Background(), publishing.ByHook)
			noError(t, err)
			taken = status.State == publishing.Running
		}
		s.replicas = s.replicas[1:]
		s.want(1, publishing.Running)
		s.advance(time.Second)
		s.want(2, publishing.Current)
	})
}

func TestAServerThatStopsLeavesItsRunToTheNext(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, 1)
		ctx, stop := context.WithCancel(context.Background())
		s.fail, s.duringRun = context.Canceled, stop
		s.change()
		s.now = s.now.Add(time.Minute)
		noError(t, s.replicas[0].RunDue(ctx, publishing.JobKind))
		s.want(1, publishing.Waiting)
		s.fail = nil
		s.runDue()
		s.want(2, publishing.Current)
	})
}
