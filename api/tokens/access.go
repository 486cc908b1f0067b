package tokens

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"sync"
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

// Access signs and parses access tokens: JSON Web Tokens (RFC 7519) with HMAC-SHA-256, good for AccessLifetime.
type Access struct {
	key    key
	clock  func() time.Time
	parser *jwt.Parser

	// verified has what tokens say that were verified, by their SHA-256, so that each is verified once.
	lock     sync.RWMutex
	verified map[[sha256.Size]byte]verifiedClaims
}

// verifiedClaims are the claims of a token whose signature is good. They count until it expires.
type verifiedClaims struct {
	Claims
	expiresAt time.Time
}

// maxVerified is how many verified tokens are remembered, some 150 bytes each.
const maxVerified = 10_000

// Claims is what an access token says: who, in which session. Rights are not in it; they are read at each request.
type Claims struct {
	UserID  int64
	Session string
}

type accessClaims struct {
	jwt.RegisteredClaims
	Session   string `json:"sid"`
	TokenType string `json:"token_type"`
}

// NewAccess returns an Access whose key is derived from secret. Tokens are checked against clock.
func NewAccess(secret []byte, clock func() time.Time) *Access {
	return &Access{key: deriveKey(secret, "access token"), clock: clock, verified: map[[sha256.Size]byte]verifiedClaims{}, parser: jwt.NewParser(
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

// Parse returns what a token says, or ErrInvalid.
func (a *Access) Parse(token string) (Claims, error) {
	sum := sha256.Sum256([]byte(token))
	a.lock.RLock()
	known, ok := a.verified[sum]
	a.lock.RUnlock()
	if ok && a.clock().Before(known.expiresAt) {
		return known.Claims, nil
	}
	found, err := a.verify(token)
	if err != nil {
		return Claims{}, err
	}
	a.lock.Lock()
	defer a.lock.Unlock()
	if len(a.verified) >= maxVerified {
		clear(a.verified)
	}
	a.verified[sum] = found
	return found.Claims, nil
}

func (a *Access) verify(token string) (verifiedClaims, error) {
	if strings.ContainsAny(token, "\r\n") {
		return verifiedClaims{}, ErrInvalid // base64 skips line breaks, also where it is strict
	}
	var claims accessClaims
	_, err := a.parser.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return []byte(a.key), nil })
	if err != nil {
		return verifiedClaims{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	userID, err := strconv.ParseInt(claims.Subject, 10, 64)
	if err != nil || claims.TokenType != typeAccess || claims.Session == "" {
		return verifiedClaims{}, ErrInvalid
	}
	return verifiedClaims{Claims{UserID: userID, Session: claims.Session}, claims.ExpiresAt.Time}, nil
}
