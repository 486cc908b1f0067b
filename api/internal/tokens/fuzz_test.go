package tokens

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	fuzzSecret = []byte("0123456789abcdef0123456789abcdef")
	fuzzNow    = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
)

// Only texts that were signed here are accepted, exactly; and of texts with the right key only
// complete, unexpired claims of the right kind.
func FuzzAccessToken(f *testing.F) {
	access := NewAccess(fuzzSecret, func() time.Time { return fuzzNow })
	const good = `{"iss":"portfolio","aud":"portfolio-api","sub":"42","sid":"s1","token_type":"access","iat":1777636800,"exp":1777637400}`
	genuine := signed(access, good)
	head, rest, _ := strings.Cut(genuine, ".")
	payload, mac, _ := strings.Cut(rest, ".")
	for _, seed := range []string{
		genuine, genuine + "=", genuine[:len(genuine)-1] + "B", genuine + "\r\n", "", ".", "..", "...", head + "." + payload + ".", head + ".." + mac,
		segment(`{"alg":"none"}`) + "." + payload + ".", segment(`{"alg":"none"}`) + "." + payload + "." + mac,
		segment(`{"alg":"HS512"}`) + "." + payload + "." + mac, segment(`{"alg":"RS256","jku":"http://x"}`) + "." + payload + "." + mac,
		segment(`null`) + "." + payload + "." + mac, segment(`[]`) + "." + payload + "." + mac, head + "." + segment("null") + "." + mac, "a.b.c.d",
		good,
		`{"iss":"portfolio","aud":["x","portfolio-api"],"sub":"42","sid":"s1","token_type":"access","exp":1e12}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"-1","sid":"s1","token_type":"access","exp":1777637400.5,"nbf":0}`,
		`{"iss":"portfolio","aud":"portfolio-api","sub":"42","sid":"","token_type":"refresh","exp":"1777637400"}`,
		`{"exp":null}`, `{"exp":1e400}`, `{"aud":7}`, `{"iat":-1e300,"exp":1e300}`, `{}`, `[]`, `null`, `"x"`, `{"sub":42}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if claims, err := access.Parse(text); (err == nil) != (text == genuine) || err != nil && !errors.Is(err, ErrInvalid) {
			t.Errorf("%q: %+v, %v", text, claims, err)
		}
		claims, err := access.Parse(signed(access, text))
		if err != nil {
			return
		}
		var claimed struct {
			Issuer   string          `json:"iss"`
			Expiry   float64         `json:"exp"`
			Type     string          `json:"token_type"`
			Audience json.RawMessage `json:"aud"`
		}
		if err := json.Unmarshal([]byte(text), &claimed); err != nil || claimed.Expiry <= float64(fuzzNow.Unix()) || claimed.Issuer != issuer ||
			claimed.Type != typeAccess || !strings.Contains(string(claimed.Audience), audience) || claims.Session == "" {
			t.Errorf("taken as %+v: %s", claims, text)
		}
	})
}

// Only texts that were signed here are accepted. A signed one is read exactly or refused.
func FuzzRefreshToken(f *testing.F) {
	refresh := NewRefresh(fuzzSecret)
	genuine := refresh.Sign(RefreshToken{Session: "s1", Gen: 7, IssuedAt: fuzzNow, Random: "r"})
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
	if _, err := NewRefresh([]byte("another secret of thirty-two bytes")).Parse(genuine); !errors.Is(err, ErrInvalid) {
		f.Errorf("another key: %v", err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if token, err := refresh.Parse(text); (err == nil) != (text == genuine) || err != nil && !errors.Is(err, ErrInvalid) {
			t.Errorf("%q: %+v, %v", text, token, err)
		}
		token, err := refresh.Parse(text + "." + refresh.key.mac(text))
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

// No link but one that was made here, for this state and within the hour, is taken.
func FuzzResetToken(f *testing.F) {
	reset := NewReset(fuzzSecret)
	const state = "42\nhash\n\nada@example.test"
	made := fuzzNow.Add(-time.Minute)
	genuine := reset.Sign(state, made)
	for _, seed := range []string{
		genuine, genuine + "-", "-" + genuine, strings.ToUpper(genuine), "", "-", "--", "t", "tecq0g", "TECQ0G", "+tecq0g", "zzzzzzzzzzzzz", "-tecq0g",
		"0", EncodeID(42), EncodeID(1), "MDE", "LTE", "KzE", "MQ==", "MR",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := reset.Check(text, state, fuzzNow); (err == nil) != (text == genuine) || err != nil && !errors.Is(err, ErrInvalid) {
			t.Errorf("%q: %v", text, err)
		}
		if reset.Check(genuine, text, fuzzNow) == nil && text != state {
			t.Errorf("taken for another state: %q", text)
		}
		if reset.Check(text+"-"+reset.key.mac(text+"\n"+state), state, fuzzNow) == nil {
			seconds, err := strconv.ParseInt(text, 36, 64)
			if age := fuzzNow.Unix() - seconds; err != nil || age < 0 || age >= int64(ResetLifetime.Seconds()) {
				t.Errorf("taken, and made at %q", text)
			}
		}
		if id, err := DecodeID(text); err == nil && (id < 1 || EncodeID(id) != text) {
			t.Errorf("%q was read as account %d", text, id)
		}
	})
}

// signed makes a token of any payload, with the right key.
func signed(access *Access, payload string) string {
	signing := segment(`{"alg":"HS256","typ":"JWT"}`) + "." + segment(payload)
	mac := hmac.New(sha256.New, access.key)
	mac.Write([]byte(signing))
	return signing + "." + segment(string(mac.Sum(nil)))
}

func segment(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// No cookie of a device but one that was signed here is taken, and no link to a file but one for that file that has not run out.
func FuzzDeviceAndDownload(f *testing.F) {
	device, download := NewDevice(fuzzSecret), NewDownload(fuzzSecret)
	genuine := device.Sign("AAAAAAAAAAAAAAAAAAAAAA")
	link, _ := url.ParseQuery(strings.TrimPrefix(download.Link("", "a.pdf", fuzzNow), "?"))
	expires, signature := link.Get("expires"), link.Get("signature")
	check := func(until, signature string) error {
		return download.Check(url.Values{"expires": {until}, "signature": {signature}}, "a.pdf", fuzzNow)
	}
	for _, seed := range []string{genuine, genuine + ".", genuine[1:], "." + device.key.mac(""), "", ".", "a.b.c", signature} {
		f.Add(seed, expires)
	}
	f.Add(signature, "+"+expires)
	f.Add(signature, "99999999999999999999")
	f.Fuzz(func(t *testing.T, text, until string) {
		if id, err := device.Parse(text); err == nil && text != device.Sign(id) {
			t.Errorf("%q was read as the device %q", text, id)
		}
		if err := check(until, text); err == nil && (text != signature || until != expires) {
			t.Errorf("taken: %q until %q", text, until)
		}
		if check(until, download.key.mac(until+"\na.pdf")) == nil {
			if last, err := strconv.ParseInt(until, 10, 64); err != nil || last < fuzzNow.Unix() {
				t.Errorf("taken until %q", until)
			}
		}
	})
}
