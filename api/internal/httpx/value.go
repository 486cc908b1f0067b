package httpx

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Value is a JSON value, or a field of a form, as a client sent it. Any value decodes into it, so that
// an invalid one is reported with the other fields. The zero value was not sent.
type Value struct {
	Sent   bool
	text   string // the content of a text, and the JSON of any other value
	isText bool
}

// ValueOf returns the value of a form's field, nil for a missing field.
func ValueOf(field *string) Value {
	if field == nil {
		return Value{}
	}
	return Value{Sent: true, text: *field, isText: true}
}

// UnmarshalJSON accepts every JSON value.
func (f *Value) UnmarshalJSON(sent []byte) error {
	*f = Value{Sent: true, text: string(sent), isText: sent[0] == '"'}
	if f.isText {
		return json.Unmarshal(sent, &f.text)
	}
	return nil
}

// IsNone reports whether the value was not sent, or is null or an empty text.
func (f Value) IsNone() bool { return f.text == "" || f.text == "null" && !f.isText }

// Text returns the content of a text, or the JSON of any other value and isText false.
func (f Value) Text() (text string, isText bool) { return f.text, f.isText }

// ID returns the ID of another row that f names as a number or in digits, 0 for none, and records an
// invalid one under field.
func (v *Validator) ID(f Value, field string) int64 {
	if f.IsNone() {
		return 0
	}
	id, err := strconv.ParseInt(f.text, 10, 64)
	if err != nil && strings.Trim(f.text, "0123456789") == "" {
		v.Missing(f, field)
		return 0
	}
	v.Check(err == nil, field, NotAPK)
	return id
}

// Missing records under field that the row that f names does not exist.
func (v *Validator) Missing(f Value, field string) {
	v.Check(false, field, fmt.Sprintf(NoSuchPK, f.text))
}

// flags are the words that Django REST framework takes.
var flags = map[string]bool{
	"true": true, "True": true, "TRUE": true, "t": true, "1": true, "on": true, "yes": true,
	"false": false, "False": false, "FALSE": false, "f": false, "0": false, "off": false, "no": false, "": false,
}

// Flag returns the yes or no of f, or previous if none was sent, and records an invalid one under
// field.
func (v *Validator) Flag(f Value, previous bool, field string) bool {
	if !f.Sent {
		return previous
	}
	value, known := flags[f.text]
	v.Check(known, field, NotABoolean)
	return value
}

// Same reports whether two optional values are equal.
func Same[T comparable](a, b *T) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}
