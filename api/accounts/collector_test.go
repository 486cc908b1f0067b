package accounts

import (
	"runtime/metrics"
	"sync"
	"testing"
	"time"
)

// TestTheCollectorIsPutOffWhileManyHash says what GOGC is while few and many hash, and afterwards.
func TestTheCollectorIsPutOffWhileManyHash(t *testing.T) {
	t.Setenv("GOGC", "")
	before := gcPercent()
	awaitPercent := func(want uint64) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); gcPercent() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("GOGC is %d, want %d", gcPercent(), want)
			}
		}
	}
	hasher := newHasher(lowestCost)
	var group sync.WaitGroup
	release := make(chan struct{})
	hash := func() {
		group.Go(func() {
			if err := hasher.run(t.Context(), func() { <-release }); err != nil {
				t.Error(err)
			}
		})
	}
	for range manyHashings - 1 {
		hash()
	}
	time.Sleep(20 * time.Millisecond)
	awaitPercent(before)
	hash()
	awaitPercent(putOffPercent)
	close(release)
	group.Wait()
	awaitPercent(before)

	t.Setenv("GOGC", "100")
	release = make(chan struct{})
	for range manyHashings {
		hash()
	}
	time.Sleep(20 * time.Millisecond)
	awaitPercent(before)
	close(release)
	group.Wait()
}

func gcPercent() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
