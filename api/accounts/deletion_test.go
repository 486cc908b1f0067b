package accounts_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"portfolio/api/accounts"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// Other packages forget the address of a deleted account with it, or neither happens.
func TestADeletedAddressIsForgotten(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		var forgotten []string
		var fault error
		options := optionsOf(db, servertest.NewClock(startOfTests).Now)
		options.Forget = []func(context.Context, *database.Tx, string) error{
			func(_ context.Context, _ *database.Tx, email string) error {
				forgotten = append(forgotten, email)
				return fault
			},
		}
		service := accounts.New(options)
		person(t, service, "Ada", "L", address, true)
		bob := person(t, service, "Bob", "V", "bob@example.test", false)
		fault = errors.New("a fault")
		check(t, errors.Is(service.Delete(t.Context(), bob), fault), "the account was deleted though its address was not forgotten")
		fault = nil
		noError(t, service.Delete(t.Context(), bob))
		check(t, strings.Join(forgotten, " ") == "bob@example.test bob@example.test", "forgotten: %q", forgotten)
	})
}
