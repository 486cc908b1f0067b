package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"portfolio/api/backup"
	"portfolio/api/httpx"
)

// progress writes to standard error how far long work is: at a terminal on one line that is written over, elsewhere a line
// now and then, so that logs stay short and quick work says nothing.
type progress struct {
	out      io.Writer
	quiet    bool // says nothing
	terminal bool
	interval time.Duration
	now      func() time.Time
	last     time.Time
	shown    bool
}

func newProgress(out io.Writer, quiet bool) *progress {
	if escaping, ok := out.(escapingWriter); ok {
		out = escaping.out
	}
	file, ok := out.(*os.File)
	p := &progress{out: out, quiet: quiet, terminal: ok && term.IsTerminal(int(file.Fd())), interval: 10 * time.Second, now: time.Now}
	if p.terminal {
		p.interval = 100 * time.Millisecond
	}
	p.last = p.now()
	return p
}

// The line is cleared from its start: ECMA-48, 8.3.41.
const clearLine = "\r\x1b[K"

func (p *progress) report(at backup.Progress) {
	now := p.now()
	if p.quiet || now.Sub(p.last) < p.interval {
		return
	}
	p.last, p.shown = now, true
	text := fmt.Sprintf("%s: %d", cell(at.Step), at.Done)
	if at.All > 0 {
		text += fmt.Sprintf(" of %d", at.All)
	}
	if at.AllBytes > 0 {
		text += fmt.Sprintf(", %s of %s", httpx.Size(at.Bytes), httpx.Size(at.AllBytes))
	}
	if p.terminal {
		fmt.Fprint(p.out, clearLine+text)
		return
	}
	fmt.Fprintln(p.out, text)
}

// end takes the line away.
func (p *progress) end() {
	if p.terminal && p.shown {
		fmt.Fprint(p.out, clearLine)
	}
}
