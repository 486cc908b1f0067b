package tokens_test

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

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
