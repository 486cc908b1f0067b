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

const (
	argonThreads = 1
	argonSalt    = 16 // bytes
	argonKey     = 32 // bytes
)

// cost is what making one argon2id hash (RFC 9106) takes.
type cost struct {
	memory uint32 // KiB
	time   uint32 // passes over it
}

var (
	// recommendedCost has the parameters of OWASP's password storage cheat sheet.
	recommendedCost = cost{memory: 19 << 10, time: 2}
	// lowestCost is the least that argon2id can do. It protects nobody.
	lowestCost = cost{memory: 8 * argonThreads, time: 1}
)

// waitingPerSlot is how many hashings may wait for each that runs; more are told that the server is busy.
// At about 30 ms each, the last in the queue waits about half a second.
const waitingPerSlot = 16

var errMalformedHash = errors.New("stored password hash is malformed")

// maxConcurrent bounds the memory of a flood of sign-ins, however many cores there are: each hashing takes 19 MiB, and
// leaves as much for the garbage collector.
const maxConcurrent = 3

// Hasher hashes and verifies passwords, a few at once. One core is left for everything else that the server does.
type Hasher struct {
	cost  cost
	queue chan struct{}
	slots chan struct{}
	// decoy is verified in the place of an account that does not exist, so that its absence cannot be timed.
	decoy func() string
}

// NewHasher returns a Hasher for this machine's cores.
func NewHasher() *Hasher { return newHasher(recommendedCost) }

func newHasher(c cost) *Hasher {
	slots := min(max(1, runtime.GOMAXPROCS(0)-1), maxConcurrent)
	return &Hasher{
		cost:  c,
		queue: make(chan struct{}, slots*(1+waitingPerSlot)),
		slots: make(chan struct{}, slots),
		decoy: sync.OnceValue(func() string { return c.encode(rand.Text(), make([]byte, argonSalt)) }),
	}
}

// slot is a place in the queue of a Hasher.
type slot struct{ *Hasher }

// acquire returns a slot in the queue, or Busy when too many wait. It costs nothing, so that a flood is turned away
// before any work is done for it. The caller releases the slot.
func (h *Hasher) acquire() (slot, error) {
	select {
	case h.queue <- struct{}{}:
		return slot{h}, nil
	default:
		return slot{}, apperror.Busy(time.Second)
	}
}

func (p slot) release() { <-p.queue }

// Hash returns password's hash in the PHC string format. It returns Busy when too many wait, or ctx's error.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, argonSalt)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	p, err := h.acquire()
	if err != nil {
		return "", err
	}
	defer p.release()
	var hash string
	err = p.run(ctx, func() { hash = h.cost.encode(password, salt) })
	return hash, err
}

// Verify reports whether password is the one of hash. An empty hash, for nobody's account, costs the same and is false.
// It returns Busy when too many wait, or ctx's error.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (bool, error) {
	p, err := h.acquire()
	if err != nil {
		return false, err
	}
	defer p.release()
	return p.verify(ctx, password, hash)
}

func (p slot) verify(ctx context.Context, password, hash string) (bool, error) {
	stored := hash
	if hash == "" {
		stored = p.decoy()
	}
	salt, key, err := p.cost.parse(stored)
	if err != nil {
		return false, err
	}
	var same bool
	err = p.run(ctx, func() {
		same = subtle.ConstantTimeCompare(key, p.cost.derive(password, salt)) == 1
	})
	return same && hash != "", err
}

func (p slot) run(ctx context.Context, work func()) error {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	work()
	return nil
}

func (c cost) derive(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(password), salt, c.time, c.memory, argonThreads, argonKey)
}

func (c cost) encode(password string, salt []byte) string {
	base := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.time, argonThreads,
		base.EncodeToString(salt), base.EncodeToString(c.derive(password, salt)))
}

func (c cost) parse(hash string) (salt, key []byte, err error) {
	rest, ok := strings.CutPrefix(hash, fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$",
		argon2.Version, c.memory, c.time, argonThreads))
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
