package counters_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"portfolio/api/counters"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

var evening = time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC)

func days(t *testing.T, c *counters.Counters, first, last time.Time) []counters.Day {
	t.Helper()
	days, err := c.Days(t.Context(), first, last)
	if err != nil {
		t.Fatal(err)
	}
	return days
}

func TestDaysAreCounted(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := evening
		c := counters.New(db, func() time.Time { return now })
		c.Add(counters.SignIns)
		c.Add(counters.SignIns)
		now = now.Add(2 * time.Minute) // the next day
		c.Add(counters.Uploads)
		for range 2 { // the second time there is nothing to write
			if err := c.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		c.Add(counters.Uploads)
		if err := c.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := days(t, c, evening.AddDate(0, 0, -1), now)
		if len(got) != 3 || got[0].Counts[counters.SignIns] != 0 || got[1].Counts[counters.SignIns] != 2 || got[2].Counts[counters.Uploads] != 2 {
			t.Errorf("%+v", got)
		}
		if got[0].Date.Format(time.DateOnly) != "2026-11-20" || got[2].Date.Format(time.DateOnly) != "2026-11-22" {
			t.Errorf("from %v to %v", got[0].Date, got[2].Date)
		}
	})
}

// Replicas count together, and many requests at once lose nothing.
func TestReplicasCountTogether(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		clock := func() time.Time { return evening }
		replicas := []*counters.Counters{counters.New(db, clock), counters.New(db, clock), counters.New(db, clock)}
		var group sync.WaitGroup
		for _, replica := range replicas {
			for range 4 {
				group.Go(func() {
					for range 25 {
						replica.Add(counters.SignIns)
						replica.Add(counters.PageRequests)
						replica.Add(counters.Uploads)
						if err := replica.Flush(t.Context()); err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
		group.Wait()
		for name, count := range days(t, replicas[0], evening, evening)[0].Counts {
			if count != 300 {
				t.Errorf("%s: %d of 300", name, count)
			}
		}
	})
}

// A database that is away for a while costs no count.
func TestCountsWaitForTheDatabase(t *testing.T) {
	db := databasetest.New(t)
	c := counters.New(db, func() time.Time { return evening })
	rename := func(from, to string) {
		t.Helper()
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rename("counters", "gone")
	c.Add(counters.Uploads)
	if err := c.Flush(t.Context()); err == nil {
		t.Error("nothing failed")
	}
	rename("gone", "counters")
	c.Add(counters.Uploads)
	if err := errors.Join(c.Flush(t.Context()), c.Flush(t.Context())); err != nil {
		t.Error(err)
	}
	if got := days(t, c, evening, evening)[0].Counts[counters.Uploads]; got != 2 {
		t.Errorf("%d, not 2", got)
	}
}

func TestRunWritesAtEachTick(t *testing.T) {
	c := counters.New(databasetest.New(t), func() time.Time { return evening })
	ctx, stop := context.WithCancel(t.Context())
	tick, done := make(chan time.Time), make(chan struct{})
	go func() {
		defer close(done)
		c.Run(ctx, tick, slog.Default())
	}()
	c.Add(counters.SignIns)
	tick <- evening
	tick <- evening // it was taken: the first round is over
	if got := days(t, c, evening, evening)[0].Counts[counters.SignIns]; got != 1 {
		t.Errorf("%d, not 1", got)
	}
	stop()
	<-done
}
