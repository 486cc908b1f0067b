package httpx

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// JSON answers status with v as JSON. It fails, before anything is written, when v cannot be encoded.
func JSON(w http.ResponseWriter, status int, v any) error {
	body, err := EncodeJSON(v)
	if err == nil {
		EncodedJSON(w, status, body)
	}
	return err
}

// EncodeJSON returns v as JSON, as answers have it.
func EncodeJSON(v any) ([]byte, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return body.Bytes(), err
}

// EncodedJSON answers status with a body that is JSON.
func EncodedJSON(w http.ResponseWriter, status int, body []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	// A client that went away is no failure of the handler's.
	_, _ = w.Write(body)
}

// NoContent answers 204.
func NoContent(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// AppendJSONString appends text as JSON has it in the answers.
func AppendJSONString(to []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return appendEscaped(to, text)
		}
	}
	return append(append(append(to, '"'), text...), '"')
}

func appendEscaped(to []byte, text string) []byte {
	quoted, _ := EncodeJSON(text) // no string fails
	return append(to, bytes.TrimSuffix(quoted, []byte("\n"))...)
}
