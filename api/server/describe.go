package server

import (
	"net/http"

	"portfolio/api"
)

// describe answers GET /api/openapi.yaml: 200 with the description of the API.
func describe(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/yaml")
	// A client that went away is no failure.
	_, _ = w.Write(api.OpenAPI)
	return nil
}
