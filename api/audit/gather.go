package audit

import (
	"context"
	"fmt"
	"sync"
	"time"

	"portfolio/api/database"
	"portfolio/api/httpx"
)

// How many gathered entries stand alone in an hour: of one machine, and of all together in this process. The rest is only
// counted, and Flush writes one entry for each machine and action, so that no stranger can fill the disk. Of so many
// machines the counts are told apart; those of further ones stand together, under no address.
const (
	aloneOfOne    = 60
	aloneOfAll    = 500
	machinesApart = 100
	gatherPeriod  = time.Hour
)

// gatherer counts what strangers cause.
type gatherer struct {
	mu       sync.Mutex
	period   time.Time
	all      int
	machines map[string]int
	sums     map[of]sum
}

type of struct{ machine, action string }

type sum struct {
	count int
	since time.Time
}

// alone reports whether another entry may stand alone, and else counts it.
func (g *gatherer) alone(now time.Time, machine, action string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if period := now.Truncate(gatherPeriod); g.machines == nil || !period.Equal(g.period) {
		g.period, g.all, g.machines = period, 0, map[string]int{}
	}
	if g.machines[machine] < aloneOfOne && g.all < aloneOfAll {
		g.machines[machine]++
		g.all++
		return true
	}
	if g.sums == nil {
		g.sums = map[of]sum{}
	}
	key := of{machine, action}
	if _, known := g.sums[key]; !known && len(g.sums) >= machinesApart {
		key.machine = ""
	}
	before, known := g.sums[key]
	if !known {
		before.since = now
	}
	before.count++
	g.sums[key] = before
	return false
}

func (g *gatherer) take() map[of]sum {
	g.mu.Lock()
	defer g.mu.Unlock()
	sums := g.sums
	g.sums = nil
	return sums
}

// GatherIn is RecordIn for what strangers can cause as often as they like, such as refusals: what is too much for an hour
// is only counted. Who it is about makes no difference in what it costs.
func (l *Log) GatherIn(ctx context.Context, tx *database.Tx, event Event) error {
	if !l.gatherer.alone(l.now(), httpx.Machine(sourceOf(ctx).IP), event.Action) {
		return nil
	}
	return l.RecordIn(ctx, tx, event)
}

// Gather is GatherIn in a transaction of its own, for what changes nothing. Whether the client waits does not matter, and
// a failure, which is logged, changes no answer.
func (l *Log) Gather(ctx context.Context, event Event) {
	if !l.gatherer.alone(l.now(), httpx.Machine(sourceOf(ctx).IP), event.Action) {
		return
	}
	if err := l.Record(context.WithoutCancel(ctx), event); err != nil {
		httpx.Logger(ctx).Error("not written into the audit log", "error", err)
	}
}

// Flush writes what was only counted. A crash loses what was counted since the last time, and no entry of its own.
func (l *Log) Flush(ctx context.Context) error {
	sums := l.gatherer.take()
	if len(sums) == 0 {
		return nil
	}
	return l.db.InTx(ctx, func(tx *database.Tx) error {
		for of, sum := range sums {
			from := WithSource(ctx, Source{IP: of.machine})
			err := l.RecordIn(from, tx, Event{Action: of.action, Detail: fmt.Sprintf(
				"%d more since %s, without entries of their own", sum.count, sum.since.UTC().Format(time.DateTime+" MST"))})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
