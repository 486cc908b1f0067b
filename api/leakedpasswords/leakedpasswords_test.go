package leakedpasswords

import (
	"crypto/rand"
	"slices"
	"testing"
)

func TestTheListHasLeakedPasswords(t *testing.T) {
	passwords := 0
	for at := headerSize; at < len(list); at += entrySize {
		passwords += int(list[at+entrySize-1] / leaked)
	}
	if passwords < 100_000 {
		t.Errorf("the list has %d passwords", passwords)
	}
	for _, leaked := range []string{"123456", "password", "PassWord", "p@ssw0rd", "P4$$W0RD", "iloveyou", "qwertyuiop", "summer", "wilhelmina", "trustno1"} {
		if !Contains(leaked) {
			t.Errorf("%q is not in the list", leaked)
		}
	}
	for _, other := range []string{"", "correct horse battery", "Vandermeer", "countrymen", "čtyři žluté", "\xff", "tram 28 to Lisbon"} {
		if Contains(other) {
			t.Errorf("%q is in the list", other)
		}
	}
	for range 1000 {
		if text := rand.Text(); Contains(text) {
			t.Errorf("%q is in the list", text)
		}
	}
}

// The list is read as it was built: every password is found, in buckets with several entries, with one and with none.
func TestBuildAndContains(t *testing.T) {
	defer func(before string) { list = before }(list)
	var passwords []string
	for range 200_000 {
		passwords = append(passwords, rand.Text())
	}
	list = string(Build(append(passwords, passwords...)))
	if want := headerSize + len(passwords)*entrySize; len(list) != want {
		t.Errorf("%d bytes, not %d", len(list), want)
	}
	for _, password := range passwords[:500] {
		if !Contains(password) {
			t.Errorf("%q is not found", password)
		}
	}
}

// A word has the best of its ranks, whichever list that is of, and is a leaked password only when it is in their list.
func TestBits(t *testing.T) {
	defer func(before string) { list = before }(list)
	list = string(Build([]string{"0ne", "two", "three", "four"}, []string{"five", "four"}, []string{"Smith", "one", "five"}))
	for _, test := range []struct {
		word   string
		bits   float64
		leaked bool
	}{
		{"one", 0, true}, {"two", 1, true}, {"three", 1.5, true}, {"four", 1, true}, {"five", 0, false}, {"smith", 0, false},
	} {
		if bits, found := Bits(Fold(test.word)); bits != test.bits || !found || Contains(test.word) != test.leaked {
			t.Errorf("%s: %v bits, found %v, leaked %v", test.word, bits, found, Contains(test.word))
		}
	}
	if bits, found := Bits("six"); found {
		t.Errorf("six: %v bits", bits)
	}
	rare := slices.Repeat([]string{"frequent"}, 100_000)
	list = string(Build(append(rare, "rare")))
	if bits, found := Bits(Fold("rare")); bits != mostRank/8.0 || !found {
		t.Errorf("rare: %v bits, found %v", bits, found)
	}
}

func TestPlaces(t *testing.T) {
	for _, place := range []string{"berlin", "london", "newyork", "buenosaires"} {
		if !slices.Contains(Places, Fold(place)) {
			t.Errorf("%s is no place", place)
		}
	}
}
