// Package throttle limits how often something may be tried. Counts are stored in the database, so
// that replicas share them.
package throttle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Rule allows Limit hits in any Period for each key. Network returns the client network in a key,
// and is nil for rules whose keys contain none but may contain user input.
type Rule struct {
	Name    string
	Limit   int64
	Period  time.Duration
	Network func(key string) string
}

// Limiter counts hits by rule and key. With Off it allows everything.
type Limiter struct {
	DB    *database.DB
	Clock func() time.Time
	Off   bool
}

// Limit is a rule and the key under which it counts a hit.
type Limit struct {
	Rule Rule
	Key  string
}

// Of returns the limit of a key under the rule.
func (rule Rule) Of(key string) Limit { return Limit{rule, key} }

func (of Limit) hash() string { return Key(of.Rule, of.Key) }

// Allow counts a hit under each limit in turn, or returns Throttled with the time of the next
// allowed hit. A refused hit still counts under the limits before. The window slides: hits of the
// previous period count in proportion to its overlap with the last Period.
func (l *Limiter) Allow(ctx context.Context, limits ...Limit) error {
	if l.Off {
		return nil
	}
	var refused *httpx.Error
	err := l.DB.InTx(ctx, func(tx *database.Tx) (err error) {
		refused, err = l.AllowIn(ctx, tx, limits...)
		return err
	})
	if err == nil && refused != nil {
		return refused
	}
	return err
}

// AllowIn is Allow in the transaction of the caller, which commits it even after a refusal, because
// refusals are listed for the owner.
func (l *Limiter) AllowIn(ctx context.Context, tx *database.Tx, limits ...Limit) (refused *httpx.Error, err error) {
	if l.Off {
		return nil, nil
	}
	for _, of := range limits {
		if refused, err = l.allowOne(ctx, tx, of); refused != nil || err != nil {
			return refused, err
		}
	}
	return nil, nil
}

func (l *Limiter) allowOne(ctx context.Context, tx *database.Tx, of Limit) (refused *httpx.Error, err error) {
	rule, now, hashed := of.Rule, l.Clock(), of.hash()
	length := rule.Period.Milliseconds()
	period, elapsed := now.UnixMilli()/length, now.UnixMilli()%length
	counted, err := tx.Exec(ctx, `
		INSERT INTO throttles (key, period, hits, previous, expires_at) VALUES (?, ?, 1, 0, ?)
		ON CONFLICT (key) DO UPDATE SET
		    previous = CASE throttles.period WHEN excluded.period THEN throttles.previous
		                                   WHEN excluded.period - 1 THEN throttles.hits ELSE 0 END,
		    hits = CASE throttles.period WHEN excluded.period THEN throttles.hits + 1 ELSE 1 END,
		    period = excluded.period,
		    expires_at = excluded.expires_at,
		    blocked_until = NULL
		WHERE CASE throttles.period WHEN excluded.period THEN throttles.previous * ? + throttles.hits * ?
		                            WHEN excluded.period - 1 THEN throttles.hits * ? ELSE 0 END <= ?`,
		hashed, period, database.At(now.Add(2*rule.Period)),
		length-elapsed, length, length-elapsed, (rule.Limit-1)*length)
	if err != nil || counted == 1 {
		return nil, err
	}
	var row counts
	if err := tx.Get(ctx, &row, `SELECT period, hits, previous FROM throttles WHERE key = ?`, hashed); err != nil {
		return nil, err
	}
	wait := rule.wait(row.at(period), time.Duration(elapsed)*time.Millisecond)
	if err := rule.block(ctx, tx, of.Key, now.Add(wait)); err != nil {
		return nil, err
	}
	return httpx.Throttled(wait), nil
}

type counts struct {
	Period   int64 `db:"period"`
	Hits     int64 `db:"hits"`
	Previous int64 `db:"previous"`
}

// at returns the counts for the given period.
func (c counts) at(period int64) counts {
	switch c.Period {
	case period:
		return c
	case period - 1:
		return counts{Period: period, Previous: c.Hits}
	}
	return counts{Period: period}
}

// wait returns how long after a refusal the next hit is allowed.
func (rule Rule) wait(c counts, elapsed time.Duration) time.Duration {
	period, free := float64(rule.Period), float64(rule.Limit-1)
	if float64(c.Hits) <= free {
		// The previous period's hits must lose weight until one fits beside this period's.
		return round((1-(free-float64(c.Hits))/float64(c.Previous))*period - float64(elapsed))
	}
	// This period is full: its own hits must lose weight in the next one.
	return round(period - float64(elapsed) + (1-free/float64(c.Hits))*period)
}

// round rounds up to whole seconds, at least one.
func round(nanoseconds float64) time.Duration {
	return time.Duration(math.Max(1, math.Ceil(nanoseconds/float64(time.Second)))) * time.Second
}

// Refund takes one hit back from each limit.
func (l *Limiter) Refund(ctx context.Context, limits ...Limit) error {
	return l.inTx(ctx, func(tx *database.Tx) error { return l.RefundIn(ctx, tx, limits...) })
}

// RefundIn is Refund in the caller's transaction.
func (l *Limiter) RefundIn(ctx context.Context, tx *database.Tx, limits ...Limit) error {
	return l.each(limits, func(key string) error {
		_, err := tx.Exec(ctx, `UPDATE throttles SET hits = hits - 1 WHERE key = ? AND hits > 0`, key)
		return err
	})
}

// ResetIn takes all hits back from each limit, in the caller's transaction.
func (l *Limiter) ResetIn(ctx context.Context, tx *database.Tx, limits ...Limit) error {
	return l.each(limits, func(key string) error { return l.ResetKeys(ctx, tx, []string{key}) })
}

func (l *Limiter) each(limits []Limit, takeBack func(key string) error) error {
	if l.Off {
		return nil
	}
	for _, of := range limits {
		if err := takeBack(of.hash()); err != nil {
			return err
		}
	}
	return nil
}

// ResetKeys takes all hits back from each Key.
func (l *Limiter) ResetKeys(ctx context.Context, tx *database.Tx, keys []string) error {
	for _, key := range keys {
		if _, err := tx.Exec(ctx, `DELETE FROM throttles WHERE key = ?`, key); err != nil {
			return err
		}
	}
	return nil
}

// DeleteExpired deletes expired counts. It skips locked rows, because it locks them in another
// order than others do.
func (l *Limiter) DeleteExpired(ctx context.Context) error {
	return l.inTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM throttles WHERE key IN (SELECT key FROM throttles WHERE expires_at < ?`+l.DB.SkipLocked()+`)`,
			database.At(l.Clock()))
		return err
	})
}

func (l *Limiter) inTx(ctx context.Context, fn func(tx *database.Tx) error) error {
	if l.Off {
		return nil
	}
	return l.DB.InTx(ctx, fn)
}

// Key returns the hash under which key is counted, so that the table contains no addresses.
func Key(rule Rule, key string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", rule.Name, key))
	return hex.EncodeToString(sum[:16])
}

// maxBlocked is the length of the list of blocked keys.
const maxBlocked = 50

// Block is a key that is refused until a time. Network is empty for rules that do not count by
// network.
type Block struct {
	Key     string        `db:"key"`
	Rule    string        `db:"rule"`
	Network string        `db:"network"`
	Until   database.Time `db:"blocked_until"`
}

// block records until when key is refused. It writes only if the time changed by more than a
// minute, so that a flood causes few writes.
func (rule Rule) block(ctx context.Context, tx *database.Tx, key string, until time.Time) error {
	network := ""
	if rule.Network != nil {
		network = rule.Network(key)
	}
	_, err := tx.Exec(ctx, `
		UPDATE throttles SET rule = ?, network = ?, blocked_until = ?
		 WHERE key = ? AND (blocked_until IS NULL OR blocked_until < ?)`,
		rule.Name, network, database.At(until), Key(rule, key), database.At(until.Add(-time.Minute)))
	return err
}

// Blocked returns the blocked keys, the longest blocked first, at most fifty.
func (l *Limiter) Blocked(ctx context.Context) ([]Block, error) {
	blocked := []Block{}
	err := l.DB.Select(ctx, &blocked, `
		SELECT key, rule, network, blocked_until FROM throttles
		 WHERE blocked_until > ? ORDER BY blocked_until DESC, key LIMIT ?`, database.At(l.Clock()), maxBlocked)
	if err != nil {
		return nil, fmt.Errorf("list who is throttled: %w", err)
	}
	return blocked, nil
}

// BlockedNetworks returns the client networks that rule blocks.
func (l *Limiter) BlockedNetworks(ctx context.Context, rule Rule) ([]string, error) {
	var networks []string
	err := l.DB.Select(ctx, &networks, `SELECT DISTINCT network FROM throttles WHERE rule = ? AND blocked_until > ?`, rule.Name, database.At(l.Clock()))
	if err != nil {
		return nil, fmt.Errorf("list the networks that are throttled: %w", err)
	}
	return networks, nil
}

// Unblock deletes the hits of a blocked key and returns the block, or NotFound.
func (l *Limiter) Unblock(ctx context.Context, tx *database.Tx, key string) (Block, error) {
	var unblocked Block
	err := tx.Get(ctx, &unblocked, `
		DELETE FROM throttles WHERE key = ? AND blocked_until IS NOT NULL RETURNING key, rule, network, blocked_until`, key)
	return unblocked, httpx.OrNotFound(err)
}
