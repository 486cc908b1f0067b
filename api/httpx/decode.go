package httpx

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"portfolio/api/apperror"
)

// maxJSON is the largest JSON body that is read, in bytes. The longest form of the site needs a tenth of it.
const maxJSON = 64 << 10

// DecodeJSON reads the body, one JSON object of at most 64 KiB, into v. Unknown members are ignored.
// It returns UnsupportedMedia for another content type, Malformed for what is not JSON, Invalid with the field's
// name for a member of the wrong type, and TooLarge.
func DecodeJSON(r *http.Request, v any) error {
	contentType := r.Header.Get("Content-Type")
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "application/json" {
		return apperror.UnsupportedMedia(fmt.Sprintf(apperror.MediaTypeJSON, contentType))
	}
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxJSON))
	if err := decoder.Decode(v); err != nil {
		return decodeError(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return apperror.Malformed(fmt.Sprintf(apperror.JSONParse, "there is more after the first value"))
	}
	return nil
}

func decodeError(err error) error {
	var tooLarge *http.MaxBytesError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &tooLarge):
		return apperror.TooLarge(fmt.Sprintf(apperror.BodyTooLarge, Size(tooLarge.Limit)))
	case errors.As(err, &wrongType) && wrongType.Field == "":
		return apperror.InvalidField("non_field_errors", apperror.NotAnObject)
	case errors.As(err, &wrongType):
		return apperror.InvalidField(wrongType.Field, apperror.NotAString)
	case errors.Is(err, io.EOF):
		return apperror.Malformed(fmt.Sprintf(apperror.JSONParse, "the body is empty"))
	}
	return apperror.Malformed(fmt.Sprintf(apperror.JSONParse, err.Error()))
}

// Size writes a number of bytes for people, in binary units: "64 KiB", "25 MiB".
func Size(bytes int64) string {
	switch {
	case bytes >= 1<<20 && bytes%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", bytes>>20)
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	case bytes >= 1<<10:
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d bytes", bytes)
}
