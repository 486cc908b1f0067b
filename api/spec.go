// Package api holds the description of the API. Every answer of the tests is checked against it.
package api

import _ "embed"

// OpenAPI is openapi.yaml, the description that GET /api/openapi.yaml answers.
//
//go:embed openapi.yaml
var OpenAPI []byte
