// Package doctor checks a site: its settings, the services in them, and its public address. It
// changes nothing but a probe file, which it removes again.
package doctor

import (
	"fmt"
	"io"
)

// failure is the level of what keeps a site from working. The others are ok and warn.
const failure = "FAIL"

// Finding is the result of one check. Text includes the remedy.
type Finding struct{ Level, Check, Text string }

// Report is a list of findings.
type Report []Finding

func (r *Report) ok(check, format string, args ...any) {
	*r = append(*r, Finding{"ok", check, fmt.Sprintf(format, args...)})
}

func (r *Report) warn(check, format string, args ...any) {
	*r = append(*r, Finding{"warn", check, fmt.Sprintf(format, args...)})
}

func (r *Report) fail(check, format string, args ...any) {
	*r = append(*r, Finding{failure, check, fmt.Sprintf(format, args...)})
}

// Failures returns the number of failed checks.
func (r Report) Failures() (n int) {
	for _, finding := range r {
		if finding.Level == failure {
			n++
		}
	}
	return n
}

// Print writes one line for each finding.
func (r Report) Print(out io.Writer) {
	for _, finding := range r {
		fmt.Fprintf(out, "%-4s  %-14s  %s\n", finding.Level, finding.Check, finding.Text)
	}
}
