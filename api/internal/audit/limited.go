package audit

import (
	"context"
	"fmt"
	"sync"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Limits of rate-limited entries an hour: for one client network, and for all in this process.
// Flush writes one entry with the count of the others for each network and action, so that
// strangers cannot fill the disk. The counts of further networks are stored together, without an
// address.
const (
	limitPerNetwork = 60
	limitInAll      = 500
	maxNetworks     = 100
	limitPeriod     = time.Hour
)

// limiter counts what strangers cause.
type limiter struct {
	mu       sync.Mutex
	period   time.Time
	total    int
	networks map[string]int
	omitted  map[limitKey]omitted
}

type limitKey struct{ network, action string }

type omitted struct {
	count int
	since time.Time
}

// withinLimit reports whether another entry may be written, and counts it if not.
func (l *limiter) withinLimit(now time.Time, network, action string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if period := now.Truncate(limitPeriod); l.networks == nil || !period.Equal(l.period) {
		l.period, l.total, l.networks = period, 0, map[string]int{}
	}
	if l.networks[network] < limitPerNetwork && l.total < limitInAll {
		l.networks[network]++
		l.total++
		return true
	}
	l.omit(limitKey{network, action}, omitted{1, now})
	return false
}

// omit adds counts since a time. The caller holds mu.
func (l *limiter) omit(key limitKey, more omitted) {
	if l.omitted == nil {
		l.omitted = map[limitKey]omitted{}
	}
	if _, known := l.omitted[key]; !known && len(l.omitted) >= maxNetworks {
		key.network = ""
	}
	before, known := l.omitted[key]
	if !known || more.since.Before(before.since) {
		before.since = more.since
	}
	before.count += more.count
	l.omitted[key] = before
}

func (l *limiter) takeOmitted() map[limitKey]omitted {
	l.mu.Lock()
	defer l.mu.Unlock()
	sums := l.omitted
	l.omitted = nil
	return sums
}

func (l *limiter) addOmitted(sums map[limitKey]omitted) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, rest := range sums {
		l.omit(key, rest)
	}
}

// RecordLimitedIn is RecordIn for actions that strangers can cause at any rate, such as refusals:
// those over the limit of an hour are only counted. It costs the same for all targets.
func (l *Log) RecordLimitedIn(ctx context.Context, tx *database.Tx, event Event) error {
	if !l.limiter.withinLimit(l.now(), httpx.ClientNetwork(sourceOf(ctx).IP), event.Action) {
		return nil
	}
	return l.RecordIn(ctx, tx, event)
}

// RecordLimited is RecordLimitedIn in a separate transaction, for actions that change nothing. It
// ignores the end of ctx, and only logs failures.
func (l *Log) RecordLimited(ctx context.Context, event Event) {
	if !l.limiter.withinLimit(l.now(), httpx.ClientNetwork(sourceOf(ctx).IP), event.Action) {
		return
	}
	if err := l.Record(context.WithoutCancel(ctx), event); err != nil {
		httpx.Logger(ctx).Error("not written into the audit log", "error", err)
	}
}

// Flush writes the counts. After a failure they are written the next time. A crash loses the counts
// since the last time, but no entries.
func (l *Log) Flush(ctx context.Context) error {
	omitted := l.limiter.takeOmitted()
	if len(omitted) == 0 {
		return nil
	}
	err := l.db.InTx(ctx, func(tx *database.Tx) error {
		for key, rest := range omitted {
			from := WithSource(ctx, Source{IP: key.network})
			err := l.RecordIn(from, tx, Event{Action: key.action, Detail: fmt.Sprintf(
				"%d more since %s, without separate entries", rest.count, rest.since.UTC().Format(time.DateTime+" MST"))})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		l.limiter.addOmitted(omitted)
	}
	return err
}
