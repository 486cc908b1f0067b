package main

import (
	"fmt"
	"io"
)

// levelFail is the level of what keeps a site from working. The others are ok and warn.
const levelFail = "FAIL"

// finding is the result of one check. Text includes the remedy.
type finding struct{ Level, Check, Text string }

// doctorReport is a list of findings.
type doctorReport []finding

func (r *doctorReport) ok(check, format string, args ...any) {
	*r = append(*r, finding{"ok", check, fmt.Sprintf(format, args...)})
}

func (r *doctorReport) warn(check, format string, args ...any) {
	*r = append(*r, finding{"warn", check, fmt.Sprintf(format, args...)})
}

func (r *doctorReport) fail(check, format string, args ...any) {
	*r = append(*r, finding{levelFail, check, fmt.Sprintf(format, args...)})
}

// failures returns the number of failed checks.
func (r doctorReport) failures() (n int) {
	for _, finding := range r {
		if finding.Level == levelFail {
			n++
		}
	}
	return n
}

// print writes one line for each finding.
func (r doctorReport) print(out io.Writer) {
	for _, finding := range r {
		fmt.Fprintf(out, "%-4s  %-14s  %s\n", finding.Level, finding.Check, finding.Text)
	}
}
