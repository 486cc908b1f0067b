package photos

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"portfolio/api/internal/database"
)

// maxSlug is the longest slug before a number is added, in bytes.
const maxSlug = 100

// defaultSlug is the slug of galleries whose names have nothing to make one of; it always carries a number.
const defaultSlug = "gallery"

// slugOf returns name in a-z, 0-9 and single hyphens, accents dropped: "Été à Genève" becomes "ete-a-geneve". It is ""
// where name has no such letter: digits alone, as in "2024", would read like an id.
func slugOf(name string) string {
	var slug strings.Builder
	pendingHyphen := false
	for _, r := range database.SearchKey(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if pendingHyphen && slug.Len() > 0 {
				slug.WriteByte('-')
			}
			pendingHyphen = false
			slug.WriteRune(r)
		case !unicode.Is(unicode.Mn, r) && r != '\'' && r != '’':
			pendingHyphen = true
		}
	}
	text := slug.String()
	text = strings.TrimRight(text[:min(len(text), maxSlug)], "-")
	if !strings.ContainsAny(text, "abcdefghijklmnopqrstuvwxyz") {
		return ""
	}
	return text
}

// isSlug reports whether text has only the characters of a slug. PostgreSQL refuses a query with some others.
func isSlug(text string) bool {
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// slugCandidates yields slug, then it with a number from 2 on, without those that are taken; for "" it is gallery-1 and so on.
func slugCandidates(slug string, taken []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n := 1; ; n++ {
			candidate := slug
			if slug == "" || n > 1 {
				candidate = fmt.Sprintf("%s-%d", cmp.Or(slug, defaultSlug), n)
			}
			if !slices.Contains(taken, candidate) && !yield(candidate) {
				return
			}
		}
	}
}
