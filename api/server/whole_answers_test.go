package server_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"portfolio/api/server"
)

// Answers of all lengths arrive whole and in order over one connection, however their handler writes them.
func TestAnswersArriveWhole(t *testing.T) {
	content := strings.Repeat("0123456789abcdef", 20<<10)
	r := startReplica(t, server.Options{
		Media: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			length, _ := strconv.Atoi(r.FormValue("length"))
			piece, _ := strconv.Atoi(r.FormValue("piece"))
			if r.FormValue("known") == "true" {
				w.Header().Set("Content-Length", strconv.Itoa(length))
			}
			for sent := 0; sent < length; sent += piece {
				if _, err := io.WriteString(w, content[sent:min(length, sent+piece)]); err != nil {
					t.Error(err)
				}
			}
		}),
	}, server.Stop{})
	defer func() { r.stop(); <-r.stopped }()
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxConnsPerHost: 1}}
	defer client.CloseIdleConnections()
	for _, length := range []int{1, 2000, 3800, 4095, 4096, 4097, 8191, 8192, 8193, 20_000, len(content)} {
		for _, piece := range []int{length, 5000, 700} {
			for _, known := range []string{"true", "false"} {
				address := "http://" + r.address + "/media/x?length=" + strconv.Itoa(length) + "&piece=" + strconv.Itoa(piece) + "&known=" + known
				request, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
				noError(t, err)
				answer, err := client.Do(request)
				if err != nil {
					t.Fatalf("%s: %v", address, err)
				}
				got, err := io.ReadAll(answer.Body)
				if err != nil || string(got) != content[:length] {
					t.Errorf("%s: %d bytes, %v", address, len(got), err)
				}
			}
		}
	}
}
