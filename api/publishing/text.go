package publishing

import (
	"regexp"
	"strings"
	"unicode"
)

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
