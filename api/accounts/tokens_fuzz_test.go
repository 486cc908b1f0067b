package accounts

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"hash"
	"strconv"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/httpx"
)

var (
	fuzzSecret = []byte("0123456789abcdef0123456789abcdef")
	fuzzNow    = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
)

// Only texts that were signed here are accepted, exactly; and of texts with the right key only
// complete, unexpired claims of the right kind.
func FuzzAccessToken(f *testing.F) {
	access := newAccessTokens(fuzzSecret, func() time.Time { return fuzzNow })
	const good = `{"iss":"portfolio","aud":"portfolio-api","sub":"42","sid":"s1","token_type":"access","iat":1777636800,"exp":1777637400}`
	genuine := signed(access.key, good)
	head, rest, _ := strings.Cut(genuine, ".")
	payload, mac, _ := strings.Cut(rest, ".")
	for _, seed := range []string{
		genuine, genuine + "=", genuine[:len(genuine)-1] + "B", genuine + "\r\n", "", ".", "..", "...", head + "." + payload + ".", head + ".." + mac,
		segment(`{"alg":"none"}`) + "." + payload + ".", segment(`{"alg":"none"}`) + "." + payload + "." + mac,
		segment(`{"alg":"HS512"}`) + "." + payload + "." + mac, segment(`{"alg":"RS256","jku":"http://x"}`) + "." + payload + "." + mac,
		signed(nil, good), signed(fuzzSecret, good), genuine[:len(genuine)-3] + "\n" + genuine[len(genuine)-3:],
		signedWith(sha512.New, "HS512", access.key, good),
		segment(`null`) + "." + payload + "." + mac, segment(`[]`) + "." + payload + "." + mac, head + "." + segment("null") + "." + mac, "a.b.c.d",
		good,
		`{"iss":"portfolio","aud":["x","portfolio-api"],"sub":"42","sid":"s1","token_type":"access","exp":1e12}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"-1","sid":"s1","token_type":"access","exp":1777637400.5,"nbf":0}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"42","sid":"","token_type":"refresh","exp":"1777637400"}`,
		`{"iss":"elsewhere","aud":"portfolio-api","sub":"42","sid":"s1","token_type":"access","exp":1777637400}`,
		`{"iss":"portfolio","aud":"elsewhere","sub":"42","sid":"s1","token_type":"access","exp":1777637400}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"42","sid":"s1","token_type":"refresh","exp":1777637400}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"42","sid":"s1","exp":1777637400}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"42","sid":"s1","token_type":"access"}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"42","token_type":"access","exp":1777637400}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"root","sid":"s1","token_type":"access","exp":1777637400}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"42","sid":"s1","token_type":"access","iat":1777640400,"exp":1777644000}`,
		`{"exp":null}`, `{"exp":1e400}`, `{"aud":7}`, `{"iat":-1e300,"exp":1e300}`, `{}`, `[]`, `null`, `"x"`, `{"sub":42}`,
	} {
		f.Add(seed)
	}
	for _, last := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
		f.Add(genuine[:len(genuine)-1] + string(last))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if claims, err := access.Parse(text); (err == nil) != (text == genuine) || err != nil && !errors.Is(err, httpx.ErrInvalidToken) {
			t.Errorf("%q: %+v, %v", text, claims, err)
		}
		claims, err := access.Parse(signed(access.key, text))
		if err != nil {
			return
		}
		var claimed struct {
			Issuer   string          `json:"iss"`
			Subject  string          `json:"sub"`
			IssuedAt float64         `json:"iat"`
			Expiry   float64         `json:"exp"`
			Type     string          `json:"token_type"`
			Audience json.RawMessage `json:"aud"`
		}
		if err := json.Unmarshal([]byte(text), &claimed); err != nil || claimed.Expiry <= float64(fuzzNow.Unix()) || claimed.Issuer != issuer ||
			claimed.Type != typeAccess || !strings.Contains(string(claimed.Audience), audience) || claims.Session == "" ||
			claimed.IssuedAt >= float64(fuzzNow.Unix())+1 || !sameNumber(claimed.Subject, claims.UserID) {
			t.Errorf("taken as %+v: %s", claims, text)
		}
	})
}

// Only texts that were signed here are accepted. A signed one is read exactly or refused.
func FuzzRefreshToken(f *testing.F) {
	key := httpx.NewKey(fuzzSecret, "refresh token")
	genuine := refreshToken{Session: "s1", Gen: 7, IssuedAt: fuzzNow, Random: "r"}.sign(key)
	for _, seed := range []string{
		genuine, genuine + ".", genuine + "x", "x" + genuine, genuine[:len(genuine)-1], "s1.8.1777636800.r", "s1.7.1777636800.r.", "", ".", "....", "s.-1.0.r",
		"s.+1.0.r", "s.9223372036854775808.0.r", "s.1.9223372036854775807.r", "s.1.-9223372036854775808.r", "s.0x1.0.r", "s..0.r", "a.1.2.b.c",
	} {
		f.Add(seed)
	}
	for i := range genuine {
		changed := []byte(genuine)
		changed[i] ^= 1
		f.Add(string(changed))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if token, err := parseRefresh(key, text); (err == nil) != (text == genuine) || err != nil && !errors.Is(err, httpx.ErrInvalidToken) {
			t.Errorf("%q: %+v, %v", text, token, err)
		}
		token, err := parseRefresh(key, key.Sign(text))
		if err != nil {
			return
		}
		parts := strings.Split(text, ".")
		gen, genErr := strconv.ParseInt(parts[1], 10, 64)
		issued, issuedErr := strconv.ParseInt(parts[2], 10, 64)
		if len(parts) != 4 || token.Session != parts[0] || token.Random != parts[3] || genErr != nil || token.Gen != gen ||
			issuedErr != nil || token.IssuedAt.Unix() != issued {
			t.Errorf("%q was read as %+v", text, token)
		}
	})
}

// No link but one that was made here, for this fingerprint and within the hour, is taken.
func FuzzResetToken(f *testing.F) {
	reset := mailedLink{httpx.NewKey(fuzzSecret, "password reset"), resetLifetime}
	const state = "42\nhash\n\nada@example.test"
	made := fuzzNow.Add(-time.Minute)
	genuine := reset.sign(state, made)
	for _, seed := range []string{
		genuine, genuine + "-", "-" + genuine, strings.ToUpper(genuine), "", "-", "--", "t", "tecq0g", "TECQ0G", "+tecq0g", "zzzzzzzzzzzzz", "-tecq0g",
		"0", encodeID(42), encodeID(1), "MDE", "LTE", "KzE", "MQ==", "MR",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := reset.check(text, state, fuzzNow); (err == nil) != (text == genuine) || err != nil && !errors.Is(err, httpx.ErrInvalidToken) {
			t.Errorf("%q: %v", text, err)
		}
		if reset.check(genuine, text, fuzzNow) == nil && text != state {
			t.Errorf("taken for another state: %q", text)
		}
		if reset.check(text+"-"+reset.key.MAC(text+"\n"+state), state, fuzzNow) == nil {
			seconds, err := strconv.ParseInt(text, 36, 64)
			if age := fuzzNow.Unix() - seconds; err != nil || age < 0 || age >= int64(resetLifetime.Seconds()) {
				t.Errorf("taken, and made at %q", text)
			}
		}
		if id, err := decodeID(text); err == nil && (id < 1 || encodeID(id) != text) {
			t.Errorf("%q was read as account %d", text, id)
		}
	})
}

func sameNumber(text string, number int64) bool {
	parsed, err := strconv.ParseInt(text, 10, 64)
	return err == nil && parsed == number
}

// signed makes a token of any payload.
func signed(key httpx.Key, payload string) string {
	return signedWith(sha256.New, "HS256", key, payload)
}

func signedWith(algorithm func() hash.Hash, name string, key httpx.Key, payload string) string {
	signing := segment(`{"alg":"`+name+`","typ":"JWT"}`) + "." + segment(payload)
	mac := hmac.New(algorithm, key)
	mac.Write([]byte(signing))
	return signing + "." + segment(string(mac.Sum(nil)))
}

func segment(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
