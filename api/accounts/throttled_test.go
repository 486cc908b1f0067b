package accounts_test

import (
	"context"
	"testing"
)

// Whoever is kept from trying is named by the client network, or by the account that is tried; what was typed as an address
// without one is not.
func TestWhoIsThrottled(t *testing.T) {
	limited(t, func(t *testing.T, w world) {
		for range 4 {
			_ = w.RequestReset(context.Background(), address)
			_ = w.RequestReset(context.Background(), "typed@example.test")
		}
		for range 6 {
			_ = w.try(context.Background(), "secret typed here", "x", "2001:db8::1")
		}
		throttled, err := w.Throttled(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, one := range throttled {
			got[one.Rule+": "+one.Network+one.Email]++
		}
		want := []string{"forgot password: " + address, "forgot password: ", "sign in by network and address: 2001:db8::/64"}
		for _, name := range want {
			if got[name] != 1 || len(got) != len(want) {
				t.Errorf("%v, not %v", got, want)
			}
		}
	})
}
