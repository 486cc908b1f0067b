package content

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"portfolio/api/internal/apperror"
)

const (
	// maxPath is the length limit of a path, in characters.
	maxPath = 200
	// maxText is the size limit of a text, in bytes.
	maxText = 200_000
	// lastYear is the last one of a publication, since times are stored with four digits for the year.
	lastYear = 9999
)

var (
	validPath = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*\.md$`)
	validHash = regexp.MustCompile(`^([0-9a-f]{64})?$`)
)

// DraftForm is a draft to save.
type DraftForm struct {
	Path     string         `json:"path"`
	Text     apperror.Value `json:"text"` // null for a removal
	Base     string         `json:"base"`
	Revision int64          `json:"revision"`
	// Publication is the publication that the draft is based on, 0 for the file, nil if unknown.
	Publication *int64 `json:"publication"`
}

// check returns the text, nil for a removal, or an apperror that names every wrong field.
func (f DraftForm) check() (*string, error) {
	v := apperror.NewValidator()
	checkPath(v, f.Path, "path")
	v.Check(validHash.MatchString(f.Base), "base", apperror.NotAHash)
	text, isText := f.Text.Text()
	if v.Check(f.Text.Sent, "text", apperror.FieldRequired) &&
		v.Check(isText || f.Text.IsNone(), "text", apperror.NotAString) && isText {
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
	v := apperror.NewValidator()
	f.checkChoice(v)
	return v.Err()
}

func (f ChoiceForm) checkChoice(v *apperror.Validator) {
	if !v.Check(len(f.Drafts) > 0, "drafts", apperror.FieldRequired) {
		return
	}
	seen := map[string]bool{}
	for _, choice := range f.Drafts {
		if checkPath(v, choice.Path, "drafts") {
			v.Check(!seen[choice.Path], "drafts", fmt.Sprintf(apperror.NamedTwice, choice.Path))
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
	PublishAt apperror.Value `json:"publish_at"`
}

// check returns when to publish, or an apperror that names every wrong field. The default is now.
func (f PublicationForm) check(now time.Time) (time.Time, error) {
	v := apperror.NewValidator()
	f.checkChoice(v)
	text, isText := f.PublishAt.Text()
	if f.PublishAt.IsNone() && !isText {
		return now, v.Err()
	}
	var at time.Time
	if v.Check(isText && at.UnmarshalText([]byte(text)) == nil, "publish_at", apperror.NotATime) {
		v.Check(at.After(now), "publish_at", apperror.NotToCome)
		v.Check(at.UTC().Year() <= lastYear, "publish_at", fmt.Sprintf(apperror.TooLate, lastYear+1))
	}
	return at, v.Err()
}

// FilesForm is the content folder that a build found.
type FilesForm struct {
	Files []struct {
		Path string         `json:"path"`
		Text apperror.Value `json:"text"`
	} `json:"files"`
	// Publications is the number that the build got with the published texts, nil if unknown.
	Publications *int64 `json:"publications"`
	// Pages are the paths of the public pages.
	Pages []string `json:"pages"`
}

// check returns the texts by path, or an apperror that names everything wrong.
func (f FilesForm) check() (map[string]string, error) {
	v := apperror.NewValidator()
	v.Check(len(f.Files) > 0, "files", apperror.FieldRequired)
	v.Check(f.Publications == nil || *f.Publications >= 0, "publications", fmt.Sprintf(apperror.TooSmall, 0))
	for _, path := range f.Pages {
		v.Check(strings.HasPrefix(path, "/") && len(path) <= maxPath && strings.IndexFunc(path, unicode.IsSpace) < 0, "pages", apperror.NotAPagePath)
	}
	texts := make(map[string]string, len(f.Files))
	for _, file := range f.Files {
		text, isText := file.Text.Text()
		if !checkPath(v, file.Path, "files") || !v.Check(isText, "files", file.Path+": "+apperror.NotAString) {
			continue
		}
		_, twice := texts[file.Path]
		v.Check(!twice, "files", fmt.Sprintf(apperror.NamedTwice, file.Path))
		checkText(v, text, "files", file.Path+": ")
		texts[file.Path] = text
	}
	return texts, v.Err()
}

func checkPath(v *apperror.Validator, path, field string) bool {
	if !v.Check(path != "", field, apperror.FieldRequired) {
		return false
	}
	return v.Check(len(path) <= maxPath && validPath.MatchString(path), field, apperror.NotATextPath)
}

func checkText(v *apperror.Validator, text, field, about string) {
	v.Check(len(text) <= maxText, field, about+fmt.Sprintf(apperror.TextTooLong, maxText))
	v.Check(!strings.ContainsRune(text, 0), field, about+apperror.NullCharacters)
	if at := strings.IndexFunc(text, isControl); at >= 0 {
		control, _ := utf8.DecodeRuneInString(text[at:])
		v.Check(false, field, about+fmt.Sprintf(apperror.ControlCharacter, control))
	}
}

// isControl reports whether no document may contain a character: controlCharacter in ssg/model/letters.mjs, but for NUL.
func isControl(r rune) bool {
	return r != 0 && (unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) || unicode.Is(unicode.Noncharacter_Code_Point, r))
}
