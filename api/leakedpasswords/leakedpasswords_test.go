package leakedpasswords

import (
	"crypto/rand"
	"slices"
	"testing"
)

func TestTheListHasLeakedPasswords(t *testing.T) {
	if n := (len(list) - buckets) / entrySize; n < 100_000 {
		t.Errorf("the list has %d passwords", n)
	}
	for _, leaked := range []string{"123456", "password", "PassWord", "p@ssw0rd", "P4$$W0RD", "iloveyou", "qwertyuiop", "summer", "wilhelmina", "trustno1"} {
		if !Contains(leaked) {
			t.Errorf("%q is not in the list", leaked)
		}
	}
	for _, other := range []string{"", "correct horse battery", "čtyři žluté", "\xff", "tram 28 to Lisbon"} {
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
	if want := buckets + len(passwords)*entrySize; len(list) != want {
		t.Errorf("%d bytes, not %d", len(list), want)
	}
	for _, password := range passwords[:500] {
		if !Contains(password) {
			t.Errorf("%q is not found", password)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, place := range []string{"berlin", "london", "newyork", "buenosaires"} {
		if !slices.Contains(Places, Fold(place)) {
			t.Errorf("%s is no place", place)
		}
	}
}
