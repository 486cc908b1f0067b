package server

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
)

// RedirectToHTTPS redirects requests for pages and files to publicURL. Calls of the API get 403 instead, so that a client
// notices that it sends its tokens unencrypted.
func RedirectToHTTPS(publicURL string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isLink := r.Method == http.MethodGet || r.Method == http.MethodHead
		if !isLink || isAPI(r.URL.Path) && !isFile(r.URL.Path) {
			http.Error(w, "Use "+publicURL, http.StatusForbidden)
			return
		}
		target := url.URL{Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
		target.Scheme, target.Host, _ = strings.Cut(publicURL, "://")
		http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
	})
}

// isFile reports whether the path is that of a file, to which mails and other sites link.
func isFile(path string) bool {
	return path == "/cv-download" || strings.HasPrefix(path, "/cv-download/") || strings.HasPrefix(path, "/media/") ||
		strings.HasSuffix(strings.TrimSuffix(path, "/"), "/download")
}

// RedirectServer returns a server of handler for HTTP_ADDR.
func RedirectServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadTimeout: headerTimeout, WriteTimeout: headerTimeout, MaxHeaderBytes: 32 << 10, ErrorLog: errorLog(log),
	}
}
