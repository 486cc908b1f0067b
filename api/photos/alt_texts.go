package photos

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"

	"portfolio/api/internal/httpx"
)

// AltTexts are the alternative texts of an image in the further languages of a site, by language code.
type AltTexts map[string]string

// languageCode matches the codes of languages: isLanguage in ssg/model/language.ts, which also knows the languages.
var languageCode = regexp.MustCompile(`^[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$`)

// changed returns the texts with those that were sent, of which an empty one removes the text of its language. It records
// invalid ones under "alt_texts".
func (t AltTexts) changed(v *httpx.Validator, sent AltTexts) AltTexts {
	changed := AltTexts{}
	maps.Copy(changed, t)
	for language, text := range sent {
		v.Check(languageCode.MatchString(language), "alt_texts", fmt.Sprintf(httpx.NotAChoice, language))
		changed[language] = v.OptionalText(&text, maxAltText, "alt_texts")
	}
	maps.DeleteFunc(changed, func(_, text string) bool { return text == "" })
	return changed
}

// Scan reads the column: a JSON object, or "" for none.
func (t *AltTexts) Scan(column any) error {
	var text sql.NullString
	*t = nil
	if err := text.Scan(column); err != nil || text.String == "" {
		return err
	}
	return json.Unmarshal([]byte(text.String), t)
}

// Value returns the column.
func (t AltTexts) Value() (driver.Value, error) {
	if len(t) == 0 {
		return "", nil
	}
	text, err := json.Marshal(map[string]string(t))
	return string(text), err
}
