package httpx

import (
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"
)

// AllowedMethods returns the methods that routes has for path, with HEAD if there is GET. A route
// for all methods, as a fallback, does not count.
func AllowedMethods(routes chi.Routes, path string) (methods []string) {
	// No route is made for TRACE alone.
	forAny := routes.Find(chi.NewRouteContext(), http.MethodTrace, path)
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions} {
		pattern := routes.Find(chi.NewRouteContext(), method, path)
		if pattern == "" || pattern == forAny || slices.Contains(methods, method) {
			continue
		}
		methods = append(methods, method)
		if method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
	}
	return methods
}
