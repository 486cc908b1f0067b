package accounts

import (
	"net/mail"
	"strings"
	"testing"
	"unicode/utf8"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

// An address that is taken is that of one mailbox, to the letter, and is found again however often
// its key is made; and no name that a mail greets by says more than a name.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{
		"ada@example.test", " Ada@Example.TEST ", "Ada <ada@example.test>", "a@b.c, d@e.f", "a@b.c\r\nBcc: d@e.f", `"a b"@c.d`, "a@b", "a@bücher.test", "a@xn--bcher-kva.test", "a@B\u00dcCHER。test", "a\u200b@b.c", "a@b\u00adc.d", "a@localhost", "a@[127.0.0.1]",
		"a(b)@c.d", "ä@ö.ü", "İ@ı.K", "a@Ӏ.c", "a@ẞ.c", "a@Ⴀ.c", "a\x00@b.c", "a@b.c\u202e", "@", "", "=?utf-8?q?a?=@b.c", "a@b.c;d@e.f", "Dr. Ada", "O’Brien", "http://x", "Ada\nx",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if email, problem := mailer.Address(text); problem == "" {
			list, err := mail.ParseAddressList(email)
			if err != nil || len(list) != 1 || list[0].Address != email || list[0].Name != "" || strings.ContainsAny(email, " \r\n\t<>,;\x00") {
				t.Errorf("%q is taken: %v, %v", email, list, err)
			}
		}
		if key := normalizeEmail(text); utf8.ValidString(text) && normalizeEmail(key) != key {
			t.Errorf("%q has the key %q, and that one %q", text, key, normalizeEmail(key))
		}
		if name := greeting(text); name != "" && (name != text || strings.ContainsAny(name, "\r\n\t./:<>@&0123456789") || utf8.RuneCountInString(name) > 40) {
			t.Errorf("greeted as %q", name)
		}
	})
}

// A password that is taken is long enough, no number, not common, and nothing of its owner's.
func FuzzPasswordRules(f *testing.F) {
	for _, seed := range []string{
		"correct horse battery", "password1", "Summer2026!", "12345678", "ada@example.test", "lovelace1", "٠١٢٣٤٥٦٧", "\x00\x00\x00\x00\x00\x00\x00\x00", "        ",
		"a@4b8c({[<e3g69i!1|l1|7o0s$5t+7x%z2aaaaa", strings.Repeat("a1", 64), "ǅ͏ǅ͏ǅ͏ǅ͏", "Portfolio1843", "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8",
	} {
		f.Add(seed, "ada@example.test", "Lovelace")
	}
	f.Fuzz(func(t *testing.T, password, email, name string) {
		if len(password) > 24 && len(password) <= MaxPassword {
			return // right, and slow
		}
		password = prepare(password)
		v := httpx.NewValidator()
		checkNewPassword(v, "password", password, User{Email: email, FirstName: name, LastName: name})
		if v.Err() != nil {
			return
		}
		length := utf8.RuneCountInString(password)
		if length < MinPassword || length > MaxPassword || allDigits.MatchString(password) || isCommon(password) {
			t.Errorf("%q is taken", password)
		}
		lower := strings.ToLower(password)
		for _, own := range []string{email, name} {
			if len(own) <= longestValue && lower == strings.ToLower(prepare(own)) {
				t.Errorf("%q is taken of the owner of %q", password, own)
			}
		}
	})
}

// TestHOTPVectors are those of RFC 4226, appendix D.
func TestHOTPVectors(t *testing.T) {
	for counter, want := range []string{"755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"} {
		if got := hotp([]byte("12345678901234567890"), int64(counter)); got != want {
			t.Errorf("%d: %s, not %s", counter, got, want)
		}
	}
}
