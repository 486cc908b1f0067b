package accounts

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alexedwards/argon2id"

	"portfolio/api/internal/httpx"
)

// Passwords that are too long are not compared, which took a second of a core.
func TestComparingIsBounded(t *testing.T) {
	password := strings.Repeat("ab", MaxPassword/2)
	if value := "b" + strings.Repeat("xbya", 15_000); similar(password, value+password) {
		t.Error("a value that is longer than any kept was compared")
	}
	if !similar(password, strings.Repeat("ab", 100)) {
		t.Error("a long address was not compared")
	}
}

func TestHashAndVerify(t *testing.T) {
	h, ctx := NewHasher(), context.Background()
	hash, err := h.Hash(ctx, "correct horse")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%q, %v", hash, err)
	}
	if other, _ := h.Hash(ctx, "correct horse"); other == hash {
		t.Error("two hashes of one password are the same: no salt")
	}
	for _, test := range []struct {
		password, hash string
		want           bool
	}{
		{"correct horse", hash, true}, {"correct hors", hash, false}, {"", hash, false},
		{"correct horse", "", false}, {"", "", false},
		// A hash names its own cost.
		{"correct horse", "$argon2id$v=19$m=19456,t=2,p=1$sEgYMkLJlNt0F5csQVB9+A$nxtzB1wdxGpazk2JNmODXZvnHoR5/X+koGn/meeWt+4", true},
		{"correct horse", hashOf(t, lowestCost, "correct horse"), true},
		{"correct horse", hashOf(t, argon2id.Params{Memory: 46 << 10, Iterations: 1, Parallelism: 1, SaltLength: saltBytes, KeyLength: keyBytes}, "correct horse"), true},
		{"correct horse", hashOf(t, argon2id.Params{Memory: 1 << 10, Iterations: 2, Parallelism: 4, SaltLength: 8, KeyLength: 64}, "correct horse"), true},
		{"correct horse", hashOf(t, lowestCost, "another"), false},
	} {
		if same, err := h.Verify(ctx, test.password, test.hash); err != nil || same != test.want {
			t.Errorf("%q against %q: %v, %v", test.password, test.hash, same, err)
		}
	}
	for _, broken := range []string{
		"x", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$a2V5", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$", hash[:30], hash + "!",
		strings.Replace(hash, "$v=19", "$v=16", 1), strings.Replace(hash, "t=2", "t=0", 1), strings.Replace(hash, "p=1", "p=0", 1),
	} {
		if same, err := h.Verify(ctx, "correct horse", broken); same || !errors.Is(err, errMalformedHash) {
			t.Errorf("%q: %v, %v", broken, same, err)
		}
	}
}

func hashOf(t *testing.T, cost argon2id.Params, password string) string {
	t.Helper()
	hash, err := argon2id.CreateHash(password, &cost)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// queueTest sends work of a second each and keeps the networks in the order in which they were
// served.
type queueTest struct {
	*hashingQueue
	group sync.WaitGroup
	mu    sync.Mutex
	done  []string
}

// send starts work of a network and returns when it runs or waits.
func (q *queueTest) send(t *testing.T, network string) {
	q.group.Go(func() {
		if err := q.run(t.Context(), network, func() { time.Sleep(time.Second) }); isBusy(err) {
			network += " refused"
		} else if err != nil {
			t.Errorf("%s: %v", network, err)
		}
		q.mu.Lock()
		defer q.mu.Unlock()
		q.done = append(q.done, network)
	})
	synctest.Wait()
}

// wantEmpty waits for all work and checks that nothing is kept.
func (q *queueTest) wantEmpty(t *testing.T) {
	t.Helper()
	q.group.Wait()
	if len(q.networks) != 0 || !q.all.TryAcquire(q.slots) {
		t.Errorf("work still runs or waits when all is done: %v", q.networks)
	}
	q.all.Release(q.slots)
}

func isBusy(err error) bool {
	var public *httpx.Error
	return errors.As(err, &public) && public.Kind == httpx.KindBusy && public.RetryAfter >= time.Second
}

func TestNetworksTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &queueTest{hashingQueue: newHashingQueue(1)}
		for _, network := range []string{"a", "a", "a", "a", "a", "b", "b", "c"} {
			q.send(t, network)
		}
		q.wantEmpty(t)
		if want := []string{"a", "b", "c", "a", "b", "a", "a", "a"}; !slices.Equal(q.done, want) {
			t.Errorf("done in the order %v, not %v", q.done, want)
		}
	})
}

func TestAFloodFromOneNetworkKeepsNoOtherWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &queueTest{hashingQueue: newHashingQueue(2)}
		for range 100 {
			q.send(t, "a")
		}
		start := time.Now()
		q.send(t, "b")
		if err := q.run(t.Context(), "c", func() {}); err != nil || time.Since(start) > 2*time.Second {
			t.Errorf("other networks: %v after %v", err, time.Since(start))
		}
		q.wantEmpty(t)
		refused := slices.DeleteFunc(slices.Clone(q.done), func(done string) bool { return done != "a refused" })
		if len(refused) < 75 || slices.Contains(q.done, "b refused") || time.Since(start) > maxWait+2*time.Second {
			t.Errorf("after %v: %v", time.Since(start), q.done)
		}
	})
}

func TestNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, network := range []string{"the same", "another"} {
			q := &queueTest{hashingQueue: newHashingQueue(1)}
			release := make(chan struct{})
			q.group.Go(func() { _ = q.run(t.Context(), "the same", func() { <-release }) })
			synctest.Wait()
			start := time.Now()
			impatient, stop := context.WithTimeout(t.Context(), time.Second)
			if err := q.run(impatient, network, func() { t.Error("done") }); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a client that disconnected: %v", err)
			}
			stop()
			if err := q.run(t.Context(), network, func() { t.Error("done") }); !isBusy(err) || time.Since(start) != time.Second+maxWait {
				t.Errorf("a client that waits: %v after %v", err, time.Since(start))
			}
			close(release)
			q.wantEmpty(t)
			if err := q.run(t.Context(), network, func() {}); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		}
	})
}

func TestHashingLeavesACoreFree(t *testing.T) {
	if most, slots := int64(max(1, runtime.GOMAXPROCS(0)-1)), NewHasher().queue.slots; slots > most || slots > maxHashing || slots < 1 {
		t.Errorf("%d hash at once", slots)
	}
}
