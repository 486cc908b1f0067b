package tokens

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// AccessLifetime is how long an access token is good for.
const AccessLifetime = 10 * time.Minute

const (
	issuer     = "portfolio"
	audience   = "portfolio-api"
	typeAccess = "access"
)

// Access signs and parses access tokens: JSON Web Tokens (RFC 7519) with HMAC-SHA-256, valid for
// AccessLifetime.
type Access struct {
	key    key
	parser *jwt.Parser
}

// Claims is the content of an access token. Rights are not in it; they are read at each request.
type Claims struct {
	UserID  int64
	Session string
}

type accessClaims struct {
	jwt.RegisteredClaims
	Session   string `json:"sid"`
	TokenType string `json:"token_type"`
}

// NewAccess returns an Access whose key is derived from secret.
func NewAccess(secret []byte, clock func() time.Time) *Access {
	return &Access{key: deriveKey(secret, "access token"), parser: jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(issuer),
		jwt.WithAudience(audience),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithStrictDecoding(),
		jwt.WithTimeFunc(clock),
	)}
}

// Sign returns a token for claims, issued at now.
func (a *Access) Sign(claims Claims, now time.Time) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, accessClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    issuer,
			Audience:  jwt.ClaimStrings{audience},
			Subject:   strconv.FormatInt(claims.UserID, 10),
			ID:        NewID(),
			IssuedAt:  jwt.NewNumericDate(now),
			ExpiresAt: jwt.NewNumericDate(now.Add(AccessLifetime)),
		},
		Session:   claims.Session,
		TokenType: typeAccess,
	})
	return token.SignedString([]byte(a.key))
}

// Parse returns the claims of a token, or ErrInvalid.
func (a *Access) Parse(token string) (Claims, error) {
	if strings.ContainsAny(token, "\r\n") {
		return Claims{}, ErrInvalid // base64 skips line breaks, even if it is strict
	}
	var claims accessClaims
	_, err := a.parser.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return []byte(a.key), nil })
	if err != nil {
		return Claims{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	userID, err := strconv.ParseInt(claims.Subject, 10, 64)
	if err != nil || claims.TokenType != typeAccess || claims.Session == "" {
		return Claims{}, ErrInvalid
	}
	return Claims{UserID: userID, Session: claims.Session}, nil
}
