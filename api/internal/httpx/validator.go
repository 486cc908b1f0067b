package httpx

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Validator collects field errors. The zero value is ready to use.
type Validator struct {
	fields map[string][]string
}

// NewValidator returns an empty Validator.
func NewValidator() *Validator { return &Validator{} }

// Check records text under field unless ok, and returns ok.
func (v *Validator) Check(ok bool, field, text string) bool {
	if !ok {
		if v.fields == nil {
			v.fields = map[string][]string{}
		}
		v.fields[field] = append(v.fields[field], text)
	}
	return ok
}

// Length records Django's text under field when value has more than limit characters, or a text when it has one that a screen
// obeys or no database stores, and returns whether it is all right. The value is one line.
func (v *Validator) Length(value string, limit int, field string) bool {
	return v.length(value, limit, field, "")
}

// MultilineLength is Length for a text of several lines.
func (v *Validator) MultilineLength(value string, limit int, field string) bool {
	return v.length(value, limit, field, "\t\r\n")
}

func (v *Validator) length(value string, limit int, field, allowed string) bool {
	obeyed := func(r rune) bool { return IsControl(r) && !strings.ContainsRune(allowed, r) }
	return v.Check(utf8.RuneCountInString(value) <= limit, field,
		fmt.Sprintf("Ensure this field has no more than %d characters.", limit)) && v.storable(value, field) &&
		v.Check(!strings.ContainsFunc(value, obeyed), field, ControlCharacters)
}

// IsControl reports whether a screen obeys r instead of showing it: control characters, the separators of lines and
// paragraphs, and the marks that change the direction of a text.
func IsControl(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// storable records Django's text for the one character that PostgreSQL cannot store in a text, nor even be asked for.
func (v *Validator) storable(value, field string) bool {
	return v.Check(!strings.ContainsRune(value, 0), field, NullCharacters)
}

// Valid reports whether nothing was recorded under field so far.
func (v *Validator) Valid(field string) bool { return len(v.fields[field]) == 0 }

// Err returns nil, or an Error of kind Invalid that carries everything recorded.
func (v *Validator) Err() error {
	if len(v.fields) == 0 {
		return nil
	}
	return Invalid(v.fields)
}

// NotBlank records that value is empty, or that no database stores it.
func (v *Validator) NotBlank(value, field string) {
	if v.Check(value != "", field, FieldBlank) {
		v.storable(value, field)
	}
}

// CleanText returns the stored form of a text: without surrounding space, in NFC.
func CleanText(sent string) string { return norm.NFC.String(strings.TrimSpace(sent)) }

// OptionalText returns value like CleanText, "" for nil, and records an invalid one under field. It may
// have several lines.
func (v *Validator) OptionalText(value *string, limit int, field string) string {
	if value == nil {
		return ""
	}
	text := CleanText(*value)
	v.MultilineLength(text, limit, field)
	return text
}

// RequiredText returns value like CleanText, and records an invalid one under field. It must be one line
// and not blank.
func (v *Validator) RequiredText(value *string, limit int, field string) string {
	if !v.Check(value != nil, field, FieldRequired) {
		return ""
	}
	text := CleanText(*value)
	if v.Check(text != "", field, FieldBlank) {
		v.Length(text, limit, field)
	}
	return text
}

// ChangedOptionalText is OptionalText for a change: it returns previous for nil.
func (v *Validator) ChangedOptionalText(value *string, previous string, limit int, field string) string {
	if value == nil {
		return previous
	}
	return v.OptionalText(value, limit, field)
}

// ChangedText is RequiredText for a change: it returns previous for nil.
func (v *Validator) ChangedText(value *string, previous string, limit int, field string) string {
	if value == nil {
		return previous
	}
	return v.RequiredText(value, limit, field)
}
