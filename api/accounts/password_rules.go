package accounts

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the list
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"portfolio/api/internal/httpx"
)

// The least and most characters of a password.
const (
	MinPassword = 8
	MaxPassword = 128
)

// maxSimilarity is Django's bound on how similar a password and a part of its owner's address or
// names may be, from 0 to 1.
const maxSimilarity = 0.7

// longestValue is the byte length of the longest e-mail address or name that can be stored.
const longestValue = 4 * max(maxEmail, maxName)

var (
	allDigits = regexp.MustCompile(`^\p{Nd}+$`)
	nonWord   = regexp.MustCompile(`[^\p{L}\p{N}_]+`)
)

// displayDomain returns the domain of an address in Unicode, as its owner reads it.
func displayDomain(email string) string {
	_, domain, _ := strings.Cut(email, "@")
	return httpx.DisplayHost(domain)
}

// checkNewPassword records under field every rule that password breaks: those of Django's
// validators (length, similarity to the owner's address and names, common passwords, digits only),
// and those on its characters.
func checkNewPassword(v *httpx.Validator, field, password string, owner User) {
	password = prepare(password)
	length := utf8.RuneCountInString(password)
	v.Check(length >= MinPassword, field, fmt.Sprintf(httpx.PasswordTooShort, MinPassword))
	if !v.Check(length <= MaxPassword, field, fmt.Sprintf(httpx.PasswordTooLong, MaxPassword)) {
		return // comparing megabytes would take too long
	}
	v.Check(!strings.ContainsFunc(password, httpx.IsControl), field, httpx.ControlCharacters)
	v.Check(!strings.ContainsRune(password, utf8.RuneError), field, httpx.PasswordNotUTF8)
	for _, own := range []struct{ name, value string }{
		{"email address", owner.Email}, {"email address", displayDomain(owner.Email)}, {"first name", owner.FirstName}, {"last name", owner.LastName},
	} {
		if !v.Check(!similar(password, prepare(own.value)), field, fmt.Sprintf(httpx.PasswordSimilar, own.name)) {
			break
		}
	}
	v.Check(!isCommon(password), field, httpx.PasswordCommon)
	v.Check(!allDigits.MatchString(password), field, httpx.PasswordNumeric)
}

// similar reports whether password is similar to value or to one of the words in it.
func similar(password, value string) bool {
	if len(value) > longestValue {
		return false // such a value is refused anyway, and comparing it would take a second
	}
	password, value = strings.ToLower(password), strings.ToLower(value)
	for _, part := range append(nonWord.Split(value, -1), value) {
		if part == "" || len(password) >= 10*len(part) {
			continue // too long to reach the bound
		}
		if similarity([]rune(password), []rune(part)) >= maxSimilarity {
			return true
		}
	}
	return false
}

// similarity returns the share of characters that a and b have in common, from 0 to 1: those of the
// longest common run and, recursively, of the runs on both sides of it (Ratcliff and Obershelp,
// "Pattern Matching: the Gestalt Approach", 1988).
func similarity(a, b []rune) float64 {
	return 2 * float64(common(a, b)) / float64(len(a)+len(b))
}

func common(a, b []rune) int {
	startA, startB, length := longestRun(a, b)
	if length == 0 {
		return 0
	}
	return length + common(a[:startA], b[:startB]) + common(a[startA+length:], b[startB+length:])
}

func longestRun(a, b []rune) (startA, startB, length int) {
	runs := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			diagonal, runs[j+1] = runs[j+1], diagonal
			if a[i] != b[j] {
				runs[j+1] = 0
				continue
			}
			runs[j+1]++
			if runs[j+1] > length {
				startA, startB, length = i-runs[j+1]+1, j-runs[j+1]+1, runs[j+1]
			}
		}
	}
	return startA, startB, length
}

// commonPasswordsGzip has the 100,000 most frequent of the ten million passwords that Mark Burnett
// released into the public domain in 2015: lowercase, sorted, one a line.
//
//go:embed common-passwords.txt.gz
var commonPasswordsGzip []byte

var commonPasswords = sync.OnceValue(func() string {
	reader, err := gzip.NewReader(bytes.NewReader(commonPasswordsGzip))
	if err != nil {
		panic(err) // the embedded file is damaged
	}
	list, err := io.ReadAll(reader)
	if err != nil {
		panic(err)
	}
	return "\n" + string(list)
})

// isCommon reports whether password is one of the most frequent ones, ignoring case and spaces
// around it.
func isCommon(password string) bool {
	return strings.Contains(commonPasswords(), "\n"+strings.ToLower(strings.TrimSpace(password))+"\n")
}
