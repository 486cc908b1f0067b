package accounts

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"portfolio/api/httpx"
	"portfolio/api/leakedpasswords"
)

// A password is common when it is among the first that a guesser tries: 14.3 bits are about twenty thousand guesses, the
// length of Django's list. Beyond 40 characters none is, and the estimate would take long.
const (
	commonEntropy = 14.3
	commonLength  = 40
)

// minWord is the least length of a word that a password may not be made of, and maxSymbols how many symbols around it are taken
// for decoration.
const (
	minWord    = 4
	maxSymbols = 3
)

var yearAround = regexp.MustCompile(`^(?:19|20)\d\d|(?:19|20)\d\d$`)

// isCommon reports whether a password is one that was leaked, alone or beside years, places and the site's own words, or one
// that would be guessed soon.
func isCommon(password string, siteWords []string) bool {
	return isLeaked(password, siteWords) || isGuessable(password, siteWords)
}

// isLeaked takes symbols, years, places and the site's own words off both ends of password until a leaked password or hardly
// anything is left.
func isLeaked(password string, siteWords []string) bool {
	words := slices.Clone(leakedpasswords.Places)
	for _, word := range siteWords {
		words = append(words, leakedpasswords.Fold(word))
	}
	rest := leakedpasswords.Lower(password)
	for before := ""; rest != before; {
		if leakedpasswords.Contains(rest) {
			return true
		}
		before = rest
		rest = trimWord(yearAround.ReplaceAllString(trimSymbols(rest), ""), words)
	}
	return utf8.RuneCountInString(rest) < minWord && len(rest) < len(password)
}

// trimSymbols returns text without the symbols at its ends, unless they are too many to be decoration.
func trimSymbols(text string) string {
	trimmed := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if utf8.RuneCountInString(text)-utf8.RuneCountInString(trimmed) > maxSymbols {
		return text
	}
	return trimmed
}

// trimWord returns text without the longest of the folded words that it begins or ends with.
func trimWord(text string, words []string) string {
	folded, runes := leakedpasswords.Fold(text), []rune(text)
	longest, rest := 0, text
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case n <= longest:
		case strings.HasPrefix(folded, word):
			longest, rest = n, string(runes[n:])
		case strings.HasSuffix(folded, word):
			longest, rest = n, string(runes[:len(runes)-n])
		}
	}
	return rest
}

// isGuessable estimates how soon a password would be guessed, as it is and with letters for the digits and symbols that stand for
// them.
func isGuessable(password string, siteWords []string) bool {
	// Marks that stand apart in what is compared count for themselves.
	if password == "" || utf8.RuneCountInString(leakedpasswords.Lower(password)) > commonLength {
		return false
	}
	return slices.ContainsFunc(slices.Compact([]string{password, leet.Replace(password)}), func(text string) bool {
		return guessBits(text, siteWords) < commonEntropy
	})
}

// siteWords returns what a stranger tries first on this site: the words of its domain and of its title, and the names of staff.
func (s *Service) siteWords(ctx context.Context) ([]string, error) {
	var names []string
	err := s.db.Select(ctx, &names, `
		SELECT first_name FROM users WHERE is_staff UNION SELECT last_name FROM users WHERE is_staff
		UNION SELECT first_name || last_name FROM users WHERE is_staff`)
	if err != nil {
		return nil, fmt.Errorf("list the names of staff: %w", err)
	}
	if site, err := url.Parse(s.publicURL); err == nil {
		host := httpx.DisplayHost(site.Hostname())
		if end := strings.LastIndexByte(host, '.'); end > 0 {
			host = host[:end]
		}
		names = append(names, host)
	}
	if s.title != nil {
		names = append(names, s.title())
	}
	var words []string
	for _, name := range names {
		for _, word := range append(nonWord.Split(leakedpasswords.Lower(name), -1), nonWord.ReplaceAllString(leakedpasswords.Lower(name), "")) {
			if utf8.RuneCountInString(word) >= minWord {
				words = append(words, word)
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words), nil
}
