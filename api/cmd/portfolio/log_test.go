package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/config"
)

// countedWrites counts how often it was written to.
type countedWrites struct {
	lock  sync.Mutex
	text  bytes.Buffer
	calls int
}

func (w *countedWrites) Write(p []byte) (int, error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.calls++
	return w.text.Write(p)
}

func (w *countedWrites) get() (calls int, text string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.calls, w.text.String()
}

func TestLinesOfTheLogGoOutTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out countedWrites
		log, flush := newLog(config.Config{LogFormat: config.JSON}, &out)
		written := func(calls int, last string) {
			t.Helper()
			if got, text := out.get(); got != calls || !strings.HasSuffix(text, `"`+last+`"}`+"\n") {
				t.Errorf("%d calls, not %d: %s", got, calls, text)
			}
		}
		log.Info("first")
		log.With("id", "x").Info("second", "at", "last")
		if calls, text := out.get(); calls > 0 {
			t.Errorf("written at once: %s", text)
		}
		time.Sleep(logDelay)
		synctest.Wait()
		written(1, "last")
		log.Info("third")
		log.With("id", "x").Warn("fourth", "at", "once")
		written(2, "once")
		log.Info(strings.Repeat("x", maxLogWaiting), "at", "full")
		written(3, "full")
		log.Info("last", "at", "the end")
		flush()
		written(4, "the end")
		if _, text := out.get(); strings.Count(text, "\n") != 6 {
			t.Errorf("not 6 lines: %s", text)
		}
	})
}
