package httpx

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// JSON answers status with v as JSON. It fails, before anything is written, when v cannot be encoded.
func JSON(w http.ResponseWriter, status int, v any) error {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(status)
	// A client that went away is no failure of the handler's.
	_, _ = w.Write(body.Bytes())
	return nil
}

// NoContent answers 204.
func NoContent(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}
