package tokens_test

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/tokens"
)

var (
	secret = []byte("0123456789abcdef0123456789abcdef")
	start  = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
)

func TestAccessAttacks(t *testing.T) {
	now := start
	access := tokens.NewAccess(secret, func() time.Time { return now })
	good := jwt.MapClaims{
		"iss": "portfolio", "aud": "portfolio-api", "sub": "42", "sid": "s1", "token_type": "access",
		"iat": now.Unix(), "exp": now.Add(time.Minute).Unix(), "jti": "j",
	}
	key := accessKey(t)
	with := func(change jwt.MapClaims) jwt.MapClaims {
		claims := maps.Clone(good)
		maps.Copy(claims, change)
		return claims
	}
	without := func(name string) jwt.MapClaims {
		claims := maps.Clone(good)
		delete(claims, name)
		return claims
	}
	hs := func(key []byte, claims jwt.MapClaims) string {
		return sign(t, jwt.SigningMethodHS256, key, claims, nil)
	}
	genuine, err := access.Sign(tokens.Claims{UserID: 42, Session: "s1"}, now)
	if err != nil {
		t.Fatal(err)
	}
	attacks := map[string]string{
		"alg none":          sign(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, good, nil),
		"empty key":         hs([]byte{}, good),
		"the raw secret":    hs(secret, good),
		"another algorithm": sign(t, jwt.SigningMethodHS512, key, good, nil),
		"wrong type":        hs(key, with(jwt.MapClaims{"token_type": "refresh"})),
		"no type":           hs(key, without("token_type")),
		"no expiry":         hs(key, without("exp")),
		"other issuer":      hs(key, with(jwt.MapClaims{"iss": "elsewhere"})),
		"other audience":    hs(key, with(jwt.MapClaims{"aud": "elsewhere"})),
		"from the future":   hs(key, with(jwt.MapClaims{"iat": now.Add(time.Hour).Unix()})),
		"no session":        hs(key, without("sid")),
		"subject no number": hs(key, with(jwt.MapClaims{"sub": "root"})),
		"kid and jku":       sign(t, jwt.SigningMethodHS256, secret, good, map[string]any{"kid": "../../dev/null", "jku": "http://x"}),
		"signature cut":     strings.TrimRight(genuine[:len(genuine)-4], "."),
		"payload swapped":   forge(genuine),
		"line break":        genuine[:len(genuine)-3] + "\n" + genuine[len(genuine)-3:],
		"empty":             "",
		"dots":              "..",
	}
	for name, token := range attacks {
		if _, err := access.Parse(token); !errors.Is(err, tokens.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := access.Parse(hs(key, good)); err != nil {
		t.Errorf("the attacks start from a token that is refused itself: %v", err)
	}
}

// accessKey derives the key by RFC 5869, so that attacks can be signed with the right one.
func accessKey(t *testing.T) []byte {
	t.Helper()
	key, err := hkdf.Key(sha256.New, secret, nil, "portfolio access token", 32)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func sign(t *testing.T, method jwt.SigningMethod, key any, claims jwt.MapClaims, header map[string]any) string {
	t.Helper()
	token := jwt.NewWithClaims(method, claims)
	maps.Copy(token.Header, header)
	text, err := token.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// forge puts another subject into a genuine token and leaves its signature.
func forge(token string) string {
	parts := strings.Split(token, ".")
	payload, _ := base64.RawURLEncoding.DecodeString(parts[1])
	var claims map[string]any
	_ = json.Unmarshal(payload, &claims)
	claims["sub"] = "1"
	payload, _ = json.Marshal(claims)
	return parts[0] + "." + base64.RawURLEncoding.EncodeToString(payload) + "." + parts[2]
}

func TestBox(t *testing.T) {
	box := tokens.NewBox(secret)
	content := []byte("what nobody else reads")
	sealed := box.Seal(content, "a purpose")
	if got, err := tokens.NewBox(secret).Open(sealed, "a purpose"); err != nil || !bytes.Equal(got, content) {
		t.Errorf("got %q, %v", got, err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || bytes.Contains(raw, content) {
		t.Errorf("%q holds its content: %v", raw, err)
	}
	if again := box.Seal(content, "a purpose"); again == sealed {
		t.Error("the same content was sealed alike twice")
	}
	refused := map[string]string{"nothing": "", "no base64": "!" + sealed, "a longer one": sealed + "AAAA"}
	for i := range raw {
		changed := bytes.Clone(raw)
		changed[i] ^= 1
		refused[base64.RawURLEncoding.EncodeToString(changed)] = base64.RawURLEncoding.EncodeToString(changed)
	}
	for name, text := range refused {
		if _, err := box.Open(text, "a purpose"); !errors.Is(err, tokens.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := box.Open(sealed, "another purpose"); !errors.Is(err, tokens.ErrInvalid) {
		t.Errorf("another purpose: %v", err)
	}
	other := tokens.NewBox([]byte("fedcba9876543210fedcba9876543210"))
	if _, err := other.Open(sealed, "a purpose"); !errors.Is(err, tokens.ErrInvalid) {
		t.Errorf("another key: %v", err)
	}
}

func TestDownload(t *testing.T) {
	links := tokens.NewDownload(secret)
	others := tokens.NewDownload([]byte("fedcba9876543210fedcba9876543210"))
	query := func(links *tokens.Download) url.Values {
		link := links.Link("/a/path/", "a file", start)
		text, found := strings.CutPrefix(link, "/a/path/?")
		parsed, err := url.ParseQuery(text)
		if !found || err != nil {
			t.Fatalf("the link %q: %v", link, err)
		}
		return parsed
	}
	expires, signature := query(links).Get("expires"), query(links).Get("signature")
	const valid = httpx.KindInternal
	for _, scenario := range []struct {
		name, file, expires, signature string
		after                          time.Duration
		want                           httpx.Kind
	}{
		{"at once", "a file", expires, signature, 0, valid},
		{"at the end", "a file", expires, signature, tokens.DownloadLifetime, valid},
		{"too late", "a file", expires, signature, tokens.DownloadLifetime + time.Second, httpx.KindForbidden},
		{"another file", "b file", expires, signature, 0, httpx.KindNotFound},
		{"another moment", "a file", expires + "0", signature, 0, httpx.KindNotFound},
		{"no signature", "a file", expires, "", 0, httpx.KindNotFound},
		{"nothing", "", "", "", 0, httpx.KindNotFound},
		{"another key", "a file", expires, query(others).Get("signature"), 0, httpx.KindNotFound},
	} {
		sent := url.Values{"expires": {scenario.expires}, "signature": {scenario.signature}}
		err := links.Check(sent, scenario.file, start.Add(scenario.after))
		var refused *httpx.Error
		if errors.As(err, &refused) != (scenario.want != valid) || refused != nil && refused.Kind != scenario.want {
			t.Errorf("%s: got %v, want kind %v", scenario.name, err, scenario.want)
		}
	}
}
