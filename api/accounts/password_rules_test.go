package accounts_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"portfolio/api/accounts"
	"portfolio/api/internal/httpx"
)

// The messages of Django's validators, which clients show unchanged.
const (
	tooShort = "This password is too short. It must contain at least 8 characters."
	tooLong  = "This password is too long. It must contain at most 128 characters."
	common   = "This password is too common."
	numeric  = "This password is entirely numeric."
	likeMail = "The password is too similar to the email address."
	likeName = "The password is too similar to the first name."
	likeLast = "The password is too similar to the last name."
)

func TestPasswordRules(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for _, test := range []struct {
			password string
			want     []string
		}{
			{"correct horse battery", nil},
			{"čtyři žluté", nil},
			{"8 letters"[:8], nil},
			{strings.Repeat("Zx9 ", 32), nil},
			{"        ", nil}, // Django allows it too
			{"7 lette", []string{tooShort}},
			{"日本語日本語日", []string{tooShort}}, // characters count, not bytes
			{"日本語日本語日本", nil},
			{strings.Repeat("Zx9 ", 32) + "!", []string{tooLong}},
			{"password1", []string{common}},
			{"PassWord1", []string{common}},
			{" iloveyou ", []string{common}},
			{"918273645501", []string{numeric}},
			{"٩١٨٢٧٣٦٤٥٥٠١", []string{numeric}},
			{"12345678", []string{common, numeric}},
			{"1234567", []string{tooShort, common, numeric}},
			{"grace.hopper@example", []string{likeMail}},
			{"Hopper1906", []string{likeMail}},
			{"wilhelmina", []string{likeName}},
			{"password123", []string{common}},
			{"abcdefgh", []string{common}},
			{"a@4b8c({[<e3g69i!1|l1|7o0s$5t+7x%z2aaaaa", nil},
			{"summer in the year 2026", nil},
			{"#!$%2026&*()", nil},
			{"tram 28 to Lisbon", nil},
			{"Wilhelmina7", []string{likeName}},
			{"Vandermeer", []string{likeLast}},
			{"van der meer", []string{likeLast}},
		} {
			user, err := w.CreateUser(context.Background(), accounts.NewUser{
				Email: "grace.hopper@example.test", FirstName: "Wilhelmina", LastName: "van der Meer", Password: test.password,
			})
			var got []string
			var public *httpx.Error
			if errors.As(err, &public) {
				got = public.Fields["password"]
			} else if err != nil {
				t.Errorf("%q: %v", test.password, err)
			}
			check(t, slices.Equal(got, test.want), "%q: %q, not %q", test.password, got, test.want)
			if err == nil {
				noError(t, w.Delete(context.Background(), user.ID))
			}
		}
	})
}

// Addresses that differ in case only, in any script, or in how Unicode spells a letter, are one
// account.
func TestAddressesAreMatchedWithoutCase(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for _, same := range [][]string{
			{"grace@example.test", "GRACE@EXAMPLE.TEST", "Grace@Example.Test", "  grace@example.test "},
			{"åsa@exempel.test", "ÅSA@exempel.test", "A\u030asa@exempel.test"},
			{"жанна@xn--e1afmkfd.test", "жанна@пример.test", "ЖАННА@ПРИМЕР.test"},
			{"élodie@example.test", "Élodie@example.test", "e\u0301lodie@example.test", "E\u0301LODIE@EXAMPLE.TEST"},
		} {
			first := accounts.NewUser{Email: same[0], FirstName: "A", LastName: "B", Password: password}
			if _, err := w.CreateUser(context.Background(), first); err != nil {
				t.Errorf("%q: %v", same[0], err)
			}
			for _, email := range same {
				again := first
				again.Email = email
				_, err := w.CreateUser(context.Background(), again)
				var public *httpx.Error
				check(t, errors.As(err, &public) && slices.Equal(public.Fields["email"], []string{"User with this email already exists."}), "%s: got %v", email, err)
				if user, err := w.FindUser(context.Background(), email); err != nil || user.Email != same[0] {
					t.Errorf("%q is the account of %q, %v", email, user.Email, err)
				}
			}
		}
		for _, other := range []string{"graçe@example.test", "grace@example.test.test", "gra.ce@example.test", "grace+1@example.test"} {
			_, err := w.CreateUser(context.Background(), accounts.NewUser{Email: other, FirstName: "A", LastName: "B", Password: password})
			check(t, err == nil, "%q is somebody else: %v", other, err)
		}
	})
}
