package database

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// likeEscaper makes a text match only itself in a LIKE with ESCAPE '\'.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing returns the pattern of a LIKE with ESCAPE '\' that matches whatever contains text.
func Containing(text string) string { return "%" + likeEscaper.Replace(text) + "%" }

// plainLetters are the plain forms of letters that Unicode does not decompose into a letter and an
// accent.
var plainLetters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "ł", "l", "ı", "i", "ς", "σ")

// SearchKey returns the form of text in which texts are searched and sorted: lower case, without
// accents, in Unicode's form NFKC. "Été à Genève" becomes "ete a geneve". The stored text and the
// words of a search both get it here, because the result of LOWER in a database depends on the
// engine and on its locale.
func SearchKey(text string) string {
	withoutAccents := strings.Map(func(r rune) rune {
		if '\u0300' <= r && r <= '\u036f' {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
	return norm.NFKC.String(plainLetters.Replace(strings.ToLower(withoutAccents)))
}

// MaxSortKey is how many characters of a key are stored in a column that an index has. PostgreSQL
// limits an index's row to 2.7 kB, and a few characters become up to eighteen in a key.
const MaxSortKey = 400

// SortKey returns the first MaxSortKey characters of SearchKey.
func SortKey(text string) string {
	key := []rune(SearchKey(text))
	return string(key[:min(len(key), MaxSortKey)])
}
