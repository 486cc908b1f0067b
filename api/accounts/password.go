package accounts

import (
	"context"
	"crypto/rand"
	"errors"
	"runtime"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/alexedwards/argon2id"
	"golang.org/x/sync/semaphore"
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
	queue *hashingQueue
	// decoy is verified for unknown accounts, so that they take as long as known ones.
	decoy func() (string, error)
}

// NewHasher returns a Hasher for this machine.
func NewHasher() *Hasher { return newHasher(recommendedCost) }

func newHasher(cost argon2id.Params) *Hasher {
	slots := int64(min(max(1, runtime.GOMAXPROCS(0)-1), maxHashing))
	return &Hasher{
		cost: cost, queue: newHashingQueue(slots),
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
	return h.queue.run(ctx, httpx.ClientNetwork(httpx.ClientIP(ctx)), work)
}

// maxWait is how long work may wait for its turn.
const maxWait = 10 * time.Second

// hashingQueue runs expensive work, a few pieces at once. Networks take turns: however much one network
// sends, at most slots of its pieces wait beside those of others.
type hashingQueue struct {
	slots int64
	all   *semaphore.Weighted

	mu       sync.Mutex
	networks map[string]*networkQueue
}

// networkQueue has the slots of one network. It is dropped after its last use.
type networkQueue struct {
	*semaphore.Weighted
	users int
}

func newHashingQueue(slots int64) *hashingQueue {
	return &hashingQueue{slots: slots, all: semaphore.NewWeighted(slots), networks: map[string]*networkQueue{}}
}

// run calls work when it is the turn of a client in the network. It returns Busy after maxWait, or
// ctx's error.
func (q *hashingQueue) run(ctx context.Context, network string, work func()) error {
	waiting, stop := context.WithTimeout(ctx, maxWait)
	defer stop()
	own := q.enter(network)
	defer q.leave(network)
	if own.Acquire(waiting, 1) != nil {
		return busyOr(ctx.Err())
	}
	defer own.Release(1)
	if q.all.Acquire(waiting, 1) != nil {
		return busyOr(ctx.Err())
	}
	defer q.all.Release(1)
	work()
	return nil
}

func busyOr(err error) error {
	if err != nil {
		return err
	}
	return httpx.Busy(time.Second)
}

func (q *hashingQueue) enter(network string) *networkQueue {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := q.networks[network]
	if own == nil {
		own = &networkQueue{Weighted: semaphore.NewWeighted(q.slots)}
		q.networks[network] = own
	}
	own.users++
	return own
}

func (q *hashingQueue) leave(network string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := q.networks[network]
	own.users--
	if own.users == 0 {
		delete(q.networks, network)
	}
}
