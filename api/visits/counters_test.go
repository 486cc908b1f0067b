package visits_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
	"portfolio/api/visits"
)

var noError = servertest.NoError

var evening = time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC)

// sums returns the sums over some days, as text.
func sums(t *testing.T, c *visits.Counters, days int) string {
	t.Helper()
	sums, err := c.Sums(t.Context(), days)
	noError(t, err)
	return fmt.Sprint(sums)
}

func TestDaysAreCounted(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		now := evening
		c := visits.NewCounters(db, func() time.Time { return now })
		if got := sums(t, c, 30); got != "[{sign-ins 0 0} {uploads 0 0} {CV downloads 0 0}]" {
			t.Error(got)
		}
		c.Add(visits.CountSignIns)
		c.Add(visits.CountSignIns)
		now = now.Add(2 * time.Minute) // the next day
		c.Add(visits.CountUploads)
		for range 2 { // the second time there is nothing to write
			noError(t, c.Flush(t.Context()))
		}
		c.Add(visits.CountUploads) // pending
		if got := sums(t, c, 2); got != "[{sign-ins 0 2} {uploads 2 2} {CV downloads 0 0}]" {
			t.Error(got)
		}
		if got := sums(t, c, 1); got != "[{sign-ins 0 0} {uploads 2 2} {CV downloads 0 0}]" {
			t.Error(got)
		}
	})
}

// Replicas count together, and many requests at once lose nothing.
func TestReplicasCountTogether(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		clock := func() time.Time { return evening }
		replicas := []*visits.Counters{visits.NewCounters(db, clock), visits.NewCounters(db, clock), visits.NewCounters(db, clock)}
		var group sync.WaitGroup
		for _, replica := range replicas {
			for range 4 {
				group.Go(func() {
					for range 25 {
						replica.Add(visits.CountSignIns)
						replica.Add(visits.CountCVDownloads)
						replica.Add(visits.CountUploads)
						if err := replica.Flush(t.Context()); err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
		group.Wait()
		if got := sums(t, replicas[0], 1); got != "[{sign-ins 300 300} {uploads 300 300} {CV downloads 300 300}]" {
			t.Error(got)
		}
	})
}

// A database that is away for a while costs no count.
func TestCountsWaitForTheDatabase(t *testing.T) {
	db := servertest.NewDatabase(t)
	c := visits.NewCounters(db, func() time.Time { return evening })
	rename := func(from, to string) {
		t.Helper()
		_, err := db.Exec(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to)
		noError(t, err)
	}
	rename("counters", "gone")
	c.Add(visits.CountUploads)
	if err := c.Flush(t.Context()); err == nil {
		t.Error("nothing failed")
	}
	rename("gone", "counters")
	c.Add(visits.CountUploads)
	noError(t, errors.Join(c.Flush(t.Context()), c.Flush(t.Context())))
	if got := sums(t, c, 1); got != "[{sign-ins 0 0} {uploads 2 2} {CV downloads 0 0}]" {
		t.Error(got)
	}
}
