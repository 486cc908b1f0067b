package api

import _ "embed"

// OpenAPI is openapi.yaml, the description that GET /api/openapi.yaml answers. Every answer of the tests is checked against it.
//
//go:embed openapi.yaml
var OpenAPI []byte
