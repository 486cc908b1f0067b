package accounts_test

import (
	"context"
	"fmt"
	"testing"

	"portfolio/api/accounts"
)

// A blocked client is named by its network or by the account. Typed addresses without an account
// are not shown.
func TestWhoIsThrottled(t *testing.T) {
	limited(t, func(t *testing.T, w world) {
		for i := range 21 {
			_ = w.RequestReset(context.Background(), address, accounts.Device{IP: fmt.Sprintf("192.0.2.%d", i)})
			_ = w.RequestReset(context.Background(), "typed@example.test", accounts.Device{IP: fmt.Sprintf("198.51.100.%d", i)})
		}
		for range 6 {
			_ = w.try(context.Background(), "secret typed here", "x", "2001:db8::1")
		}
		throttled, err := w.Throttled(t.Context())
		noError(t, err)
		got := map[string]int{}
		for _, one := range throttled {
			got[one.Rule+": "+one.Network+one.Email]++
		}
		want := []string{"forgot password by address: " + address, "forgot password by address: ", "sign in by network and address: 2001:db8::/64"}
		for _, name := range want {
			if got[name] != 1 || len(got) != len(want) {
				t.Errorf("%v, not %v", got, want)
			}
		}
	})
}
