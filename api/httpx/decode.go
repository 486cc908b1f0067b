package httpx

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"portfolio/api/apperror"
)

// maxJSON is the largest JSON body that is read, in bytes. The longest form of the site needs a tenth of it.
const maxJSON = 64 << 10

// DecodeJSON reads the body, one JSON object of at most 64 KiB, into v, a pointer to a struct. Unknown members are ignored.
// It returns UnsupportedMedia for another content type, Malformed for what is not JSON, Invalid with the field's
// name for a member of the wrong type and with the names of all texts that are null, and TooLarge.
func DecodeJSON(r *http.Request, v any) error {
	contentType := r.Header.Get("Content-Type")
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "application/json" {
		return apperror.UnsupportedMedia(fmt.Sprintf(apperror.MediaTypeJSON, contentType))
	}
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxJSON))
	var body json.RawMessage
	err := decoder.Decode(&body)
	if err == nil {
		err = json.Unmarshal(body, v)
	}
	if err != nil {
		return decodeError(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return apperror.Malformed(fmt.Sprintf(apperror.JSONParse, "there is more after the first value"))
	}
	return refuseNullTexts(body, v)
}

// refuseNullTexts returns Invalid with the names of the members that are null where the struct that v points to has a text.
// Decoding would take null for a member that was not sent.
func refuseNullTexts(body json.RawMessage, v any) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return decodeError(err)
	}
	faults := map[string][]string{}
	for _, field := range reflect.VisibleFields(reflect.TypeOf(v).Elem()) {
		if field.Type.Kind() != reflect.String && field.Type != reflect.TypeFor[*string]() {
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		for member, value := range members {
			// Decoding does not tell capitals from small letters either.
			if string(value) == "null" && strings.EqualFold(member, name) {
				faults[name] = []string{apperror.FieldNull}
			}
		}
	}
	if len(faults) > 0 {
		return apperror.Invalid(faults)
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
