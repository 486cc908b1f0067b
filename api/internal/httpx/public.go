package httpx

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// maxPublicAge is how long a public answer is kept in memory. Another replica's write is seen
// after that time; a write of this process is seen at once.
const maxPublicAge = time.Second

// maxKept is how many answers are kept. Strangers can ask for any number of galleries that do not
// exist.
const maxKept = 1000

// publicCacheControl has browsers ask whether their copy is still right. A CDN may answer from its
// own copy for five seconds, and for half a minute more while it asks.
const publicCacheControl = "public, max-age=0, s-maxage=5, stale-while-revalidate=30"

// PublicAnswers keeps the answers that are the same for everybody in memory.
type PublicAnswers struct {
	// Writes returns how many transactions of this process have been committed.
	Writes func() uint64

	loading singleflight.Group
	lock    sync.Mutex
	writes  uint64 // before the kept answers were read
	expires time.Time
	kept    map[string]*Content
}

// List is a JSON array with the number of all entries. Answers have it in X-Total-Count.
type List struct {
	Entries any
	Total   int64
}

// Serve answers 200 with what load returns as JSON, or 304. The name identifies the answer: load is
// called only if no answer of that name is kept. Concurrent requests share one call.
func (p *PublicAnswers) Serve(w http.ResponseWriter, r *http.Request, name string, load func(context.Context) (any, error)) error {
	writes := p.Writes()
	content := p.find(name, writes)
	if content == nil {
		loaded, err, _ := p.loading.Do(strconv.FormatUint(writes, 10)+" "+name, func() (any, error) {
			// Others may wait for the answer after this client has disconnected.
			value, err := load(context.WithoutCancel(r.Context()))
			if err != nil {
				return nil, err
			}
			return newPublicContent(value)
		})
		if err != nil {
			return err
		}
		content = loaded.(*Content)
		p.keep(name, writes, content)
	}
	content.Serve(w, r, http.StatusOK)
	return nil
}

func newPublicContent(value any) (*Content, error) {
	header := http.Header{"Content-Type": {"application/json"}, "Cache-Control": {publicCacheControl}}
	if list, ok := value.(List); ok {
		header.Set(totalHeader, strconv.FormatInt(list.Total, 10))
		value = list.Entries
	}
	body, err := EncodeJSON(value)
	return NewContent(header, body), err
}

func (p *PublicAnswers) find(name string, writes uint64) *Content {
	p.lock.Lock()
	defer p.lock.Unlock()
	if writes != p.writes || time.Now().After(p.expires) {
		p.kept = nil
	}
	return p.kept[name]
}

// keep stores an answer that was read after so many writes, unless there were more since.
func (p *PublicAnswers) keep(name string, writes uint64, content *Content) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.kept == nil {
		p.kept, p.writes, p.expires = map[string]*Content{}, writes, time.Now().Add(maxPublicAge)
	}
	if p.writes == writes && len(p.kept) < maxKept {
		p.kept[name] = content
	}
}
