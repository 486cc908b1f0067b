package responsecache

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"

	"portfolio/api/httpx"
)

// Content is what a call answers, as JSON.
type Content struct {
	Body []byte
	// TotalCount is the value of X-Total-Count, "" for none.
	TotalCount string
	// Keep says that the answer may be kept. What strangers can have without end, such as the emptiness of galleries that do
	// not exist, is not.
	Keep bool
}

// The header fields of every answer. Browsers ask each time whether their copy is right; a CDN may answer from its own for
// five seconds, and for half a minute more while it asks.
var (
	contentType  = []string{"application/json"}
	cacheControl = []string{"public, max-age=0, s-maxage=5, stale-while-revalidate=30"}
	gzipped      = []string{"gzip"}
)

// minGzip is the length from which a body is compressed: less fits into one packet.
const minGzip = 1024

// Serve answers 200 with the content of that name, or 304 where the client has it. It asks load for what is not kept. An answer that
// may be old, because the database does not answer, has the header Age.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, name string, load func() (Content, error)) error {
	version, age, err := c.Version()
	if err != nil {
		return err
	}
	found, err := c.get(version, key{name: name}, load)
	if err != nil {
		return err
	}
	header := w.Header()
	// Appended, because CORS has a part in it.
	header["Vary"] = append(header["Vary"], "Accept-Encoding")
	if len(found.body) >= minGzip && httpx.AcceptsEncoding(r.Header.Get("Accept-Encoding"), "gzip") {
		header["Content-Encoding"] = gzipped
		plain := found
		found, err = c.get(version, key{name, "gzip"}, func() (Content, error) { return compress(plain) })
		if err != nil {
			return err
		}
	}
	header["Cache-Control"] = cacheControl
	header["Etag"] = found.etag
	if age > 0 {
		header.Set("Age", strconv.Itoa(int(age.Seconds())+1))
	}
	if found.totalCount != nil {
		header["X-Total-Count"] = found.totalCount
	}
	if httpx.MatchesETag(r.Header.Get("If-None-Match"), found.etag[0]) {
		header.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	header["Content-Type"] = contentType
	header["Content-Length"] = found.contentLength
	// A client that went away is no failure of the handler's.
	_, _ = w.Write(found.body)
	return nil
}

// get returns the answer that is kept, or has one request make it for all that wait for it.
func (c *Cache) get(version string, wanted key, load func() (Content, error)) (*answer, error) {
	if found := c.find(version, wanted); found != nil {
		return found, nil
	}
	made, err, _ := c.loading.Do(version+" "+wanted.encoding+" "+wanted.name, func() (any, error) {
		content, err := load()
		if err != nil {
			return nil, err
		}
		made := newAnswer(wanted, content)
		if content.Keep {
			made.body = bytes.Clone(made.body) // without the room to grow
			c.keep(version, made)
		}
		return made, nil
	})
	if err != nil {
		return nil, err
	}
	return made.(*answer), nil
}

func newAnswer(of key, content Content) *answer {
	hash := sha256.Sum256(content.Body)
	made := &answer{
		key: of, body: content.Body, contentLength: []string{strconv.Itoa(len(content.Body))},
		etag: []string{`"` + hex.EncodeToString(hash[:16]) + `"`},
	}
	if content.TotalCount != "" {
		made.totalCount = []string{content.TotalCount}
	}
	return made
}

func compress(plain *answer) (Content, error) {
	var body bytes.Buffer
	writer := gzip.NewWriter(&body)
	_, err := writer.Write(plain.body)
	if err == nil {
		err = writer.Close()
	}
	content := Content{Body: body.Bytes(), Keep: true}
	if plain.totalCount != nil {
		content.TotalCount = plain.totalCount[0]
	}
	return content, err
}
