package accounts

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/apperror"
)

// queueTest runs work of a second each in a queue of one slot and keeps the names of the clients in the order in which it was
// done.
type queueTest struct {
	*queue
	group sync.WaitGroup
	mu    sync.Mutex
	done  []string
}

func newQueueTest(slots int) *queueTest {
	q := &queueTest{queue: newQueue(slots)}
	q.average = time.Second
	return q
}

// send has a client's work wait, and returns once it does.
func (q *queueTest) send(t *testing.T, client string) {
	q.group.Go(func() {
		if err := q.run(t.Context(), client, func() { q.work(client) }); isBusy(err) {
			q.work(client + " refused")
		} else if err != nil {
			t.Errorf("%s: %v", client, err)
		}
	})
	synctest.Wait()
}

func (q *queueTest) work(client string) {
	time.Sleep(time.Second)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.done = append(q.done, client)
}

func (q *queueTest) wantEmpty(t *testing.T) {
	t.Helper()
	q.group.Wait()
	if q.running != 0 || len(q.waiting) != 0 {
		t.Errorf("%d run and %d clients wait when all is done", q.running, len(q.waiting))
	}
}

func isBusy(err error) bool {
	var public *apperror.Error
	return errors.As(err, &public) && public.Kind == apperror.KindBusy && public.RetryAfter >= time.Second
}

// Whoever sends one piece of work waits for one of each other client, however much those have sent.
func TestClientsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueueTest(1)
		for _, client := range []string{"a", "a", "a", "a", "a", "b", "b", "c"} {
			q.send(t, client)
		}
		q.wantEmpty(t)
		if want := []string{"a", "a", "b", "c", "a", "b", "a", "a"}; !slices.Equal(q.done, want) {
			t.Errorf("done in the order %v, not %v", q.done, want)
		}
	})
}

// The queue is as long as the wait, for each client by itself: one that has filled it keeps nobody else out.
func TestTheQueueIsBoundedByTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueueTest(2)
		for range 21 { // two at work, and nineteen that wait for up to ten seconds
			q.send(t, "a")
		}
		if err := q.run(t.Context(), "a", func() { t.Error("done") }); !isBusy(err) {
			t.Errorf("one more of the same client: %v", err)
		}
		start := time.Now()
		q.send(t, "b")
		if err := q.run(t.Context(), "c", func() {}); err != nil || time.Since(start) > 2*time.Second {
			t.Errorf("other clients: %v after %v", err, time.Since(start))
		}
		q.wantEmpty(t)
		// The last two of the first client have waited for ten seconds when their turn is still to come: the others were before.
		slices.Sort(q.done)
		if refused := slices.Index(q.done, "a refused"); refused != 19 || len(q.done) != 22 {
			t.Errorf("done: %v", q.done)
		}
	})
}

// Who waits longer than it was thought at first is asked to come back, and who gives up leaves the queue.
func TestNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueueTest(1)
		q.average = time.Millisecond
		release := make(chan struct{})
		q.group.Go(func() { _ = q.run(t.Context(), "a", func() { <-release }) })
		synctest.Wait()
		start := time.Now()
		impatient, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := q.run(impatient, "b", func() { t.Error("done") }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("somebody who gave up: %v", err)
		}
		if err := q.run(t.Context(), "b", func() { t.Error("done") }); !isBusy(err) || time.Since(start) != 11*time.Second {
			t.Errorf("somebody who waits: %v after %v", err, time.Since(start))
		}
		close(release)
		q.wantEmpty(t)
		if err := q.run(t.Context(), "b", func() {}); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// Sixty-four people who sign in at once get in, at thirty milliseconds each on one core; so do as many behind one address.
func TestSixtyFourAtOnce(t *testing.T) {
	for name, client := range map[string]func(i int) string{
		"from everywhere": func(i int) string { return fmt.Sprint(i) }, "from one network": func(int) string { return "one" },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q, start := newQueueTest(1), time.Now()
				q.average = firstEstimate
				for i := range 64 {
					q.group.Go(func() {
						if err := q.run(t.Context(), client(i), func() { time.Sleep(30 * time.Millisecond) }); err != nil {
							t.Error(err)
						}
					})
				}
				q.wantEmpty(t)
				if took := time.Since(start); took != 64*30*time.Millisecond {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

func TestOneCoreIsLeft(t *testing.T) {
	if most, slots := max(1, runtime.GOMAXPROCS(0)-1), NewHasher().queue.slots; slots > most || slots > maxConcurrent || slots < 1 {
		t.Errorf("%d hash at once", slots)
	}
}
