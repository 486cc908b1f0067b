package photos

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/mozillazg/go-unidecode"
)

// maxSlug is the maximum length of a slug before a number is added, in bytes.
const maxSlug = 100

// defaultSlug is the slug of galleries whose names have no letters. It always has a number.
const defaultSlug = "gallery"

const letters = "abcdefghijklmnopqrstuvwxyz"

// slugOf returns name in a-z, 0-9 and single hyphens, without accents and in Latin letters: "Été à Genève" becomes
// "ete-a-geneve". It is "" for a name without letters: digits alone would read like an ID.
func slugOf(name string) string {
	var slug strings.Builder
	pendingHyphen := false
	for _, r := range strings.ToLower(unidecode.Unidecode(name)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if pendingHyphen && slug.Len() > 0 {
				slug.WriteByte('-')
			}
			pendingHyphen = false
			slug.WriteRune(r)
		case r != '\'':
			pendingHyphen = true
		}
	}
	text := slug.String()
	text = strings.TrimRight(text[:min(len(text), maxSlug)], "-")
	if !strings.ContainsAny(text, letters) {
		return ""
	}
	return text
}

// isSlug reports whether text has only the characters of a slug. PostgreSQL rejects a query with
// some others.
func isSlug(text string) bool { return strings.Trim(text, letters+"0123456789-") == "" }

// numbered returns the nth choice for a slug: from the second on, and for "", with the number.
func numbered(slug string, n int) string {
	if slug != "" && n == 1 {
		return slug
	}
	return fmt.Sprintf("%s-%d", cmp.Or(slug, defaultSlug), n)
}
