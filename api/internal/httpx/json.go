package httpx

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
)

// maxJSON is the largest JSON body that is read, in bytes. The longest form of the site needs a tenth of it.
const maxJSON = 64 << 10

// DecodeJSON reads the body, one JSON object of at most 64 KiB, into v, a pointer to a struct.
// Members are matched by the exact names in the tags; others are ignored. One with the tag required
// must be sent, and must not be blank if it is a string. It returns UnsupportedMedia for another
// content type, Malformed for invalid JSON or UTF-8, Invalid with the names of all members of the
// wrong type and of all that are null or contain a null text, number or boolean, or of all missing and blank ones, and TooLarge.
func DecodeJSON(r *http.Request, v any) error { return DecodeLargeJSON(r, maxJSON, v) }

// DecodeFor is DecodeJSON for a change of the row that the URL parameter id names. It returns the ID,
// or NotFound as ID does.
func DecodeFor(r *http.Request, v any) (int64, error) {
	id, err := ID(r, "id")
	if err != nil {
		return 0, err
	}
	return id, DecodeJSON(r, v)
}

// DecodeLargeJSON is DecodeJSON for a body of at most limit bytes.
func DecodeLargeJSON(r *http.Request, limit int64, v any) error {
	contentType := r.Header.Get("Content-Type")
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "application/json" {
		return UnsupportedMedia(fmt.Sprintf(MediaTypeJSON, contentType))
	}
	body, err := ReadBody(r, limit)
	if err != nil {
		return err
	}
	if !isUTF8(body) {
		return Malformed(fmt.Sprintf(JSONParse, NotUTF8))
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	var members map[string]json.RawMessage
	if err := decoder.Decode(&members); err != nil {
		return decodeError(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Malformed(fmt.Sprintf(JSONParse, "there is more after the first value"))
	}
	if members == nil {
		return InvalidField("non_field_errors", NotAnObject)
	}
	return fill(reflect.ValueOf(v).Elem(), members)
}

// wholeCharacters matches JSON in which each half of a character that is escaped has its other half after it.
var wholeCharacters = regexp.MustCompile(`^(?i:[^\\]|\\[^u]|\\u[^d]|\\ud[0-7]|\\ud[89ab]..\\ud[c-f])*$`)

// isUTF8 reports whether the texts of a JSON body are UTF-8. Package json would replace invalid
// bytes with U+FFFD.
func isUTF8(body []byte) bool {
	escaped := bytes.Contains(body, []byte(`\ud`)) || bytes.Contains(body, []byte(`\uD`))
	return utf8.Valid(body) && (!escaped || wholeCharacters.Match(body))
}

// fill decodes each member into the field of target that is tagged with its name. Package json would take EMAIL for email
// too, and null for a text that was not sent.
func fill(target reflect.Value, members map[string]json.RawMessage) error {
	v, fields := NewValidator(), reflect.VisibleFields(target.Type())
	for _, field := range fields {
		value, sent := members[nameOf(field)]
		if !sent || nameOf(field) == "" {
			continue
		}
		if err := json.Unmarshal(value, target.FieldByIndex(field.Index).Addr().Interface()); err != nil {
			v.Check(false, nameOf(field), wrongType(err))
		} else if field.Type == reflect.TypeFor[*string]() {
			v.Check(string(value) != "null", nameOf(field), FieldNull)
		} else {
			checkNull(v, field.Type, value, nameOf(field))
		}
	}
	if err := v.Err(); err != nil {
		return err
	}
	for _, field := range fields {
		if _, required := field.Tag.Lookup("required"); !required {
			continue
		}
		value, sent := members[nameOf(field)]
		if v.Check(sent && string(value) != "null", nameOf(field), FieldRequired) && field.Type.Kind() == reflect.String {
			v.NotBlank(target.FieldByIndex(field.Index).String(), nameOf(field))
		}
	}
	return v.Err()
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// checkNull records each null where a type has a text, a number or a boolean that is not a pointer. Package json would leave
// these at "", 0 and false. A null in a list has the name of the list.
func checkNull(v *Validator, of reflect.Type, value json.RawMessage, name string) {
	if reflect.PointerTo(of).Implements(unmarshaler) {
		return
	}
	isNull := string(value) == "null"
	switch of.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64, reflect.Float64:
		v.Check(!isNull, name, FieldNull)
	case reflect.Pointer:
		if !isNull {
			checkNull(v, of.Elem(), value, name)
		}
	case reflect.Slice:
		var items []json.RawMessage
		_ = json.Unmarshal(value, &items)
		inList := NewValidator()
		for _, item := range items {
			checkNull(inList, of.Elem(), item, name)
		}
		v.Check(inList.Err() == nil, name, FieldNull)
	case reflect.Map:
		var members map[string]json.RawMessage
		_ = json.Unmarshal(value, &members)
		for _, key := range slices.Sorted(maps.Keys(members)) {
			v.Check(of.Elem().Kind() != reflect.String || string(members[key]) != "null", name, key+": "+FieldNull)
		}
	case reflect.Struct:
		var members map[string]json.RawMessage
		_ = json.Unmarshal(value, &members)
		for _, field := range reflect.VisibleFields(of) {
			if member, sent := members[nameOf(field)]; sent && nameOf(field) != "" {
				checkNull(v, field.Type, member, name+"."+nameOf(field))
			}
		}
	}
}

// nameOf returns the name of a field's member, "" for none: of an embedded struct the fields are visible too.
func nameOf(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return strings.TrimPrefix(name, "-")
}

// wrongType returns the message for a member of the wrong type, from the expected type.
func wrongType(err error) string {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return NotAString
	}
	switch wrong.Type.Kind() {
	case reflect.Bool:
		return NotABoolean
	case reflect.Int, reflect.Int64:
		return NotAnInteger
	case reflect.Slice:
		return NotAList
	case reflect.Map, reflect.Struct:
		return NotADictionary
	}
	return NotAString
}

// ReadBody returns the body of at most limit bytes, or TooLarge, Timeout or Malformed.
func ReadBody(r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, limit))
	if err != nil {
		return nil, decodeError(err)
	}
	return body, nil
}

func decodeError(err error) error {
	var tooLarge *http.MaxBytesError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &tooLarge):
		return TooLarge(fmt.Sprintf(BodyTooLarge, humanize.IBytes(uint64(tooLarge.Limit))))
	case errors.As(err, &wrongType):
		return InvalidField("non_field_errors", NotAnObject)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Timeout()
	case errors.Is(err, io.EOF):
		return Malformed(fmt.Sprintf(JSONParse, "the body is empty"))
	}
	return Malformed(fmt.Sprintf(JSONParse, err.Error()))
}

// Respond answers status with v as JSON, or returns err, the error with which v came.
func Respond(w http.ResponseWriter, status int, v any, err error) error {
	if err != nil {
		return err
	}
	return writeJSON(w, status, v)
}

// RespondList answers 200 with a page of a list as JSON, or returns err. X-Total-Count has the number
// of entries on all pages.
func RespondList(w http.ResponseWriter, page any, total int64, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set(totalHeader, strconv.FormatInt(total, 10))
	return writeJSON(w, http.StatusOK, page)
}

// RespondEmpty answers 204, or returns err.
func RespondEmpty(w http.ResponseWriter, err error) error {
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
	return err
}

// Delete answers a DELETE of the row that the URL parameter id names: 204, or NotFound as ID does, or remove's error.
func Delete(w http.ResponseWriter, r *http.Request, remove func(ctx context.Context, id int64) error) error {
	id, err := ID(r, "id")
	if err != nil {
		return err
	}
	return RespondEmpty(w, remove(r.Context(), id))
}

// writeJSON answers status with v as JSON. It returns an error, before anything is written, if v cannot
// be encoded.
func writeJSON(w http.ResponseWriter, status int, v any) error {
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

const totalHeader = "X-Total-Count"

// EncodeJSON returns v as JSON, as answers have it: <, > and & are not escaped.
func EncodeJSON(v any) ([]byte, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return body.Bytes(), err
}
