package accounts

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/argon2"

	"portfolio/api/apperror"
)

// The cost of a password: argon2id (RFC 9106) with the parameters of OWASP's password storage cheat sheet.
const (
	argonMemory  = 19 << 10 // KiB
	argonTime    = 2
	argonThreads = 1
	argonSalt    = 16 // bytes
	argonKey     = 32 // bytes
)

// queuePerCore is how many hashings may wait for each that runs; more are told that the server is busy.
// At about 30 ms each, the last in the queue waits about half a second.
const queuePerCore = 16

var errMalformedHash = errors.New("stored password hash is malformed")

// Hasher hashes and verifies passwords, as many at once as there are cores: each takes 19 MiB.
type Hasher struct {
	queue chan struct{}
	slots chan struct{}
	// decoy is verified in the place of an account that does not exist, so that its absence cannot be timed.
	decoy func() string
}

// NewHasher returns a Hasher for this machine's cores.
func NewHasher() *Hasher {
	cores := runtime.GOMAXPROCS(0)
	return &Hasher{
		queue: make(chan struct{}, cores*(1+queuePerCore)),
		slots: make(chan struct{}, cores),
		decoy: sync.OnceValue(func() string { return encode(rand.Text(), make([]byte, argonSalt)) }),
	}
}

// Hash returns password's hash in the PHC string format. It returns Busy when too many wait, or ctx's error.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, argonSalt)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	var hash string
	err := h.run(ctx, func() { hash = encode(password, salt) })
	return hash, err
}

// Verify reports whether password is the one of hash. An empty hash, for nobody's account, costs the same and is false.
// It returns Busy when too many wait, or ctx's error.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (bool, error) {
	stored := hash
	if hash == "" {
		stored = h.decoy()
	}
	salt, key, err := parse(stored)
	if err != nil {
		return false, err
	}
	var same bool
	err = h.run(ctx, func() {
		same = subtle.ConstantTimeCompare(key, derive(password, salt)) == 1
	})
	return same && hash != "", err
}

func (h *Hasher) run(ctx context.Context, work func()) error {
	select {
	case h.queue <- struct{}{}:
		defer func() { <-h.queue }()
	default:
		return apperror.Busy(time.Second)
	}
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	work()
	return nil
}

func derive(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonThreads, argonKey)
}

func encode(password string, salt []byte) string {
	base := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads,
		base.EncodeToString(salt), base.EncodeToString(derive(password, salt)))
}

func parse(hash string) (salt, key []byte, err error) {
	rest, ok := strings.CutPrefix(hash, fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$",
		argon2.Version, argonMemory, argonTime, argonThreads))
	saltText, keyText, found := strings.Cut(rest, "$")
	if !ok || !found {
		return nil, nil, errMalformedHash
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(saltText)
	key, keyErr := base64.RawStdEncoding.DecodeString(keyText)
	if err := errors.Join(saltErr, keyErr); err != nil {
		return nil, nil, errMalformedHash
	}
	return salt, key, nil
}
