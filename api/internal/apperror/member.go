package apperror

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// Reference is a client's reference to another row: its ID as a number or in digits; null or "" for
// none. The zero value means that none was sent.
type Reference struct {
	Sent bool
	text string
	bad  bool
}

// ReferenceOf returns the reference in a form's field, nil for a missing field.
func ReferenceOf(field *string) Reference {
	if field == nil {
		return Reference{}
	}
	return Reference{Sent: true, text: *field}
}

// UnmarshalJSON accepts every JSON value; Validator.Reference reports invalid ones with the other
// fields.
func (r *Reference) UnmarshalJSON(text []byte) error {
	*r = Reference{Sent: true}
	var number json.Number
	switch {
	case bytes.Equal(text, []byte("null")):
	case text[0] == '"':
		return json.Unmarshal(text, &r.text)
	case json.Unmarshal(text, &number) == nil:
		r.text = number.String()
	default:
		r.bad = true
	}
	return nil
}

// None reports whether the reference names no row.
func (r Reference) None() bool { return r.text == "" && !r.bad }

// Reference returns the ID that r names, 0 for none, and records an invalid one under field.
func (v *Validator) Reference(r Reference, field string) int64 {
	if r.None() {
		return 0
	}
	id, err := strconv.ParseInt(r.text, 10, 64)
	if err != nil && isDigits(r.text) {
		v.Missing(r, field)
		return 0
	}
	v.Check(err == nil && !r.bad, field, NotAPK)
	return id
}

// Missing records under field that the referenced row does not exist.
func (v *Validator) Missing(r Reference, field string) {
	v.Check(false, field, fmt.Sprintf(NoSuchPK, r.text))
}

// SameID reports whether two optional IDs are equal.
func SameID(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func isDigits(text string) bool {
	for _, r := range text {
		if r < '0' || r > '9' {
			return false
		}
	}
	return text != ""
}

// Flag is a yes or no as a client sent it. The zero value says that nothing was sent.
type Flag struct {
	Sent bool
	text string
}

// FlagOf returns the flag in a form's field, nil for a missing field.
func FlagOf(field *string) Flag {
	if field == nil {
		return Flag{}
	}
	return Flag{Sent: true, text: *field}
}

// UnmarshalJSON accepts every JSON value; Validator.Flag reports invalid ones with the other
// fields.
func (f *Flag) UnmarshalJSON(text []byte) error {
	*f = Flag{Sent: true, text: string(bytes.Trim(text, `"`))}
	return nil
}

// flags are the words that Django REST framework takes.
var flags = map[string]bool{
	"true": true, "True": true, "TRUE": true, "t": true, "1": true, "on": true, "yes": true,
	"false": false, "False": false, "FALSE": false, "f": false, "0": false, "off": false, "no": false, "": false,
}

// Flag returns the value of f, or previous if none was sent, and records an invalid one under
// field.
func (v *Validator) Flag(f Flag, previous bool, field string) bool {
	if !f.Sent {
		return previous
	}
	value, known := flags[f.text]
	v.Check(known, field, NotABoolean)
	return value
}
