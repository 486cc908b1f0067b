package publishing

import (
	"regexp"
	"strings"
	"unicode"
)

// viteFailed is what Vite prints above the reason why a build failed.
const viteFailed = "error during build:"

var (
	// irrelevantLine are lines that say nothing to people: where in a program it was, its fields, its brackets, npm's own words.
	irrelevantLine = regexp.MustCompile(`^(at .*|[^\pL\pN]*|Node\.js v.*|npm (error|ERR!|warn|notice).*)$`)
	// uncaughtError is the line in which Node names an error that nobody caught.
	uncaughtError = regexp.MustCompile(`^(Uncaught )?[\w.]*Error( \[\w+\])?: `)
)

// reasonOf returns what the output of a failed build says was wrong, as plain text: all that Vite has to say, line by line,
// such as the mistakes in the content with their files and lines; else the error that a program ended with; else the last
// line.
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

// colours are the sequences by which programs colour what they print on a terminal.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")

// plain returns text on one line, without what no database stores and no page shows.
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

// firstCharacters returns text, or its first n characters and a sign that there were more.
func firstCharacters(text string, n int) string {
	if characters := []rune(text); len(characters) > n {
		return string(characters[:n]) + "…"
	}
	return text
}
