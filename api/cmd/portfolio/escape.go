package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"portfolio/api/internal/httpx"
)

// escapingWriter escapes control characters, such as those in a name that a stranger chose, which a
// terminal would execute. Line feeds and tabs pass. Each call of Write gets whole characters.
type escapingWriter struct{ out io.Writer }

// Write writes p, escaped.
func (w escapingWriter) Write(p []byte) (int, error) {
	if !slices.ContainsFunc(p, mayNeedEscape) { // as most lines of the log
		return w.out.Write(p)
	}
	if _, err := io.WriteString(w.out, escape(string(p), "\n\t")); err != nil {
		return 0, err
	}
	return len(p), nil
}

func mayNeedEscape(b byte) bool { return (b < ' ' || b > '~') && b != '\n' && b != '\t' }

// cell escapes text for one cell of a table, or one line.
func cell(text string) string { return escape(text, "") }

// escape escapes control characters and bidirectional marks like JSON does, so that JSON remains
// valid, except for those in except. Bytes that are not UTF-8 become \xff.
func escape(text, except string) string {
	var escaped strings.Builder
	for i, r := range text {
		switch _, size := utf8.DecodeRuneInString(text[i:]); {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&escaped, `\x%02x`, text[i])
		case httpx.IsControl(r) && !strings.ContainsRune(except, r):
			fmt.Fprintf(&escaped, `\u%04x`, r)
		default:
			escaped.WriteRune(r)
		}
	}
	return escaped.String()
}

// isTerminal reports whether out is a terminal.
func isTerminal(out io.Writer) bool {
	if escaping, ok := out.(escapingWriter); ok {
		out = escaping.out
	}
	file, ok := out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
