package accounts

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"portfolio/api/internal/apperror"
)

// maxWait is how long work may wait for its turn.
const maxWait = 10 * time.Second

// turns runs expensive work, a few pieces at once. Networks take turns: however much one network
// sends, at most slots of its pieces wait beside those of others.
type turns struct {
	slots int64
	all   *semaphore.Weighted

	mu       sync.Mutex
	networks map[string]*networkTurns
}

// networkTurns has the slots of one network. It is dropped after its last use.
type networkTurns struct {
	*semaphore.Weighted
	users int
}

func newTurns(slots int64) *turns {
	return &turns{slots: slots, all: semaphore.NewWeighted(slots), networks: map[string]*networkTurns{}}
}

// run calls work when it is the turn of a client in the network. It returns Busy after maxWait, or
// ctx's error.
func (t *turns) run(ctx context.Context, network string, work func()) error {
	waiting, stop := context.WithTimeout(ctx, maxWait)
	defer stop()
	own := t.enter(network)
	defer t.leave(network)
	if own.Acquire(waiting, 1) != nil {
		return busyOr(ctx.Err())
	}
	defer own.Release(1)
	if t.all.Acquire(waiting, 1) != nil {
		return busyOr(ctx.Err())
	}
	defer t.all.Release(1)
	work()
	return nil
}

func busyOr(err error) error {
	if err != nil {
		return err
	}
	return apperror.Busy(time.Second)
}

func (t *turns) enter(network string) *networkTurns {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.networks[network]
	if own == nil {
		own = &networkTurns{Weighted: semaphore.NewWeighted(t.slots)}
		t.networks[network] = own
	}
	own.users++
	return own
}

func (t *turns) leave(network string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.networks[network]
	own.users--
	if own.users == 0 {
		delete(t.networks, network)
	}
}
