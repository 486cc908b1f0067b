// Package counters counts sign-ins, uploads and CV downloads by day.
package counters

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"portfolio/api/internal/database"
)

// What is counted.
const (
	SignIns     = "sign-ins"
	Uploads     = "uploads"
	CVDownloads = "CV downloads"
)

// Counters are the counts in a database. New counts wait in memory for the next Flush, so that counting delays no request.
type Counters struct {
	db  *database.DB
	now func() time.Time

	mu      sync.Mutex
	pending map[key]int64
}

// key identifies a count: a day in UTC, such as 2026-11-21, and a name.
type key struct{ day, name string }

// New returns the counters in db.
func New(db *database.DB, clock func() time.Time) *Counters {
	return &Counters{db: db, now: clock, pending: map[key]int64{}}
}

// Add counts one more of name today. A crash loses the counts since the last Flush.
func (c *Counters) Add(name string) { c.add(key{c.now().UTC().Format(time.DateOnly), name}, 1) }

func (c *Counters) add(of key, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending[of] += n
}

// Flush writes the pending counts. After an error they stay pending.
func (c *Counters) Flush(ctx context.Context) error {
	c.mu.Lock()
	pending := c.pending
	c.pending = map[key]int64{}
	c.mu.Unlock()
	if len(pending) == 0 {
		return nil
	}
	err := c.db.InTx(ctx, func(tx *database.Tx) error { return write(ctx, tx, pending) })
	if err != nil {
		for of, n := range pending {
			c.add(of, n)
		}
		return fmt.Errorf("write the counters: %w", err)
	}
	return nil
}

// write adds counts in one order, so that replicas cannot deadlock.
func write(ctx context.Context, tx *database.Tx, counts map[key]int64) error {
	byName := func(a, b key) int { return cmp.Or(strings.Compare(a.day, b.day), strings.Compare(a.name, b.name)) }
	for _, of := range slices.SortedFunc(maps.Keys(counts), byName) {
		_, err := tx.Exec(ctx, `
			INSERT INTO counters (day, name, count) VALUES (?, ?, ?)
			ON CONFLICT (day, name) DO UPDATE SET count = counters.count + excluded.count`, of.day, of.name, counts[of])
		if err != nil {
			return err
		}
	}
	return nil
}
