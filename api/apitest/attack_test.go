//go:build !race

package apitest_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/config"
	"portfolio/api/internal/servertest"
)

const (
	attackers    = 50
	attackPeople = 100
	attackAtOnce = 4 // of the people
	// What scripts/bench attack demands. Without it they are reported only: on a busy machine they
	// say nothing.
	attackSignIn = 2 * time.Second // at the 95th percentile
	attackHealth = 100 * time.Millisecond
)

// TestSignInsDuringAnAttack floods the server over fifty connections with wrong sign-ins,
// registrations and requests for reset links from one address. A hundred people at other addresses
// still sign in.
func TestSignInsDuringAnAttack(t *testing.T) {
	apitest.Long(t)
	p := newProcess(t, servertest.SQLiteURL(t))
	p.environment = append(p.environment, "RATE_LIMIT="+config.On, "TRUSTED_PROXIES=127.0.0.0/8")
	p.start(t)
	ctx, stop := context.WithCancel(t.Context())
	var attack sync.WaitGroup
	var refused sync.Map
	started := make(chan struct{}, attackers)
	for i := range attackers {
		attack.Go(func() { p.attack(ctx, i, started, &refused) })
	}
	for range attackers {
		<-started
	}
	var health []time.Duration
	watched := make(chan struct{})
	signedIn := make(chan struct{})
	go func() { health = p.watch(t, "/api/health/live/", signedIn); close(watched) }()
	took := p.signInFromEverywhere(t, attackPeople, attackAtOnce)
	close(signedIn)
	<-watched
	stop()
	attack.Wait()

	statuses := map[int]bool{}
	refused.Range(func(status, _ any) bool { statuses[status.(int)] = true; return true })
	check(t, statuses[http.StatusTooManyRequests], "the attack got %v, and was never refused", statuses)
	slices.Sort(took)
	p95, slowest := took[len(took)*95/100-1], health[len(health)-1]
	t.Logf("%d sign-ins: median %v, 95th percentile %v, slowest %v", len(took), took[len(took)/2], p95, took[len(took)-1])
	t.Logf("/api/health/live/ %d times: median %v, slowest %v", len(health), health[len(health)/2], slowest)
	if os.Getenv("ATTACK_BENCH") != "" && (p95 > attackSignIn || slowest > attackHealth) {
		t.Errorf("required are %v for sign-ins at the 95th percentile, and %v for the health", attackSignIn, attackHealth)
	}
}

// attack sends requests one after another until ctx ends, and keeps the statuses of the answers.
func (p *process) attack(ctx context.Context, number int, started chan<- struct{}, statuses *sync.Map) {
	for i := 0; ctx.Err() == nil; i++ {
		nobody := fmt.Sprintf("nobody%d-%d@example.test", number, i)
		request := []apitest.Request{
			login(nobody, "wrong"), login(apitest.Email(apitest.Staff), "wrong"), forgot(nobody),
			register(map[string]any{"email": nobody, "password": "a@4b8c({[<e3g69i!1|l1|7o0s$5t+7x%z2aaaaa", "password2": "another"}),
		}[i%4]
		answer, err := send(ctx, p.url, from("203.0.113.1", request))
		if i == 0 {
			started <- struct{}{}
		}
		if err == nil {
			statuses.Store(answer.Status, true)
		}
	}
}

// signInFromEverywhere signs the staff account in from as many addresses as there are people, atOnce
// at a time, and returns how long each took.
func (p *process) signInFromEverywhere(t *testing.T, people, atOnce int) []time.Duration {
	took := make([]time.Duration, people)
	slots := make(chan struct{}, atOnce)
	var group sync.WaitGroup
	for i := range took {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			start := time.Now()
			answer, err := send(t.Context(), p.url, from(fmt.Sprintf("198.51.100.%d", i), login(apitest.Email(apitest.Staff), apitest.Password)))
			if took[i] = time.Since(start); err != nil || answer.Status != http.StatusOK {
				t.Errorf("person %d: %d %s, %v", i, answer.Status, answer.Body, err)
			}
		})
	}
	group.Wait()
	return took
}

// watch asks for a page of the server, again and again until done, and returns how long each answer
// took, in order.
func (p *process) watch(t *testing.T, path string, done <-chan struct{}) (took []time.Duration) {
	for {
		start := time.Now()
		if answer, err := send(t.Context(), p.url, by("", "GET", path)); err != nil || answer.Status != http.StatusOK {
			t.Errorf("%s: %d, %v", path, answer.Status, err)
		}
		took = append(took, time.Since(start))
		select {
		case <-done:
			slices.Sort(took)
			return took
		case <-time.After(10 * time.Millisecond):
		}
	}
}

const (
	floodSize     = 500
	floodMemory   = 300 << 20
	healthMost    = 100 * time.Millisecond
	floodAttempts = 5
	// floodWindow is how long the health is watched: the first moments of the flood, while all
	// requests arrive.
	floodWindow = time.Second
)

// Five hundred simultaneous wrong sign-ins neither fill the memory nor delay other requests: long
// waits are answered 503. The memory is the peak of the process. Health is the slowest of all
// answers. On a busy machine a single answer can be late for reasons outside the server, hence the
// attempts.
func TestAFloodOfWrongSignIns(t *testing.T) {
	apitest.Long(t)
	var slowest time.Duration
	for range floodAttempts {
		p := newProcess(t, servertest.SQLiteURL(t))
		p.start(t)
		p.signIn(t)
		waits := p.flood(t)
		slowest = waits[len(waits)-1]
		memory := p.peakMemory(t)
		t.Logf("/api/health/ %d times: median %v, slowest %v; memory %d MiB", len(waits), waits[len(waits)/2], slowest, memory>>20)
		p.kill()
		check(t, memory <= floodMemory, "the server held %d MiB", memory>>20)
		if slowest < healthMost {
			return
		}
	}
	t.Errorf("/api/health/ took %v, and was not under %v in any of %d attempts", slowest, healthMost, floodAttempts)
}

// flood sends all requests at once and returns how long the answers of /api/health/ took meanwhile,
// in order.
func (p *process) flood(t *testing.T) []time.Duration {
	t.Helper()
	address := strings.TrimPrefix(p.url, "http://")
	guessers := make([]net.Conn, floodSize)
	for i := range guessers {
		var err error
		guessers[i], err = net.Dial("tcp", address)
		noError(t, err)
		defer guessers[i].Close()
	}
	statuses := make([]int, floodSize)
	start := make(chan struct{})
	var over atomic.Bool
	var group sync.WaitGroup
	for i, guesser := range guessers {
		group.Go(func() {
			<-start
			status, err := guess(guesser, i)
			if statuses[i] = status; err != nil && !over.Load() {
				t.Error(err)
			}
		})
	}
	close(start)
	watched := make(chan struct{})
	time.AfterFunc(floodWindow, func() { close(watched) })
	waits := p.watch(t, "/api/health/", watched)
	over.Store(true) // those who still wait give up
	for _, guesser := range guessers {
		_ = guesser.Close()
	}
	group.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	t.Log("answers by status:", count)
	check(t, count[http.StatusUnauthorized]+count[http.StatusServiceUnavailable]+count[0] == floodSize && count[http.StatusUnauthorized] != 0, "not every guess got 401 or 503 or was still waiting, or none got 401")
	return waits
}

// guess sends a wrong password, every other one for an unknown account, and returns the status, 0
// without an answer.
func guess(guesser net.Conn, i int) (int, error) {
	email := apitest.Email(apitest.Staff)
	if i%2 == 0 {
		email = fmt.Sprintf("nobody%d@example.test", i)
	}
	body := fmt.Sprintf(`{"email":%q,"password":"wrong"}`, email)
	_, err := fmt.Fprintf(guesser, "POST /api/users/login/ HTTP/1.1\r\nHost: site.example\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\n\r\n%s", len(body), body)
	if err != nil {
		return 0, err
	}
	answer, err := http.ReadResponse(bufio.NewReader(guesser), nil)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") == "" {
		err = errors.New("503 without Retry-After")
	}
	return answer.StatusCode, err
}
