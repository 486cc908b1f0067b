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
// counting delays no request.
type Counters struct {
	// ReadZone returns the time zone in which days begin; nil for UTC.
	ReadZone func(ctx context.Context) (*time.Location, error)

	db      *database.DB
	now     func() time.Time
	mu      sync.Mutex
	pending map[event]int64
}

// event is what happened in a quarter of an hour, which no time zone divides between days. The zero
// quarter is that of totals.
type event struct {
	quarter time.Time
	name    string
}

// NewCounters returns the counters in db.
func NewCounters(db *database.DB, clock func() time.Time) *Counters {
	return &Counters{db: db, now: clock, pending: map[event]int64{}}
}

// Add counts one more of name today. A crash loses the counts since the last Flush.
func (c *Counters) Add(name string) { c.add(event{c.now().UTC().Truncate(15 * time.Minute), name}) }

// AddTotal is Add for a count without days. Its row has the day "".
func (c *Counters) AddTotal(name string) { c.add(event{name: name}) }

func (c *Counters) add(e event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending[e]++
}

// zone returns the time zone in which days begin.
func (c *Counters) zone(ctx context.Context) (*time.Location, error) {
	if c.ReadZone == nil {
		return time.UTC, nil
	}
	return c.ReadZone(ctx)
}

// dayIn returns the day of a time in a zone, as its midnight in UTC: every day of UTC has one.
func dayIn(zone *time.Location, at time.Time) time.Time {
	year, month, day := at.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// daysUntilToday returns the first and last of the days that end with today, and the pending counts.
func (c *Counters) daysUntilToday(ctx context.Context, days int) (first, today time.Time, pending map[string]int64, err error) {
	zone, err := c.zone(ctx)
	if err != nil {
		return first, today, nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	today = dayIn(zone, c.now())
	return today.AddDate(0, 0, 1-days), today, byDay(c.pending, zone), nil
}

// byDay returns counts with keys such as "2026-11-21 uploads".
func byDay(events map[event]int64, zone *time.Location) map[string]int64 {
	counts := map[string]int64{}
	for e, n := range events {
		day := ""
		if !e.quarter.IsZero() {
			day = dayIn(zone, e.quarter).Format(time.DateOnly)
		}
		counts[day+" "+e.name] += n
	}
	return counts
}

// Flush writes the pending counts. After an error they stay pending.
func (c *Counters) Flush(ctx context.Context) error {
	c.mu.Lock()
	pending := c.pending
	c.pending = map[event]int64{}
	c.mu.Unlock()
	if len(pending) == 0 {
		return nil
	}
	zone, err := c.zone(ctx)
	if err == nil {
		err = c.db.InTx(ctx, func(tx *database.Tx) error { return writeCounts(ctx, tx, byDay(pending, zone)) })
	}
	if err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for e, n := range pending {
		c.pending[e] += n
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
	since, now, pending, err := c.daysUntilToday(ctx, days)
	if err != nil {
		return nil, err
	}
	first, today := since.Format(time.DateOnly), now.Format(time.DateOnly)
	for i := range sums {
		err := c.db.Get(ctx, &sums[i], `
			SELECT CAST(? AS VARCHAR(20)) AS name, CAST(COALESCE(SUM(CASE WHEN day = ? THEN count END), 0) AS BIGINT) AS today,
			       CAST(COALESCE(SUM(count), 0) AS BIGINT) AS total
			  FROM counters WHERE name = ? AND day >= ? AND day <= ?`, sums[i].Name, today, sums[i].Name, first, today)
		if err != nil {
			return nil, fmt.Errorf("sum up the counters: %w", err)
		}
	}
	for i := range sums {
		more := pending[today+" "+sums[i].Name]
		sums[i].Today, sums[i].Total = sums[i].Today+more, sums[i].Total+more
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
	first, _, _, err := c.daysUntilToday(ctx, days)
	if err != nil {
		return nil, err
	}
	counts := []Count{}
	err = c.db.Select(ctx, &counts, `
		SELECT name, CAST(SUM(count) AS BIGINT) AS count FROM counters
		 WHERE name LIKE ? AND day >= ? GROUP BY name ORDER BY 2 DESC, name LIMIT ?`,
		prefix+"%", first.Format(time.DateOnly), limit)
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

// Today returns the current day in the owner's time zone, such as 2026-11-21.
func (c *Counters) Today(ctx context.Context) (string, error) {
	_, today, _, err := c.daysUntilToday(ctx, 1)
	return today.Format(time.DateOnly), err
}

// Daily returns the counts of name on each of the given number of days, oldest first. It ends with
// today and includes today's pending counts.
func (c *Counters) Daily(ctx context.Context, name string, days int) ([]int64, error) {
	first, today, pending, err := c.daysUntilToday(ctx, days)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		Day   string `db:"day"`
		Count int64  `db:"count"`
	}
	err = c.db.Select(ctx, &rows, `SELECT day, count FROM counters WHERE name = ? AND day >= ?`,
		name, first.Format(time.DateOnly))
	if err != nil {
		return nil, fmt.Errorf("read the counters: %w", err)
	}
	byDay := map[string]int64{}
	for _, row := range rows {
		byDay[row.Day] = row.Count
	}
	last := today.Format(time.DateOnly)
	byDay[last] += pending[last+" "+name]
	counts := make([]int64, days)
	for i := range counts {
		counts[i] = byDay[first.AddDate(0, 0, i).Format(time.DateOnly)]
	}
	return counts, nil
}
