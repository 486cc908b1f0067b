package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"portfolio/api/config"
)

// countedWrites counts how often it was written to.
type countedWrites struct {
	bytes.Buffer
	calls int
}

func (w *countedWrites) Write(p []byte) (int, error) {
	w.calls++
	return w.Buffer.Write(p)
}

func TestLinesOfTheLogGoOutTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out countedWrites
		log, flush := newLog(config.Config{LogFormat: config.JSON}, &out)
		written := func(calls int, last string) {
			t.Helper()
			if text := out.String(); out.calls != calls || !strings.HasSuffix(text, `"`+last+`"}`+"\n") {
				t.Errorf("%d calls, not %d: %s", out.calls, calls, text)
			}
		}
		log.Info("first")
		log.With("id", "x").Info("second", "at", "last")
		if out.calls > 0 {
			t.Errorf("written at once: %s", out.String())
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
		if lines := strings.Count(out.String(), "\n"); lines != 6 {
			t.Errorf("%d lines, not 6", lines)
		}
	})
}
