package server

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"portfolio/api/httpx"
)

// Site serves the built site from memory. It is safe for use by many requests at once.
type Site struct {
	dir     string
	opened  time.Time // when the build was made that was read first
	current atomic.Pointer[snapshot]
}

// OpenSite reads the build in dir. The error is shown to the owner.
func OpenSite(dir string) (*Site, error) {
	site := &Site{dir: dir}
	site.opened = site.builtAt() // before it is read: a build that ends meanwhile is a newer one
	first, err := readSnapshot(dir)
	if err != nil {
		return nil, err
	}
	site.current.Store(first)
	return site, nil
}

// Watch looks for a newer build at each tick and serves it from then on; a broken one is logged, once, and ignored. It returns when
// ctx ends.
func (s *Site) Watch(ctx context.Context, tick <-chan time.Time, log *slog.Logger) {
	served, failed := s.opened, time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		built := s.builtAt()
		if built.IsZero() || built.Equal(served) {
			continue
		}
		// It is read again at the next tick: what it failed with may pass.
		next, err := readSnapshot(s.dir)
		if err != nil {
			if !built.Equal(failed) {
				log.Warn("the new build is not served", "error", err)
			}
			failed = built
			continue
		}
		served = built
		s.current.Store(next)
		log.Info("serving the new build")
	}
}

// builtAt returns when the manifest, which the build writes last, was written; zero while there is none.
func (s *Site) builtAt() time.Time {
	info, err := os.Stat(filepath.Join(s.dir, manifestName))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// File returns the file of the current build whose name has the prefix beginning and the suffix ending, of several the one with
// the shortest name; nil for none.
func (s *Site) File(beginning, ending string) []byte {
	var found string
	files := s.current.Load().files
	for name := range files {
		if strings.HasPrefix(name, beginning) && strings.HasSuffix(name, ending) && (found == "" || len(name) < len(found)) {
			found = name
		}
	}
	return files[found].content
}

// resource is what is answered to a path.
type resource struct {
	// route is its name in the log and the metrics. The path is not logged: a path can hold a token.
	route   string
	status  int
	movedTo string
	// isPage says that people ask for it, and not a page for itself.
	isPage bool
	// contents has the compressed contents in the order of preference, then the plain one.
	contents []representation
}

// representation is a file in one encoding, with its headers. Many answers share these, so nothing here is written to.
type representation struct {
	encoding string
	bytes    []byte
	header   []headerField
	length   []string
}

type headerField struct {
	name   string
	values []string
}

// setHeader gives an answer those headers.
func setHeader(w http.ResponseWriter, fields []headerField) {
	header := w.Header()
	for _, field := range fields {
		header[field.name] = field.values
	}
}

// find returns what is answered to path in the current build.
func (s *Site) find(path string) *resource { return s.current.Load().find(path) }

// serve answers a GET or HEAD in the smallest encoding that the client takes.
func (res *resource) serve(w http.ResponseWriter, r *http.Request) {
	found := res.negotiate(r.Header.Get("Accept-Encoding"))
	setHeader(w, found.header)
	switch {
	case res.movedTo != "":
		location := res.movedTo
		if r.URL.RawQuery != "" {
			location += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, location, res.status)
	case res.status == http.StatusOK && isConditional(r.Header):
		if found.encoding != "" {
			// ServeContent sets no Content-Length when there is a Content-Encoding.
			r.Header.Del("Range")
			w = &knownLength{ResponseWriter: w, length: found.length}
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(found.bytes))
	default:
		w.Header()["Content-Length"] = found.length
		w.WriteHeader(res.status)
		if r.Method == http.MethodGet {
			_, _ = w.Write(found.bytes)
		}
	}
}

// negotiate returns the first content that an Accept-Encoding header allows.
func (res *resource) negotiate(accepted string) *representation {
	last := len(res.contents) - 1
	for i := range res.contents[:last] {
		if httpx.AcceptsEncoding(accepted, res.contents[i].encoding) {
			return &res.contents[i]
		}
	}
	return &res.contents[last]
}

// isConditional reports whether a request wants a part of a file, or the file under a condition (RFC 9110, 13 and 14).
func isConditional(header http.Header) bool {
	return header["Range"] != nil || header["If-None-Match"] != nil || header["If-Match"] != nil
}

// knownLength sets Content-Length on an answer of status 200.
type knownLength struct {
	http.ResponseWriter
	length []string
}

func (k *knownLength) WriteHeader(status int) {
	if status == http.StatusOK {
		k.Header()["Content-Length"] = k.length
	}
	k.ResponseWriter.WriteHeader(status)
}
