package accounts

import (
	"context"
	"crypto/rand"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/alexedwards/argon2id"

	"portfolio/api/apperror"
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

// waitingPerSlot is how many hashings may wait for each that runs; more are refused with Busy.
// At about 30 ms each, the last in the queue waits about half a second.
const waitingPerSlot = 16

var errMalformedHash = errors.New("stored password hash is malformed")

// maxConcurrent bounds the memory of a flood of sign-ins, however many cores there are: each hashing takes 19 MiB, and
// leaves as much for the garbage collector.
const maxConcurrent = 3

// Hasher hashes and verifies passwords, a few at once. One core is left for everything else that the server does.
type Hasher struct {
	cost  argon2id.Params
	queue chan struct{}
	slots chan struct{}
	// decoy is verified instead of the hash of an account that does not exist, so that its absence cannot be timed.
	decoy func() (string, error)
}

// NewHasher returns a Hasher for this machine's cores.
func NewHasher() *Hasher { return newHasher(recommendedCost) }

func newHasher(cost argon2id.Params) *Hasher {
	slots := min(max(1, runtime.GOMAXPROCS(0)-1), maxConcurrent)
	return &Hasher{
		cost:  cost,
		queue: make(chan struct{}, slots*(1+waitingPerSlot)),
		slots: make(chan struct{}, slots),
		decoy: sync.OnceValues(func() (string, error) { return argon2id.CreateHash(rand.Text(), &cost) }),
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
	p, err := h.acquire()
	if err != nil {
		return "", err
	}
	defer p.release()
	return p.hash(ctx, password)
}

// Verify reports whether password is the one of hash. An empty hash, for nobody's account, costs the same and is false.
// It returns Busy when too many wait, or ctx's error.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (bool, error) {
	p, err := h.acquire()
	if err != nil {
		return false, err
	}
	defer p.release()
	same, _, err := p.verify(ctx, password, hash)
	return same, err
}

func (p slot) hash(ctx context.Context, password string) (hash string, err error) {
	runErr := p.run(ctx, func() { hash, err = argon2id.CreateHash(password, &p.cost) })
	return hash, errors.Join(runErr, err)
}

// verify is Verify, with the parameters that the hash itself names. outdated says that the password is right and that hashes
// made now protect it better.
func (p slot) verify(ctx context.Context, password, hash string) (same, outdated bool, err error) {
	stored := hash
	if hash == "" {
		if stored, err = p.decoy(); err != nil {
			return false, false, err
		}
	}
	params, _, _, err := argon2id.DecodeHash(stored)
	if err != nil || params.Iterations < 1 || params.Parallelism < 1 || params.KeyLength < keyBytes {
		return false, false, errMalformedHash
	}
	runErr := p.run(ctx, func() { same, err = argon2id.ComparePasswordAndHash(password, stored) })
	if err := errors.Join(runErr, err); err != nil {
		return false, false, err
	}
	same = same && hash != ""
	return same, same && work(*params) < work(p.cost), nil
}

// work is what trying one password costs somebody who has its hash, as KiB that are passed over.
func work(params argon2id.Params) uint64 { return uint64(params.Memory) * uint64(params.Iterations) }

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
