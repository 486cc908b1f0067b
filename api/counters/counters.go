// Package counters counts what happens on each day: sign-ins, uploads, pages that visitors requested. Counting costs no
// wait: the counts are gathered in memory and added to the database's now and then, so that replicas share them.
package counters

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"portfolio/api/database"
)

// What is counted.
const (
	SignIns      = "sign-ins"
	Uploads      = "uploads"
	PageRequests = "page requests"
)

// Counters are the counts in a database.
type Counters struct {
	db  *database.DB
	now func() time.Time

	mu      sync.Mutex
	pending map[key]int64
}

// key is one count: the day, in UTC as 2026-11-21, and the name.
type key struct {
	Day  string `db:"day"`
	Name string `db:"name"`
}

func compare(a, b key) int {
	return cmp.Or(strings.Compare(a.Day, b.Day), strings.Compare(a.Name, b.Name))
}

// New returns the counters in db. clock says which day it is.
func New(db *database.DB, clock func() time.Time) *Counters {
	return &Counters{db: db, now: clock, pending: map[key]int64{}}
}

// Add counts one more of name today. A crash loses what was counted since the last Flush, some seconds' worth.
func (c *Counters) Add(name string) {
	day := c.now().UTC().Format(time.DateOnly)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending[key{day, name}]++
}

// Flush adds what was counted to the database's counts. What could not be written is written the next time.
func (c *Counters) Flush(ctx context.Context) error {
	pending := c.takePending()
	if len(pending) == 0 {
		return nil
	}
	err := c.db.InTx(ctx, func(tx *database.Tx) error {
		// In one order everywhere: replicas that write at once wait for each other and never in a circle.
		for _, of := range slices.SortedFunc(maps.Keys(pending), compare) {
			_, err := tx.Exec(ctx, `
				INSERT INTO counters (day, name, count) VALUES (?, ?, ?)
				ON CONFLICT (day, name) DO UPDATE SET count = counters.count + excluded.count`, of.Day, of.Name, pending[of])
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		c.addPending(pending)
		return fmt.Errorf("write the counters: %w", err)
	}
	return nil
}

func (c *Counters) takePending() map[key]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	pending := c.pending
	c.pending = map[key]int64{}
	return pending
}

func (c *Counters) addPending(pending map[key]int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for of, count := range pending {
		c.pending[of] += count
	}
}

// Run writes what was counted at each tick until ctx ends.
func (c *Counters) Run(ctx context.Context, tick <-chan time.Time, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		if err := c.Flush(ctx); err != nil && ctx.Err() == nil {
			log.Error("counters failed", "error", err)
		}
	}
}

// Day is what was counted on one day, by name.
type Day struct {
	Date   time.Time
	Counts map[string]int64
}

// Days returns each day from the day of first to that of last, also those on which nothing happened.
func (c *Counters) Days(ctx context.Context, first, last time.Time) ([]Day, error) {
	var rows []struct {
		key
		Count int64 `db:"count"`
	}
	err := c.db.Select(ctx, &rows, `SELECT day, name, count FROM counters WHERE day >= ? AND day <= ?`,
		first.UTC().Format(time.DateOnly), last.UTC().Format(time.DateOnly))
	if err != nil {
		return nil, fmt.Errorf("read the counters: %w", err)
	}
	counted := map[key]int64{}
	for _, row := range rows {
		counted[row.key] = row.Count
	}
	var days []Day
	for date := first.UTC().Truncate(24 * time.Hour); !date.After(last); date = date.AddDate(0, 0, 1) {
		day := Day{Date: date, Counts: map[string]int64{}}
		for _, name := range []string{SignIns, Uploads, PageRequests} {
			day.Counts[name] = counted[key{date.Format(time.DateOnly), name}]
		}
		days = append(days, day)
	}
	return days, nil
}
