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

	"portfolio/api/httpx"
)

const (
	saltBytes = 16
	keyBytes  = 32
)

var (
	// recommendedCost has the parameters of OWASP's password storage cheat sheet for argon2id (RFC 9106): 19 MiB, twice.
	recommendedCost = argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: saltBytes, KeyLength: keyBytes}
	// lowestCost is the least that argon2id can do. It protects nobody.
	lowestCost = argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: saltBytes, KeyLength: keyBytes}
)

var errMalformedHash = errors.New("stored password hash is malformed")

// maxConcurrent bounds the memory of a flood of sign-ins, however many cores there are: each hashing takes 19 MiB, and
// leaves as much for the garbage collector.
const maxConcurrent = 3

// Hasher hashes and verifies passwords, a few at once, in turns of the client networks that contexts name. One core is left
// for everything else that the server does.
type Hasher struct {
	cost  argon2id.Params
	queue *queue
	// decoy is verified instead of the hash of an account that does not exist, so that its absence cannot be timed.
	decoy func() (string, error)
}

// NewHasher returns a Hasher for this machine's cores.
func NewHasher() *Hasher { return newHasher(recommendedCost) }

func newHasher(cost argon2id.Params) *Hasher {
	return &Hasher{
		cost:  cost,
		queue: newQueue(min(max(1, runtime.GOMAXPROCS(0)-1), maxConcurrent)),
		decoy: sync.OnceValues(func() (string, error) { return argon2id.CreateHash(rand.Text(), &cost) }),
	}
}

// prepare returns the form of a password that is hashed and checked: every keyboard's accents and
// spaces give the same one (OpaqueString, RFC 8265, section 4.2). Unlike that profile, it refuses no
// characters, so existing passwords keep working.
func prepare(password string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) {
			return ' '
		}
		return r
	}, password))
}

// Hash returns the hash of the prepared password in the PHC string format. It returns Busy when it
// would wait for too long, or ctx's error.
func (h *Hasher) Hash(ctx context.Context, password string) (hash string, err error) {
	runErr := h.run(ctx, func() { hash, err = argon2id.CreateHash(prepare(password), &h.cost) })
	return hash, errors.Join(runErr, err)
}

// Verify reports whether hash was made of password, with the parameters that the hash itself names.
// outdated says that it was, but that Hash would now make a better one: stronger, or of the prepared
// password. An empty hash, for an unknown account, takes the same time and never matches. It returns
// Busy when it would wait for too long, or ctx's error.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (same, outdated bool, err error) {
	runErr := h.run(ctx, func() { same, outdated, err = h.compare(password, hash) })
	return same, outdated, errors.Join(runErr, err)
}

// compare is Verify for callers whose turn it is.
func (h *Hasher) compare(password, hash string) (same, outdated bool, err error) {
	stored := hash
	if hash == "" {
		if stored, err = h.decoy(); err != nil {
			return false, false, err
		}
	}
	params, _, _, err := argon2id.DecodeHash(stored)
	if err != nil || params.Iterations < 1 || params.Parallelism < 1 || params.KeyLength < keyBytes {
		return false, false, errMalformedHash
	}
	prepared := prepare(password)
	same, err = argon2id.ComparePasswordAndHash(prepared, stored)
	if err == nil && prepared != password {
		// Old hashes were made of the unprepared password. Both are compared even if the first matches,
		// so the time does not reveal which one did.
		var asTyped bool
		asTyped, err = argon2id.ComparePasswordAndHash(password, stored)
		same, outdated = same || asTyped, asTyped
	}
	if err != nil || hash == "" {
		return false, false, err
	}
	return same, same && (outdated || work(*params) < work(h.cost)), nil
}

// work is what trying one password costs somebody who has its hash, as KiB that are passed over.
func work(params argon2id.Params) uint64 { return uint64(params.Memory) * uint64(params.Iterations) }

// run does work in the turn of the client network that ctx names.
func (h *Hasher) run(ctx context.Context, work func()) error {
	return h.queue.run(ctx, httpx.ClientNetwork(httpx.ClientIP(ctx)), work)
}
