package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"

	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

const (
	urlPrefix     = "/media/"
	extensionJPEG = ".jpg"
	extensionPNG  = ".png"
)

// contentTypes are those of the files that are served to everybody; no other name is.
var contentTypes = map[string]string{
	extensionJPEG: "image/jpeg",
	extensionPNG:  "image/png",
}

// hashSize is the length of a SHA-256 in hexadecimal.
const hashSize = 64

// parseName takes the name of a rendition apart; ok is false for every other name.
func parseName(name string) (hash, contentType string, ok bool) {
	if len(name) < 3+hashSize {
		return "", "", false
	}
	hash, extension := name[3:3+hashSize], name[3+hashSize:]
	contentType, ok = contentTypes[extension]
	ok = ok && strings.Trim(hash, "0123456789abcdef") == "" && name == hash[:2]+"/"+hash+extension
	return hash, contentType, ok
}

// Handler serves renditions at /media/. open returns the stored file of a name, or an error that is
// fs.ErrNotExist; isPublic reports whether a page shows it. Names are unique to their content, so browsers
// may keep a lasting file for ever, and shared caches those that pages show. Others are not stored. All
// other paths are 404. It supports conditional and range requests (RFC 9110, sections 13 and 14).
func Handler(
	open func(ctx context.Context, name string) (object *files.Object, lasting bool, err error),
	isPublic func(ctx context.Context, name string) (bool, error),
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, urlPrefix)
		hash, contentType, ok := parseName(name)
		if !ok {
			httpx.RespondNotFound(w, r)
			return
		}
		object, lasting, err := open(r.Context(), name)
		if errors.Is(err, fs.ErrNotExist) {
			httpx.RespondNotFound(w, r)
			return
		}
		if err != nil {
			httpx.RespondError(w, r, err)
			return
		}
		defer func() { _ = object.Close() }()
		caching := "no-store"
		if lasting {
			if caching, err = lastingCaching(r.Context(), name, isPublic); err != nil {
				httpx.RespondError(w, r, err)
				return
			}
		}
		w.Header().Set("Cache-Control", caching)
		serveRendition(w, r, object, contentType, hash)
	})
}

// lastingCaching returns the Cache-Control of a file that caches may keep for ever.
func lastingCaching(ctx context.Context, name string, isPublic func(ctx context.Context, name string) (bool, error)) (string, error) {
	public, err := isPublic(ctx, name)
	scope := "private"
	if public {
		scope = "public"
	}
	return scope + ", max-age=31536000, immutable", err
}

// ServeRendition is Serve for the stored rendition of that name.
func ServeRendition(w http.ResponseWriter, r *http.Request, store files.Store, name string) error {
	object, err := store.Open(r.Context(), name)
	if err != nil {
		return fmt.Errorf("open a rendition: %w", err)
	}
	defer func() { _ = object.Close() }()
	hash, contentType, _ := parseName(name)
	serveRendition(w, r, object, contentType, hash)
	return nil
}

func serveRendition(w http.ResponseWriter, r *http.Request, object *files.Object, contentType, hash string) {
	// The pages may come from another origin than the images.
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	Serve(w, r, object, contentType, hash)
}

// Serve answers with an object whose bytes have the given hash, as a file that no browser runs anything of. It answers
// conditional and range requests. The caller sets the headers about caching and the name.
func Serve(w http.ResponseWriter, r *http.Request, object *files.Object, contentType, hash string) {
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", policy(contentType))
	header.Set("ETag", `"`+hash[:32]+`"`)
	http.ServeContent(w, r, "", object.Modified, object)
}

// policy is the content security policy of a file of the given type. For an image that is opened
// directly, browsers write a style into the page around it.
func policy(contentType string) string {
	if strings.HasPrefix(contentType, "image/") {
		return "default-src 'none'; style-src 'unsafe-inline'; sandbox"
	}
	return "default-src 'none'; sandbox"
}
