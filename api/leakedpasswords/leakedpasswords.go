// Package leakedpasswords knows a quarter of a million passwords that were found in leaks, the words and names that people make
// passwords of, and how frequent each of them is, as prefixes of their hashes; and names of places.
package leakedpasswords

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // the list
	"encoding/binary"
	"math"
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

// A hash's first byte names a group of buckets and its first two a bucket. The list begins with where each group starts, in
// entries, and how many entries each bucket has. An entry is the next three bytes of the hash, and one that says whether it is
// a leaked password, and its rank, as the logarithm to the base of two, in eighths.
const (
	groups     = 1 << 8
	buckets    = 1 << 16
	headerSize = 4*groups + buckets
	entrySize  = 4

	leaked   = 1 << 7
	mostRank = leaked - 1
)

type entry struct {
	hash uint64
	mark byte
}

// Build returns the list of passwords and of the words of other lists, the most frequent first in each.
func Build(passwords []string, others ...[]string) []byte {
	var entries []entry
	add := func(words []string, mark byte) {
		for i, word := range words {
			rank := min(mostRank, math.Floor(8*math.Log2(float64(i+1))))
			entries = append(entries, entry{hash(Fold(word)), mark | byte(rank)})
		}
	}
	add(passwords, leaked)
	for _, words := range others {
		add(words, 0)
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.hash, b.hash) })
	built := make([]byte, headerSize, headerSize+len(entries)*entrySize)
	for i := 0; i < len(entries); {
		same := entries[i]
		for i++; i < len(entries) && entries[i].hash == same.hash; i++ {
			same.mark = (same.mark|entries[i].mark)&leaked | min(same.mark&mostRank, entries[i].mark&mostRank)
		}
		built[4*groups+same.hash>>24]++
		built = append(built, byte(same.hash>>16), byte(same.hash>>8), byte(same.hash), same.mark)
	}
	start := uint32(0)
	for group := range groups {
		binary.BigEndian.PutUint32(built[4*group:], start)
		for _, entries := range built[4*groups+group*buckets/groups:][:buckets/groups] {
			start += uint32(entries)
		}
	}
	return built
}

// Contains reports whether a leaked password is written like text. Of five million texts that are none, it takes one for one.
func Contains(text string) bool {
	mark, found := find(Fold(text))
	return found && mark&leaked != 0
}

// Bits returns how many bits it takes to say which of the passwords, words or names folded is, the fewer the more frequent that
// one is, and whether it is one.
func Bits(folded string) (bits float64, found bool) {
	mark, found := find(folded)
	return float64(mark&mostRank) / 8, found
}

// find returns the mark of the entry of a folded text.
func find(folded string) (mark byte, found bool) {
	h := hash(folded)
	bucket, group := int(h>>24), int(h>>32)
	start := int(binary.BigEndian.Uint32([]byte(list[4*group:][:4])))
	for i := group * buckets / groups; i < bucket; i++ {
		start += int(list[4*groups+i])
	}
	prefix := string([]byte{byte(h >> 16), byte(h >> 8), byte(h)})
	for i := range int(list[4*groups+bucket]) {
		if e := list[headerSize+(start+i)*entrySize:][:entrySize]; e[:3] == prefix {
			return e[3], true
		}
	}
	return 0, false
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
