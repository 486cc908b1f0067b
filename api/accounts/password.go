package accounts

import (
	"context"
	"crypto/rand"
	"errors"
	"runtime"
	"strings"
	"sync"
	"unicode"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"portfolio/api/internal/httpx"
)

const (
	saltBytes = 16
	keyBytes  = 32
	// maxHashing bounds the memory of many sign-ins at once: each hash takes 19 MiB, and leaves as
	// much for the garbage collector.
	maxHashing = 3
)

var (
	// recommendedCost has the parameters of OWASP's password storage cheat sheet for argon2id (RFC
	// 9106).
	recommendedCost = argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: saltBytes, KeyLength: keyBytes}
	// lowestCost makes tests fast. It is not secure.
	lowestCost = argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: saltBytes, KeyLength: keyBytes}
)

var errMalformedHash = errors.New("stored password hash is malformed")

// Hasher hashes and verifies passwords, a few at a time. It leaves one core for other work.
type Hasher struct {
	cost  argon2id.Params
	turns *turns
	// decoy is verified for unknown accounts, so that they take as long as known ones.
	decoy func() (string, error)
}

// NewHasher returns a Hasher for this machine.
func NewHasher() *Hasher { return newHasher(recommendedCost) }

func newHasher(cost argon2id.Params) *Hasher {
	slots := int64(min(max(1, runtime.GOMAXPROCS(0)-1), maxHashing))
	return &Hasher{
		cost: cost, turns: newTurns(slots),
		decoy: sync.OnceValues(func() (string, error) { return argon2id.CreateHash(rand.Text(), &cost) }),
	}
}

// prepare returns the form of a password that is hashed and checked, so that accents and spaces
// from any keyboard are the same (OpaqueString, RFC 8265, section 4.2). Unlike that profile, it
// refuses no characters.
func prepare(password string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) {
			return ' '
		}
		return r
	}, password))
}

// Hash returns the hash of a password in the PHC string format. It returns Busy after maxWait,
// or ctx's error.
func (h *Hasher) Hash(ctx context.Context, password string) (hash string, err error) {
	runErr := h.run(ctx, func() { hash, err = argon2id.CreateHash(prepare(password), &h.cost) })
	return hash, errors.Join(runErr, err)
}

// Verify reports whether hash is that of password. An empty hash, for an unknown account, takes the
// same time and never matches. It returns Busy after maxWait, or ctx's error.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (same bool, err error) {
	runErr := h.run(ctx, func() { same, err = h.compare(password, hash) })
	return same, errors.Join(runErr, err)
}

// compare is Verify without waiting for a turn.
func (h *Hasher) compare(password, hash string) (bool, error) {
	stored := hash
	if hash == "" {
		var err error
		if stored, err = h.decoy(); err != nil {
			return false, err
		}
	}
	params, _, _, err := argon2id.DecodeHash(stored)
	if err != nil || params.Iterations < 1 || params.Parallelism < 1 || params.KeyLength < keyBytes {
		return false, errMalformedHash
	}
	same, err := argon2id.ComparePasswordAndHash(prepare(password), stored)
	return same && hash != "", err
}

// run calls work when it is the turn of the client's network.
func (h *Hasher) run(ctx context.Context, work func()) error {
	return h.turns.run(ctx, httpx.ClientNetwork(httpx.ClientIP(ctx)), work)
}
