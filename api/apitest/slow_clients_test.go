package apitest_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
)

// TestManySlowClients measures the real server with SLOW_CLIENTS connections that send a byte every
// five seconds, for a minute. scripts/drill slow-clients runs it; the tests of package server have
// the same on a virtual clock.
func TestManySlowClients(t *testing.T) {
	apitest.Long(t)
	count, err := strconv.Atoi(os.Getenv("SLOW_CLIENTS"))
	if err != nil {
		t.Skip("not measured: scripts/drill slow-clients sets SLOW_CLIENTS")
	}
	p := newProcess(t, databasetest.SQLiteURL(t))
	p.start(t)
	end := time.Now().Add(time.Minute)
	var longest, cut, refused atomic.Int64
	var clients sync.WaitGroup
	starts := []string{"", "GET / HTTP/1.1\r\nHost: a\r\nX-", "POST /api/users/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"}
	for n := range count {
		clients.Go(func() {
			for time.Now().Before(end) {
				took, err := sendSlowly(strings.TrimPrefix(p.url, "http://"), starts[n%len(starts)])
				if err != nil {
					refused.Add(1)
					continue
				}
				cut.Add(1)
				for {
					most := longest.Load()
					if int64(took) <= most || longest.CompareAndSwap(most, int64(took)) {
						break
					}
				}
			}
		})
	}
	var waits []time.Duration
	for time.Now().Before(end) {
		start := time.Now()
		response, err := http.Get(p.url + "/api/documents/documents/current_cv/")
		noError(t, err)
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		waits = append(waits, time.Since(start))
		time.Sleep(10 * time.Millisecond)
	}
	peak := p.peakMemory(t)
	clients.Wait()
	slices.Sort(waits)
	p99 := waits[len(waits)*99/100]
	report := fmt.Sprintf("%d slow clients at once: %d connections were cut, the last after %v; %d were not made; %d good requests, p99 %v; %d MiB of memory at most",
		count, cut.Load(), time.Duration(longest.Load()).Round(time.Millisecond), refused.Load(), len(waits), p99.Round(time.Millisecond), peak>>20)
	t.Log(report)
	if longest.Load() > int64(15*time.Second) || refused.Load() > 0 || p99 > 100*time.Millisecond || peak > 300<<20 {
		t.Error("wanted: cut within 15s, all made, p99 below 100ms, 300 MiB at most")
	}
}

// sendSlowly sends start and then a byte every five seconds, and returns after how long the server
// ended the connection.
func sendSlowly(address, start string) (time.Duration, error) {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	defer func() { _ = connection.Close() }()
	began := time.Now()
	_, err = io.WriteString(connection, start)
	for buffer := make([]byte, 512); err == nil; {
		_ = connection.SetReadDeadline(time.Now().Add(5 * time.Second))
		if _, err = connection.Read(buffer); errors.Is(err, os.ErrDeadlineExceeded) {
			_, err = io.WriteString(connection, "x")
		}
	}
	return time.Since(began), nil
}
