// Package leakedpasswords knows a quarter of a million passwords that were found in leaks, as prefixes of their hashes, and
// names of places.
package leakedpasswords

import (
	"crypto/sha256"
	_ "embed" // the list
	"encoding/binary"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:generate go run generate.go

// list is what Build returned.
//
//go:embed passwords.bin
var list string

//go:embed places.txt
var places string

// Places are cities and regions, each in one word, folded.
var Places = strings.Fields(Fold(places))

// A hash's first two bytes name a bucket, and its next three are stored there.
const (
	buckets   = 1 << 16
	entrySize = 3
)

// Build returns the list of passwords: how many entries each bucket has, in one byte, and the entries of all buckets in order.
func Build(passwords []string) []byte {
	hashes := make([]uint64, 0, len(passwords))
	for _, password := range passwords {
		hashes = append(hashes, hash(Fold(password)))
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	built := make([]byte, buckets, buckets+len(hashes)*entrySize)
	for _, h := range hashes {
		built[h>>24]++
		built = append(built, byte(h>>16), byte(h>>8), byte(h))
	}
	return built
}

// Contains reports whether the list has a password that is written like text. Of five million texts that it does not have, it
// takes one for one that it has.
func Contains(text string) bool {
	h := hash(Fold(text))
	bucket, start := int(h>>24), buckets
	for i := range bucket {
		start += int(list[i]) * entrySize
	}
	entry := string([]byte{byte(h >> 16), byte(h >> 8), byte(h)})
	for i := range int(list[bucket]) {
		if at := start + i*entrySize; list[at:at+entrySize] == entry {
			return true
		}
	}
	return false
}

// hash returns 40 bits of a hash.
func hash(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.BigEndian.Uint64(sum[:]) >> 24
}

// alike are characters that people write for letters.
var alike = map[rune]rune{
	'@': 'a', '4': 'a', '8': 'b', '(': 'c', '{': 'c', '[': 'c', '<': 'c', '3': 'e', '9': 'g', '6': 'g', '1': 'i', '!': 'i', '|': 'i', 'l': 'i',
	'0': 'o', '$': 's', '5': 's', '7': 't', '+': 't', '2': 'z',
}

// Fold returns text in the form in which passwords are compared: in small letters, and with one letter for all characters that
// are written for each other. It has as many characters as text in small letters, in Unicode's normal form C.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		if letter, ok := alike[r]; ok {
			return letter
		}
		return r
	}, Lower(text))
}

// Lower returns text in small letters, in Unicode's normal form C.
func Lower(text string) string { return norm.NFC.String(strings.Map(unicode.ToLower, text)) }
