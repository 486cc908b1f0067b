//go:build !race

package apitest_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"portfolio/api/database/databasetest"
)

const (
	uploadRounds = 10
	// maxUploadOfDecoding is the processor time of an upload, of that in which image/jpeg decodes the picture.
	maxUploadOfDecoding = 0.9
	uploadsAtOnce       = 4
	requestsPerSecond   = 200
	maxRequest          = 50 * time.Millisecond // at the 99th percentile
)

// TestUploadBench measures what an upload costs, and how long other requests take beside uploads. scripts/bench uploads runs it,
// after scripts/build.
func TestUploadBench(t *testing.T) {
	name := os.Getenv("UPLOAD_BENCH")
	if name == "" {
		t.Skip("scripts/bench uploads runs it")
	}
	photograph, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dist, err := filepath.Abs("../../dist")
	if err != nil {
		t.Fatal(err)
	}
	url := databasetest.SQLiteURL(t)
	p := newProcess(t, url)
	fillForBench(t, url)
	p.environment = append(p.environment, "STATIC_DIR="+dist, "METRICS_ADDR=none")
	p.start(t)
	bearer := p.signIn(t)
	upload := func() {
		if err := p.send(t, "POST", imagesPath, bearer, map[string]string{"title": "A photograph"}, "image", "large.jpg", photograph); err != nil {
			t.Error(err)
		}
	}
	upload() // once to warm up
	server := &benchServer{process: p.command.Process.Pid}
	var costs, ratios []float64
	for range uploadRounds {
		before, own := server.seconds(t), ownTime(t)
		if _, err := jpeg.Decode(bytes.NewReader(photograph)); err != nil {
			t.Fatal(err)
		}
		decoding := (ownTime(t) - own).Seconds()
		upload()
		upload()
		cost := (server.seconds(t) - before) / 2
		costs, ratios = append(costs, cost*1000), append(ratios, cost/decoding)
	}
	ratio := median(ratios)
	fmt.Printf("an upload of %d KiB: %.0f ms of processor time, %.2f of decoding by image/jpeg, at most %.2f\n",
		len(photograph)>>10, median(costs), ratio, maxUploadOfDecoding)
	if ratio > maxUploadOfDecoding {
		t.Error("uploads cost more than is promised")
	}
	p.printLatencies(t, "alone", bearer, func(done <-chan struct{}) { <-done })
	if p99 := p.printLatencies(t, fmt.Sprint("beside ", uploadsAtOnce, " uploads at once"), bearer, func(done <-chan struct{}) {
		var group sync.WaitGroup
		for range uploadsAtOnce {
			group.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
						upload()
					}
				}
			})
		}
		group.Wait()
	}); p99 > maxRequest {
		t.Errorf("at most %v at the 99th percentile are promised", maxRequest)
	}
}

// printLatencies sends a page, a gallery and a profile in turns, requestsPerSecond for ten seconds while work runs until it
// is done, and returns how long they took at the 99th percentile. A request's time begins when it was due.
func (p *process) printLatencies(t *testing.T, when, bearer string, work func(done <-chan struct{})) (p99 time.Duration) {
	const seconds = 10
	took := make([]time.Duration, seconds*requestsPerSecond)
	client := http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: requestsPerSecond}}
	defer client.CloseIdleConnections()
	done := make(chan struct{})
	var group, requests sync.WaitGroup
	group.Go(func() { work(done) })
	start := time.Now()
	for i := range took {
		due := start.Add(time.Duration(i) * time.Second / requestsPerSecond)
		time.Sleep(time.Until(due))
		requests.Go(func() {
			path := []string{"/", "/api/photos/images/?gallery_slug=gallery-100", "/api/users/profile/"}[i%3]
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.url+path, nil)
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("Authorization", "Bearer "+bearer)
			answer, err := client.Do(request)
			if err == nil {
				_, err = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
			}
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Errorf("GET %s: %v, %v", path, answer, err)
				return
			}
			took[i] = time.Since(due)
		})
	}
	requests.Wait()
	close(done)
	group.Wait()
	slices.Sort(took)
	p99 = took[len(took)*99/100]
	fmt.Printf("%d requests a second %s: %v at the median, %v at the 99th percentile, %v at most\n",
		requestsPerSecond, when, took[len(took)/2].Round(10*time.Microsecond), p99.Round(10*time.Microsecond), took[len(took)-1].Round(10*time.Microsecond))
	return p99
}
