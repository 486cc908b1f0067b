package apitest_test

import (
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
)

// shifted returns text with its ASCII digits, and optionally its letters, moved to another block of
// Unicode, in which zero is the digit 0.
func shifted(text string, zero rune, letters bool) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return zero + r - '0'
		case letters && r >= 'A' && r <= 'Z':
			return zero - '0' + r
		}
		return r
	}, text)
}

// The digits of any script are accepted, and any separators between them.
func TestCodesAsKeyboardsWriteThem(t *testing.T) {
	const fullWidth, arabic, mathematicalBold = '０', '٠', '\U0001d7ce'
	typed := map[string]func(code string) string{
		"full-width digits": func(code string) string { return shifted(code, fullWidth, false) },
		"an ideographic space": func(code string) string {
			return shifted(code[:3], fullWidth, false) + "\u3000" + shifted(code[3:], fullWidth, false)
		},
		"spaces around":             func(code string) string { return " " + code + "\n" },
		"a no-break space":          func(code string) string { return code[:3] + "\u00a0" + code[3:] },
		"a hyphen":                  func(code string) string { return code[:3] + "-" + code[3:] },
		"a full-width hyphen":       func(code string) string { return code[:3] + "－" + code[3:] },
		"a dash":                    func(code string) string { return code[:3] + "–" + code[3:] },
		"a minus sign":              func(code string) string { return code[:3] + "\u2212" + code[3:] },
		"a mark of direction":       func(code string) string { return "\u200e" + code },
		"Arabic digits":             func(code string) string { return shifted(code, arabic, false) },
		"digits of a long sequence": func(code string) string { return shifted(code, mathematicalBold, false) },
	}
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		var setup struct{ Secret string }
		site.Do(t, factorCall("POST", "totp/", bearer, nil)).Decode(t, &setup)
		var recovery struct {
			Codes []string `json:"recovery_codes"`
		}
		confirmed := site.Do(t, factorCall("POST", "totp/confirm/", bearer, map[string]string{
			"code": typed["an ideographic space"](codeOf(t, site, setup.Secret, 0)),
		}))
		if confirmed.Status != 200 {
			t.Fatalf("set up: %d %s", confirmed.Status, confirmed.Body)
		}
		confirmed.Decode(t, &recovery)
		for name, write := range typed {
			site.Clock.Advance(30 * time.Second)
			code := codeOf(t, site, setup.Secret, 0)
			if answer := site.Do(t, signInWith(t, site, apitest.User, write(code))); answer.Status != 200 {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			}
		}
		for name, code := range map[string]string{
			"full-width letters, digits and hyphens": strings.ReplaceAll(shifted(recovery.Codes[0], fullWidth, true), "-", "－"),
			"dashes and no-break spaces":             strings.ReplaceAll(strings.ToLower(recovery.Codes[1]), "-", "\u00a0–\u00a0"),
		} {
			if answer := site.Do(t, signInWith(t, site, apitest.User, code)); answer.Status != 200 {
				t.Errorf("a recovery code, %s: %d %s", name, answer.Status, answer.Body)
			}
		}
		site.Clock.Advance(30 * time.Second)
		for _, wrong := range []string{"１２", "-", "\u3000"} {
			if answer := site.Do(t, signInWith(t, site, apitest.User, wrong)); answer.Status != 400 || answer.Body != wrongCode {
				t.Errorf("%q: %d %s", wrong, answer.Status, answer.Body)
			}
		}
	})
}
