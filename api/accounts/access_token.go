package accounts

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"portfolio/api/internal/httpx"
)

// AccessLifetime is how long an access token is valid.
const AccessLifetime = 10 * time.Minute

const (
	issuer     = "portfolio"
	audience   = "portfolio-api"
	typeAccess = "access"
)

// accessTokens signs and parses access tokens: JSON Web Tokens (RFC 7519) with HMAC-SHA-256, valid
// for AccessLifetime.
type accessTokens struct {
	key    httpx.Key
	parser *jwt.Parser
}

// claims is the content of an access token. Rights are not in it; they are read at each request.
type claims struct {
	UserID  int64
	Session string
}

type accessClaims struct {
	jwt.RegisteredClaims
	Session   string `json:"sid"`
	TokenType string `json:"token_type"`
}

// newAccessTokens returns accessTokens whose key is derived from secret.
func newAccessTokens(secret []byte, clock func() time.Time) *accessTokens {
	return &accessTokens{key: httpx.NewKey(secret, "access token"), parser: jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(issuer),
		jwt.WithAudience(audience),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithStrictDecoding(),
		jwt.WithTimeFunc(clock),
	)}
}

// Sign returns a token of claims, issued at now.
func (a *accessTokens) Sign(of claims, now time.Time) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, accessClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    issuer,
			Audience:  jwt.ClaimStrings{audience},
			Subject:   strconv.FormatInt(of.UserID, 10),
			ID:        newID(),
			IssuedAt:  jwt.NewNumericDate(now),
			ExpiresAt: jwt.NewNumericDate(now.Add(AccessLifetime)),
		},
		Session:   of.Session,
		TokenType: typeAccess,
	})
	return token.SignedString([]byte(a.key))
}

// Parse returns the claims of a token, or httpx.ErrInvalidToken.
func (a *accessTokens) Parse(token string) (claims, error) {
	if strings.ContainsAny(token, "\r\n") {
		return claims{}, httpx.ErrInvalidToken // base64 skips line breaks, even if it is strict
	}
	var read accessClaims
	_, err := a.parser.ParseWithClaims(token, &read, func(*jwt.Token) (any, error) { return []byte(a.key), nil })
	if err != nil {
		return claims{}, fmt.Errorf("%w: %w", httpx.ErrInvalidToken, err)
	}
	userID, err := strconv.ParseInt(read.Subject, 10, 64)
	if err != nil || read.TokenType != typeAccess || read.Session == "" {
		return claims{}, httpx.ErrInvalidToken
	}
	return claims{UserID: userID, Session: read.Session}, nil
}
