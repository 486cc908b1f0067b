package repeat_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/internal/repeat"
)

func TestWorkIsDoneAfterEachIntervalUntilTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		start := time.Now()
		var at []time.Duration
		repeat.Every(ctx, time.Minute, func() {
			if at = append(at, time.Since(start)); len(at) == 1 {
				time.Sleep(3 * time.Minute) // the intervals that pass meanwhile are one
			}
			if len(at) == 3 {
				end()
			}
		})
		want := []time.Duration{time.Minute, 4 * time.Minute, 5 * time.Minute}
		for i := range want {
			if at[i] != want[i] {
				t.Fatalf("worked after %v, not %v", at, want)
			}
		}
	})
}
