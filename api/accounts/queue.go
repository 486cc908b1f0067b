package accounts

import (
	"context"
	"slices"
	"sync"
	"time"

	"portfolio/api/apperror"
)

// maxWait is how long somebody waits in the queue at most: who would wait longer is asked to come back.
const maxWait = 10 * time.Second

// firstEstimate is how long one piece of work is thought to take before the first was measured.
const firstEstimate = 50 * time.Millisecond

// queue runs work a few at once. Clients take turns, so that one that sends a lot waits for itself: whoever sends one piece
// of work waits for at most one of each other client.
type queue struct {
	slots int

	mu      sync.Mutex
	running int
	// average is the moving average of how long one piece of work takes.
	average time.Duration
	// waiting has the clients whose work waits, in the order of their turns.
	waiting []*waitingClient
}

// waitingClient is a client and its work that waits, the oldest first: channels that are closed when the work may start.
type waitingClient struct {
	name string
	work []chan struct{}
}

func newQueue(slots int) *queue { return &queue{slots: slots, average: firstEstimate} }

// run does work for a client, in its turn. It returns Busy, with the work undone, for one that would wait or has waited for
// longer than maxWait, and ctx's error when that ends before the turn.
func (q *queue) run(ctx context.Context, client string, work func()) error {
	turn, err := q.enter(client)
	if err != nil {
		return err
	}
	timeout := time.NewTimer(maxWait)
	defer timeout.Stop()
	select {
	case <-turn:
	case <-ctx.Done():
		err = ctx.Err()
	case <-timeout.C:
		err = apperror.Busy(time.Second)
	}
	if err != nil {
		q.giveUp(client, turn)
		return err
	}
	start := time.Now()
	defer func() { q.leave(time.Since(start)) }()
	work()
	return nil
}

// enter returns a channel that is closed when the client's turn has come, or Busy.
func (q *queue) enter(client string) (turn chan struct{}, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	turn = make(chan struct{})
	if q.running < q.slots {
		q.running++
		close(turn)
		return turn, nil
	}
	if wait := q.wait(client); wait > maxWait {
		return nil, apperror.Busy(max(time.Second, wait-maxWait))
	}
	i := q.index(client)
	if i < 0 {
		i = len(q.waiting)
		q.waiting = append(q.waiting, &waitingClient{name: client})
	}
	q.waiting[i].work = append(q.waiting[i].work, turn)
	return turn, nil
}

// wait estimates how long one more piece of the client's work would wait.
func (q *queue) wait(client string) time.Duration {
	own := 0
	if i := q.index(client); i >= 0 {
		own = len(q.waiting[i].work)
	}
	before := q.running
	for _, other := range q.waiting {
		before += min(len(other.work), own+1)
	}
	return time.Duration(before) * q.average / time.Duration(q.slots)
}

func (q *queue) index(client string) int {
	return slices.IndexFunc(q.waiting, func(w *waitingClient) bool { return w.name == client })
}

// leave gives the slot to the client whose turn it is.
func (q *queue) leave(took time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.average += (took - q.average) / 8
	q.next()
}

func (q *queue) next() {
	if len(q.waiting) == 0 {
		q.running--
		return
	}
	first := q.waiting[0]
	close(first.work[0])
	first.work = first.work[1:]
	q.waiting = q.waiting[1:]
	if len(first.work) > 0 {
		q.waiting = append(q.waiting, first)
	}
}

// giveUp takes work out of the queue, or passes its slot on where its turn has come meanwhile.
func (q *queue) giveUp(client string, turn chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-turn:
		q.next()
		return
	default:
	}
	i := q.index(client)
	mine := q.waiting[i]
	mine.work = slices.DeleteFunc(mine.work, func(other chan struct{}) bool { return other == turn })
	if len(mine.work) == 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
}
