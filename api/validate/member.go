package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"portfolio/api/apperror"
)

// Reference is how a client names another row: by its id as a number or in digits; null or "" name none. The zero value
// says that nothing was sent.
type Reference struct {
	Sent bool
	text string
	bad  bool
}

// ReferenceOf returns the reference in a form's field; nil where it was not sent.
func ReferenceOf(field *string) Reference {
	if field == nil {
		return Reference{}
	}
	return Reference{Sent: true, text: *field}
}

// UnmarshalJSON takes every JSON value; what is no reference is reported by Validator.Reference, together with other faults.
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

// Reference returns the id that r names, and records under field what is wrong with it. For a None it returns 0.
func (v *Validator) Reference(r Reference, field string) int64 {
	if r.None() {
		return 0
	}
	id, err := strconv.ParseInt(r.text, 10, 64)
	if err != nil && isDigits(r.text) {
		v.Missing(r, field)
		return 0
	}
	v.Check(err == nil && !r.bad, field, apperror.NotAPK)
	return id
}

// Missing records under field that there is no row that r names.
func (v *Validator) Missing(r Reference, field string) {
	v.Check(false, field, fmt.Sprintf(apperror.NoSuchPK, r.text))
}

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

// FlagOf returns the flag in a form's field; nil where it was not sent.
func FlagOf(field *string) Flag {
	if field == nil {
		return Flag{}
	}
	return Flag{Sent: true, text: *field}
}

// UnmarshalJSON takes every JSON value; what is no flag is reported by Validator.Flag, together with other faults.
func (f *Flag) UnmarshalJSON(text []byte) error {
	*f = Flag{Sent: true, text: string(bytes.Trim(text, `"`))}
	return nil
}

// flags are the words that Django REST framework takes.
var flags = map[string]bool{
	"true": true, "True": true, "TRUE": true, "t": true, "1": true, "on": true, "yes": true,
	"false": false, "False": false, "FALSE": false, "f": false, "0": false, "off": false, "no": false, "": false,
}

// Flag returns what f says, or previous where nothing was sent, and records under field what is no flag.
func (v *Validator) Flag(f Flag, previous bool, field string) bool {
	if !f.Sent {
		return previous
	}
	value, known := flags[f.text]
	v.Check(known, field, apperror.NotABoolean)
	return value
}
