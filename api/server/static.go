package server

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"portfolio/api/httpx"
)

// Site serves the built site from memory. It is safe for use by many requests at once.
type Site struct {
	dir     string
	current atomic.Pointer[snapshot]
}

// OpenSite reads the build in dir. The error is shown to the owner.
func OpenSite(dir string) (*Site, error) {
	first, err := readSnapshot(dir)
	if err != nil {
		return nil, err
	}
	site := &Site{dir: dir}
	site.current.Store(first)
	return site, nil
}

// Watch looks for a newer build at each tick and serves it from then on; a broken one is logged and ignored. It returns when
// ctx ends.
func (s *Site) Watch(ctx context.Context, tick <-chan time.Time, log *slog.Logger) {
	seen := s.builtAt()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		built := s.builtAt()
		if built.IsZero() || built.Equal(seen) {
			continue
		}
		seen = built
		next, err := readSnapshot(s.dir)
		if err != nil {
			log.Warn("the new build is not served", "error", err)
			continue
		}
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

// hasPage reports whether there is a page at path, which assets, redirects and the not-found page are not.
func (s *Site) hasPage(path string) bool {
	site := s.current.Load()
	found, _ := site.find(path)
	_, moved := site.redirects[path]
	return found.Status == http.StatusOK && !moved && strings.HasPrefix(site.files[found.File].Type, "text/html")
}

// pageName returns the route of the site that answers path, "not found" where there is none.
func (s *Site) pageName(path string) string {
	site := s.current.Load()
	if _, moved := site.redirects[path]; moved {
		return path
	}
	_, name := site.find(path)
	return name
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

// ServeHTTP answers with the page or asset of the request's path, in the smallest encoding that the client takes,
// or with the not-found page and status 404.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	site := s.current.Load()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		httpx.MethodNotAllowed(w, r)
		return
	}
	set(w.Header(), site.headers)
	if moved, ok := site.redirects[r.URL.Path]; ok {
		location := moved.To
		if r.URL.RawQuery != "" {
			location += "?" + r.URL.RawQuery
		}
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, location, moved.Status)
		return
	}
	found, _ := site.find(r.URL.Path)
	set(w.Header(), found.Headers)
	site.files[found.File].serve(w, r, found.Status)
}

func (f staticFile) serve(w http.ResponseWriter, r *http.Request, status int) {
	header := w.Header()
	header.Set("Content-Type", f.Type)
	content, etag := f.content, f.ETag
	if len(f.Encodings) > 0 {
		header.Set("Vary", "Accept-Encoding")
		for _, encoded := range f.Encodings {
			if accepts(r.Header.Get("Accept-Encoding"), encoded.Encoding) {
				header.Set("Content-Encoding", encoded.Encoding)
				content, etag = encoded.content, encoded.ETag
				break
			}
		}
	}
	if status != http.StatusOK {
		header.Set("Content-Length", strconv.Itoa(len(content)))
		w.WriteHeader(status)
		if r.Method == http.MethodGet {
			_, _ = w.Write(content)
		}
		return
	}
	header.Set("ETag", etag)
	if header.Get("Content-Encoding") != "" {
		// ServeContent sets no Content-Length when there is a Content-Encoding.
		r.Header.Del("Range")
		w = &knownLength{ResponseWriter: w, length: len(content)}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// knownLength sets Content-Length on an answer of status 200.
type knownLength struct {
	http.ResponseWriter
	length int
}

func (k *knownLength) WriteHeader(status int) {
	if status == http.StatusOK {
		k.Header().Set("Content-Length", strconv.Itoa(k.length))
	}
	k.ResponseWriter.WriteHeader(status)
}

func set(header http.Header, values map[string]string) {
	for name, value := range values {
		header.Set(name, value)
	}
}

// accepts reports whether an Accept-Encoding header (RFC 9110, 12.5.3) names encoding and does not forbid it by q=0.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		quality, given := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
		q, err := strconv.ParseFloat(quality, 64)
		return !given || err == nil && q > 0
	}
	return false
}
