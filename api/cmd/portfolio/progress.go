package main

import (
	"fmt"
	"io"
	"time"
)

// progressInterval is how often long work says how far it is. Short work says nothing.
const progressInterval = 10 * time.Second

// progress reports the progress of long work on standard error: at a terminal on one line that is
// overwritten, elsewhere one line now and then, so that logs are short and quick work prints
// nothing.
type progress struct {
	out   io.Writer
	quiet bool
	last  time.Time
}

func newProgress(out io.Writer, quiet bool) *progress {
	return &progress{out, quiet, time.Now()}
}

func (p *progress) report(step string, done, all int) {
	if p.quiet || time.Since(p.last) < progressInterval {
		return
	}
	p.last = time.Now()
	if all > 0 {
		fmt.Fprintf(p.out, "%s: %d of %d\n", cell(step), done, all)
	} else {
		fmt.Fprintf(p.out, "%s: %d\n", cell(step), done)
	}
}
