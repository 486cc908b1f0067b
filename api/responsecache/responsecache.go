// Package responsecache keeps the encoded answers of public calls in memory for as long as nothing has changed that they are
// made of.
package responsecache

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// maxBytes bounds what the bodies in a Cache take together.
const maxBytes = 16 << 20

// overhead is about how many bytes an answer takes beside its body.
const overhead = 512

// Cache keeps answers, the least recently used of which give way to others. It is safe for use by many requests at once.
type Cache struct {
	// Version returns what is another text after each change, and 0, or how old it is where nobody can say whether it is still
	// right, as database.DB.ContentVersion. An error makes the answer fail: what is kept may be old then.
	Version func() (version string, age time.Duration, err error)

	loading singleflight.Group
	mutex   sync.Mutex
	version string // of all that is kept
	answers map[key]*list.Element
	recent  list.List // of *answer, the most recently used first
	bytes   int
}

type key struct{ name, encoding string }

// answer is never changed once it is kept. The values are those of header fields.
type answer struct {
	key           key
	body          []byte
	contentLength []string
	etag          []string
	totalCount    []string // nil for none
}

// find returns the answer that is kept of that version, or nil. An answer of another version is forgotten.
func (c *Cache) find(version string, wanted key) *answer {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if version != c.version {
		c.version, c.answers, c.bytes = version, make(map[key]*list.Element), 0
		c.recent.Init()
	}
	element := c.answers[wanted]
	if element == nil {
		return nil
	}
	c.recent.MoveToFront(element)
	return element.Value.(*answer)
}

// keep adds an answer of that version, unless another has come meanwhile.
func (c *Cache) keep(version string, added *answer) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if size := added.size(); version != c.version || size > maxBytes || c.answers[added.key] != nil {
		return
	}
	c.answers[added.key] = c.recent.PushFront(added)
	c.bytes += added.size()
	for c.bytes > maxBytes {
		oldest := c.recent.Remove(c.recent.Back()).(*answer)
		delete(c.answers, oldest.key)
		c.bytes -= oldest.size()
	}
}

func (a *answer) size() int { return cap(a.body) + overhead }
