// Package doctor checks a site: what its settings name, and what its public address answers. It changes
// nothing but a probe file that it removes again.
package doctor

import (
	"fmt"
	"io"
)

// Level says how bad a finding is.
type Level string

// The levels. A site with a Failure does not do its work.
const (
	OK      Level = "ok"
	Warning Level = "warn"
	Failure Level = "FAIL"
)

// Finding is the result of one check. Text says what is there, or what is wrong and what to do.
type Finding struct {
	Level Level
	Check string
	Text  string
}

// Report gathers findings.
type Report []Finding

func (r *Report) ok(check, format string, args ...any) { r.add(OK, check, format, args) }

func (r *Report) warn(check, format string, args ...any) { r.add(Warning, check, format, args) }

func (r *Report) fail(check, format string, args ...any) { r.add(Failure, check, format, args) }

func (r *Report) add(level Level, check, format string, args []any) {
	*r = append(*r, Finding{level, check, fmt.Sprintf(format, args...)})
}

// Failures returns how many checks failed.
func (r Report) Failures() (n int) {
	for _, finding := range r {
		if finding.Level == Failure {
			n++
		}
	}
	return n
}

// Print writes a line for each finding.
func (r Report) Print(out io.Writer) {
	for _, finding := range r {
		fmt.Fprintf(out, "%-4s  %-14s  %s\n", finding.Level, finding.Check, finding.Text)
	}
}
