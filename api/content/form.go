package content

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/validate"
)

const (
	// maxPath is the longest path, in characters.
	maxPath = 200
	// maxText is the longest text, in bytes.
	maxText = 200_000
)

var (
	validPath = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*\.md$`)
	validHash = regexp.MustCompile(`^([0-9a-f]{64})?$`)
)

// DraftForm is what a draft is saved from.
type DraftForm struct {
	Path     string       `json:"path"`
	Text     nullableText `json:"text"`
	Base     string       `json:"base"`
	Revision int64        `json:"revision"`
	// Publication is that whose text the draft was made on, 0 for the file; nil where the caller does not say.
	Publication *int64 `json:"publication"`
}

// check returns the text, nil for a removal, or an apperror that names every wrong field.
func (f DraftForm) check() (*string, error) {
	v := validate.New()
	checkPath(v, f.Path, "path")
	v.Check(validHash.MatchString(f.Base), "base", apperror.NotAHash)
	if v.Check(f.Text.sent, "text", apperror.FieldRequired) && f.Text.text != nil {
		v.Check(!f.Text.bad, "text", apperror.NotAString)
		checkText(v, *f.Text.text, "text", "")
	}
	return f.Text.text, v.Err()
}

// DraftChoice names a draft as the caller knows it.
type DraftChoice struct {
	Path     string `json:"path"`
	Revision int64  `json:"revision"`
}

// ChoiceForm is a choice of drafts.
type ChoiceForm struct {
	Drafts []DraftChoice `json:"drafts"`
}

func (f ChoiceForm) check() error {
	v := validate.New()
	f.checkChoice(v)
	return v.Err()
}

func (f ChoiceForm) checkChoice(v *validate.Validator) {
	if !v.Check(len(f.Drafts) > 0, "drafts", apperror.FieldRequired) {
		return
	}
	seen := map[string]bool{}
	for _, choice := range f.Drafts {
		if checkPath(v, choice.Path, "drafts") {
			v.Check(!seen[choice.Path], "drafts", fmt.Sprintf(apperror.NamedTwice, choice.Path))
		}
		seen[choice.Path] = true
	}
}

// PublicationForm is what a publication is made from.
type PublicationForm struct {
	ChoiceForm
	PublishAt moment `json:"publish_at"`
}

// check returns when the drafts are to be published: now where nothing else is asked for.
func (f PublicationForm) check(now time.Time) (time.Time, error) {
	v := validate.New()
	f.checkChoice(v)
	at, sent := f.PublishAt.check(v, "publish_at")
	if !sent {
		return now, v.Err()
	}
	v.Check(at.After(now), "publish_at", apperror.NotToCome)
	return at, v.Err()
}

// RestorationForm says what is restored, and to which time.
type RestorationForm struct {
	Path nullableText `json:"path"`
	At   moment       `json:"at"`
}

func (f RestorationForm) check(now time.Time) (path *string, at time.Time, err error) {
	v := validate.New()
	if path = f.Path.text; path != nil {
		checkPath(v, *path, "path")
	}
	at, sent := f.At.check(v, "at")
	if v.Check(!f.At.null, "at", apperror.FieldNull) && v.Valid("at") && v.Check(sent, "at", apperror.FieldRequired) {
		v.Check(!at.After(now), "at", apperror.NotPast)
	}
	return path, at, v.Err()
}

// FilesForm is the content folder as a build found it.
type FilesForm struct {
	Files []struct {
		Path string       `json:"path"`
		Text nullableText `json:"text"`
	} `json:"files"`
	// Publications is how many there were when the build asked for the published texts, nil where it does not say.
	Publications *int64 `json:"publications"`
}

// check returns the texts by their paths, or an apperror that names what is wrong.
func (f FilesForm) check() (map[string]string, error) {
	v := validate.New()
	v.Check(len(f.Files) > 0, "files", apperror.FieldRequired)
	v.Check(f.Publications == nil || *f.Publications >= 0, "publications", fmt.Sprintf(apperror.TooSmall, 0))
	texts := make(map[string]string, len(f.Files))
	for _, file := range f.Files {
		if !checkPath(v, file.Path, "files") || !v.Check(file.Text.text != nil && !file.Text.bad, "files", file.Path+": "+apperror.NotAString) {
			continue
		}
		_, twice := texts[file.Path]
		v.Check(!twice, "files", fmt.Sprintf(apperror.NamedTwice, file.Path))
		checkText(v, *file.Text.text, "files", file.Path+": ")
		texts[file.Path] = *file.Text.text
	}
	return texts, v.Err()
}

func checkPath(v *validate.Validator, path, field string) bool {
	if !v.Check(path != "", field, apperror.FieldRequired) {
		return false
	}
	return v.Check(len(path) <= maxPath && validPath.MatchString(path), field, apperror.NotATextPath)
}

func checkText(v *validate.Validator, text, field, about string) {
	v.Check(len(text) <= maxText, field, about+fmt.Sprintf(apperror.TextTooLong, maxText))
	v.Check(!strings.ContainsRune(text, 0), field, about+apperror.NullCharacters)
}

// nullableText is a text as a client sent it, byte for byte, or null.
type nullableText struct {
	sent, bad bool
	text      *string
}

// UnmarshalJSON takes every JSON value. What is no text is bad.
func (t *nullableText) UnmarshalJSON(value []byte) error {
	*t = nullableText{sent: true}
	if bytes.Equal(value, []byte("null")) {
		return nil
	}
	t.text = new(string)
	t.bad = json.Unmarshal(value, t.text) != nil
	return nil
}

// moment is a time as a client sent it, or null.
type moment struct {
	sent, null, bad bool
	at              time.Time
}

// UnmarshalJSON takes every JSON value; check reports what is no time.
func (m *moment) UnmarshalJSON(value []byte) error {
	if *m = (moment{sent: true}); bytes.Equal(value, []byte("null")) {
		*m = moment{null: true}
		return nil
	}
	m.bad = json.Unmarshal(value, &m.at) != nil
	return nil
}

// check returns the time and whether there is one, and records under field what is no time.
func (m moment) check(v *validate.Validator, field string) (at time.Time, sent bool) {
	v.Check(!m.bad, field, apperror.NotATime)
	return m.at, m.sent
}
