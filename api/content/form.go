package content

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"portfolio/api/internal/httpx"
)

const (
	// maxPath is the length limit of a path, in characters.
	maxPath = 200
	// maxText is the size limit of a text, in bytes.
	maxText = 200_000
	// lastYear is the last one of a publication, since times are stored with four digits for the year.
	lastYear = 9999
)

var validPath = regexp.MustCompile(`^([a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?/)?[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*\.md$`)

// DraftForm is a draft to save.
type DraftForm struct {
	Path     string      `json:"path"`
	Text     httpx.Value `json:"text"` // null for a removal
	Base     int64       `json:"base"`
	Revision int64       `json:"revision"`
	// Translates is the version of the original that a translation is of, null for the live one at its publication.
	Translates httpx.Value `json:"translates"`
}

// check returns the text, nil for a removal, or an httpx.Error that names every wrong field.
func (f DraftForm) check() (*string, error) {
	v := httpx.NewValidator()
	checkPath(v, f.Path, "path")
	language, _ := splitLanguage(f.Path)
	v.Check(language != "" || f.Translates.IsNone(), "translates", httpx.NotATranslation)
	text, isText := f.Text.Text()
	if v.Check(f.Text.Sent, "text", httpx.FieldRequired) &&
		v.Check(isText || f.Text.IsNone(), "text", httpx.NotAString) && isText {
		checkText(v, text, "text", "")
	}
	if !isText {
		return nil, v.Err()
	}
	return &text, v.Err()
}

// DraftChoice identifies a revision of a draft. Title names it in the audit log and the trash; the default is the path.
// Moved says that another chosen draft has the text of the path, which the trash then does not get.
type DraftChoice struct {
	Path     string `json:"path"`
	Revision int64  `json:"revision"`
	Title    string `json:"title"`
	Moved    bool   `json:"moved"`
}

// ChoiceForm chooses drafts.
type ChoiceForm struct {
	Drafts []DraftChoice `json:"drafts"`
}

func (f ChoiceForm) check() error {
	v := httpx.NewValidator()
	f.checkChoice(v)
	return v.Err()
}

func (f ChoiceForm) checkChoice(v *httpx.Validator) {
	if !v.Check(len(f.Drafts) > 0, "drafts", httpx.FieldRequired) {
		return
	}
	seen := map[string]bool{}
	for _, choice := range f.Drafts {
		if checkPath(v, choice.Path, "drafts") {
			v.Check(!seen[choice.Path], "drafts", fmt.Sprintf(httpx.NamedTwice, choice.Path))
			checkText(v, choice.Title, "drafts", choice.Path+": ")
		}
		seen[choice.Path] = true
	}
}

// choice returns the choice of a draft, which has a title.
func (f ChoiceForm) choice(path string) DraftChoice {
	for _, choice := range f.Drafts {
		if choice.Path == path {
			choice.Title = cmp.Or(strings.TrimSpace(choice.Title), path)
			return choice
		}
	}
	return DraftChoice{Title: path}
}

// PublicationForm chooses drafts to publish, and when.
type PublicationForm struct {
	ChoiceForm
	PublishAt httpx.Value `json:"publish_at"`
}

// check returns when to publish, or an httpx.Error that names every wrong field. The default is now.
func (f PublicationForm) check(now time.Time) (time.Time, error) {
	v := httpx.NewValidator()
	f.checkChoice(v)
	text, isText := f.PublishAt.Text()
	if f.PublishAt.IsNone() && !isText {
		return now, v.Err()
	}
	var at time.Time
	if v.Check(isText && at.UnmarshalText([]byte(text)) == nil, "publish_at", httpx.NotATime) {
		v.Check(at.After(now), "publish_at", httpx.NotToCome)
		v.Check(at.UTC().Year() <= lastYear, "publish_at", fmt.Sprintf(httpx.TooLate, lastYear+1))
	}
	return at, v.Err()
}

// FilesForm is a content folder.
type FilesForm struct {
	Files map[string]*string `json:"files"`
}

// texts returns the texts by path, or an httpx.Error if one is null.
func (f FilesForm) texts() (map[string]string, error) {
	v := httpx.NewValidator()
	texts := make(map[string]string, len(f.Files))
	for path, text := range f.Files {
		if v.Check(text != nil, "files", path+": "+httpx.NotAString) {
			texts[path] = *text
		}
	}
	return texts, v.Err()
}

func checkPath(v *httpx.Validator, path, field string) bool {
	if !v.Check(path != "", field, httpx.FieldRequired) {
		return false
	}
	return v.Check(len(path) <= maxPath && validPath.MatchString(path), field, httpx.NotATextPath)
}

func checkText(v *httpx.Validator, text, field, about string) {
	v.Check(len(text) <= maxText, field, about+fmt.Sprintf(httpx.TextTooLong, maxText))
	v.Check(!strings.ContainsRune(text, 0), field, about+httpx.NullCharacters)
	if at := strings.IndexFunc(text, isControl); at >= 0 {
		control, _ := utf8.DecodeRuneInString(text[at:])
		v.Check(false, field, about+fmt.Sprintf(httpx.ControlCharacter, control))
	}
}

// isControl reports whether no document may contain a character: controlCharacter in ssg/model/letters.mjs, but for NUL.
func isControl(r rune) bool {
	return r != 0 && (unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) || unicode.Is(unicode.Noncharacter_Code_Point, r))
}
