package httpx

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// JSON answers status with v as JSON. It returns an error, before anything is written, if v cannot
// be encoded.
func JSON(w http.ResponseWriter, status int, v any) error {
	body, err := EncodeJSON(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	// A client that disconnected is not a failure.
	_, _ = w.Write(body)
	return nil
}

// Respond answers status with v as JSON, or returns err, with which v was made.
func Respond(w http.ResponseWriter, status int, v any, err error) error {
	if err != nil {
		return err
	}
	return JSON(w, status, v)
}

// RespondList answers 200 with a page of a list as JSON, or returns err. X-Total-Count has the number
// of entries on all pages.
func RespondList(w http.ResponseWriter, page any, total int64, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set(totalHeader, strconv.FormatInt(total, 10))
	return JSON(w, http.StatusOK, page)
}

// RespondEmpty answers 204, or returns err.
func RespondEmpty(w http.ResponseWriter, err error) error {
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
	return err
}

// JSONList answers 200 with a page of a list as JSON. X-Total-Count has the number of entries on
// all pages.
func JSONList(w http.ResponseWriter, page any, total int64) error {
	w.Header().Set(totalHeader, strconv.FormatInt(total, 10))
	return JSON(w, http.StatusOK, page)
}

const totalHeader = "X-Total-Count"

// EncodeJSON returns v as JSON, as answers have it: <, > and & are not escaped.
func EncodeJSON(v any) ([]byte, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return body.Bytes(), err
}

// NoContent answers 204.
func NoContent(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}
