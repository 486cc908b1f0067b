//go:build !race

package apitest_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
)

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
		p := newProcess(t, databasetest.SQLiteURL(t))
		p.start(t)
		p.signIn(t)
		waits := p.flood(t)
		slowest = waits[len(waits)-1]
		memory := p.peakMemory(t)
		t.Logf("/api/health/ %d times: median %v, slowest %v; memory %d MiB", len(waits), waits[len(waits)/2], slowest, memory>>20)
		p.kill()
		if memory > floodMemory {
			t.Errorf("the server held %d MiB", memory>>20)
		}
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
		if guessers[i], err = net.Dial("tcp", address); err != nil {
			t.Fatal(err)
		}
		defer guessers[i].Close()
	}
	statuses := make([]int, floodSize)
	client := &http.Client{Transport: &http.Transport{}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	p.health(t, client)
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
	waits := p.watchHealth(t, client, watched)
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
	if count[http.StatusUnauthorized]+count[http.StatusServiceUnavailable]+count[0] != floodSize || count[http.StatusUnauthorized] == 0 {
		t.Errorf("not every guess got 401 or 503 or was still waiting, or none got 401")
	}
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

// watchHealth asks the server whether it is ready, again and again until done, and returns how long
// each answer took, in order.
func (p *process) watchHealth(t *testing.T, client *http.Client, done <-chan struct{}) (waits []time.Duration) {
	t.Helper()
	for {
		waits = append(waits, p.health(t, client))
		select {
		case <-done:
			slices.Sort(waits)
			return waits
		default:
		}
	}
}

// health returns how long the server took to say that it is ready.
func (p *process) health(t *testing.T, client *http.Client) time.Duration {
	t.Helper()
	start := time.Now()
	answer, err := client.Get(p.url + "/api/health/")
	noError(t, err)
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("/api/health/ answered %d", answer.StatusCode)
	}
	return time.Since(start)
}
