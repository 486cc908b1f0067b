package publishing

import (
	"regexp"
	"strings"
	"unicode"
)

// viteFailed is the line that Vite prints above the reason of a failed build.
const viteFailed = "error during build:"

var (
	// irrelevantLine matches stack traces, object dumps and npm's own messages.
	irrelevantLine = regexp.MustCompile(`^(at .*|[^\pL\pN]*|Node\.js v.*|npm (error|ERR!|warn|notice).*)$`)
	// uncaughtError matches the line in which Node names an uncaught error.
	uncaughtError = regexp.MustCompile(`^(Uncaught )?[\w.]*Error( \[\w+\])?: `)
)

// reasonOf returns the reason of a failed build from its output as plain text: Vite's report, such as
// the errors in the content with files and lines; else the uncaught error; else the last line.
func reasonOf(output string) string {
	var lines []string
	last, vite := "", false
	for line := range strings.FieldsFuncSeq(output, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line = plain(line)
		switch {
		case strings.HasSuffix(line, viteFailed):
			lines, vite = nil, true
		case !irrelevantLine.MatchString(line):
			lines = append(lines, line)
			if !vite && uncaughtError.MatchString(line) {
				last = line
			}
		}
	}
	switch {
	case len(lines) == 0:
		return "it printed nothing"
	case vite:
		return strings.Join(lines, "\n")
	case last != "":
		return last
	}
	return lines[len(lines)-1]
}

// colours matches the color sequences of terminals.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")

// plain returns text on one line, without colors and control characters.
func plain(text string) string {
	text = colours.ReplaceAllString(strings.ToValidUTF8(text, "�"), "")
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// firstCharacters returns text, or its first n characters and an ellipsis.
func firstCharacters(text string, n int) string {
	if characters := []rune(text); len(characters) > n {
		return string(characters[:n]) + "…"
	}
	return text
}
