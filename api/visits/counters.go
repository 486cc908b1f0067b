package visits

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"portfolio/api/internal/database"
)

// The counted events.
const (
	CountSignIns     = "sign-ins"
	CountUploads     = "uploads"
	CountCVDownloads = "CV downloads"
	CountVisits      = "visits"
	// CountVisitsOf comes before the path of a page, and CountVisitsFrom before the host of a site.
	CountVisitsOf   = "visits of "
	CountVisitsFrom = "visits from "
)

// countersMonths is how long counts of days are kept.
const countersMonths = 13

// Counters are daily counts in a database. New counts wait in memory for the next Flush, so that
// counting delays no request. Keys of pending are a day in UTC and a name: "2026-11-21 uploads".
type Counters struct {
	db      *database.DB
	now     func() time.Time
	mu      sync.Mutex
	pending map[string]int64
}

// NewCounters returns the counters in db.
func NewCounters(db *database.DB, clock func() time.Time) *Counters {
	return &Counters{db: db, now: clock, pending: map[string]int64{}}
}

// Add counts one more of name today. A crash loses the counts since the last Flush.
func (c *Counters) Add(name string) {
	c.add(c.now().UTC().Format(time.DateOnly), name)
}

// AddTotal is Add for a count without days. Its row has the day "".
func (c *Counters) AddTotal(name string) { c.add("", name) }

func (c *Counters) add(day, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending[day+" "+name]++
}

// Flush writes the pending counts. After an error they stay pending.
func (c *Counters) Flush(ctx context.Context) error {
	c.mu.Lock()
	pending := c.pending
	c.pending = map[string]int64{}
	c.mu.Unlock()
	if len(pending) == 0 {
		return nil
	}
	err := c.db.InTx(ctx, func(tx *database.Tx) error { return writeCounts(ctx, tx, pending) })
	if err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, n := range pending {
		c.pending[key] += n
	}
	return fmt.Errorf("write the counters: %w", err)
}

// writeCounts adds counts in the order of their keys, so that replicas cannot deadlock.
func writeCounts(ctx context.Context, tx *database.Tx, counts map[string]int64) error {
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		day, name, _ := strings.Cut(key, " ")
		_, err := tx.Exec(ctx, `
			INSERT INTO counters (day, name, count) VALUES (?, ?, ?)
			ON CONFLICT (day, name) DO UPDATE SET count = counters.count + excluded.count`, day, name, counts[key])
		if err != nil {
			return err
		}
	}
	return nil
}

// Sum is how often something happened today and in total, over some days.
type Sum struct {
	Name  string `db:"name" json:"name"`
	Today int64  `db:"today" json:"today"`
	Total int64  `db:"total" json:"total"`
}

// Sums returns the sums of the counts over the given number of days, including today and today's
// pending counts. The pending counts of other replicas are missing.
func (c *Counters) Sums(ctx context.Context, days int) ([]Sum, error) {
	sums := []Sum{{Name: CountSignIns}, {Name: CountUploads}, {Name: CountCVDownloads}}
	now := c.now().UTC()
	today, first := now.Format(time.DateOnly), now.AddDate(0, 0, 1-days).Format(time.DateOnly)
	for i := range sums {
		err := c.db.Get(ctx, &sums[i], `
			SELECT CAST(? AS VARCHAR(20)) AS name, CAST(COALESCE(SUM(CASE WHEN day = ? THEN count END), 0) AS BIGINT) AS today,
			       CAST(COALESCE(SUM(count), 0) AS BIGINT) AS total
			  FROM counters WHERE name = ? AND day >= ? AND day <= ?`, sums[i].Name, today, sums[i].Name, first, today)
		if err != nil {
			return nil, fmt.Errorf("sum up the counters: %w", err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range sums {
		pending := c.pending[today+" "+sums[i].Name]
		sums[i].Today, sums[i].Total = sums[i].Today+pending, sums[i].Total+pending
	}
	return sums, nil
}

// Count is how often something happened.
type Count struct {
	Name  string `db:"name" json:"name"`
	Count int64  `db:"count" json:"count"`
}

// Largest returns the largest counts whose names begin with prefix, at most limit, over the given
// number of days, including today. Names are without the prefix. Pending counts are missing.
func (c *Counters) Largest(ctx context.Context, prefix string, days, limit int) ([]Count, error) {
	counts := []Count{}
	err := c.db.Select(ctx, &counts, `
		SELECT name, CAST(SUM(count) AS BIGINT) AS count FROM counters
		 WHERE name LIKE ? AND day >= ? GROUP BY name ORDER BY 2 DESC, name LIMIT ?`,
		prefix+"%", c.now().UTC().AddDate(0, 0, 1-days).Format(time.DateOnly), limit)
	if err != nil {
		return nil, fmt.Errorf("read the largest counters: %w", err)
	}
	for i := range counts {
		counts[i].Name = strings.TrimPrefix(counts[i].Name, prefix)
	}
	return counts, nil
}

// Expire deletes the counts of days more than 13 months ago, and no totals.
func (c *Counters) Expire(ctx context.Context) error {
	first := c.now().UTC().AddDate(0, -countersMonths, 0).Format(time.DateOnly)
	return c.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM counters WHERE day < ? AND day <> ''`, first)
		return err
	})
}

// Clear deletes all counts, in the transaction that ends the sample.
func Clear(ctx context.Context, tx *database.Tx) error {
	if _, err := tx.Exec(ctx, `DELETE FROM counters`); err != nil {
		return fmt.Errorf("clear the counters: %w", err)
	}
	return nil
}

// Daily returns the counts of name on each of the given number of days, oldest first. It ends with
// today and includes today's pending counts.
func (c *Counters) Daily(ctx context.Context, name string, days int) ([]int64, error) {
	now := c.now().UTC()
	first := now.AddDate(0, 0, 1-days)
	var rows []struct {
		Day   string `db:"day"`
		Count int64  `db:"count"`
	}
	err := c.db.Select(ctx, &rows, `SELECT day, count FROM counters WHERE name = ? AND day >= ?`,
		name, first.Format(time.DateOnly))
	if err != nil {
		return nil, fmt.Errorf("read the counters: %w", err)
	}
	byDay := map[string]int64{}
	for _, row := range rows {
		byDay[row.Day] = row.Count
	}
	today := now.Format(time.DateOnly)
	c.mu.Lock()
	byDay[today] += c.pending[today+" "+name]
	c.mu.Unlock()
	counts := make([]int64, days)
	for i := range counts {
		counts[i] = byDay[first.AddDate(0, 0, i).Format(time.DateOnly)]
	}
	return counts, nil
}
