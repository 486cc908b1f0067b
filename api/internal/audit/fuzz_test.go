package audit

import (
	"testing"
	"unicode/utf8"
)

// Queries never send the database text that it cannot store, or an invalid time.
func FuzzFilter(f *testing.F) {
	f.Add("sign-in", "Ada@example.test", "1777636800000-42")
	f.Add("\x00", "\xff", "-")
	f.Add("", "\u202e", "253402300800000-1")
	f.Add("a", "b", "-1-1")
	f.Add("a", "b", "+5-+7")
	f.Fuzz(func(t *testing.T, action, actor, after string) {
		for _, text := range (Filter{Action: action, Actor: actor, Kind: actor, IP: action, UserID: 7, After: after}).either()[1].args {
			if text, ok := text.(string); ok && (!utf8.ValidString(text) || len(text) == 0 || len(text) > 4*maxText) {
				t.Errorf("%q, %q: asked for %q", action, actor, text)
			}
		}
		if at, _, ok := position(after); ok && (at.Year() < 1970 || at.Year() > 9999) {
			t.Errorf("%q: from %v", after, at)
		}
	})
}
