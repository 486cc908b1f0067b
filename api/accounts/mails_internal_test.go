package accounts

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"
	"unicode"

	"portfolio/api/internal/mailer"
)

var (
	action  = regexp.MustCompile(`{{.*?}}`)
	literal = regexp.MustCompile(`".*?"`)
	// frenchMark matches a mark without the narrow no-break space that French has there.
	frenchMark = regexp.MustCompile(`[^\x{202f}][:;!?»]|«[^\x{202f}]`)
)

// parts returns the sorted actions of a text without the words in them, and the parts of its sentences
// between actions and marks.
func parts(text *template.Template) (actions string, sentences []string) {
	var found []string
	words := action.ReplaceAllStringFunc(text.Root.String(), func(a string) string {
		if strings.HasPrefix(a, "{{template") {
			found = append(found, a)
			return "\n"
		}
		found = append(found, literal.ReplaceAllString(a, `""`))
		return "\n" + strings.Join(literal.FindAllString(a, -1), "\n") + "\n"
	})
	slices.Sort(found)
	for _, part := range strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune("\n\".:,", r) }) {
		if part = strings.TrimSpace(part); strings.ContainsFunc(part, unicode.IsLetter) && part != "/profile" {
			sentences = append(sentences, part)
		}
	}
	return strings.Join(found, " "), sentences
}

// Each language has all mails, with the same fields, and no text of the English ones.
func TestMailTextsOfAllLanguages(t *testing.T) {
	english := mailTexts[mailer.English]
	for language, texts := range mailTexts {
		for _, want := range english.Templates() {
			name := language + ".txt: " + want.Name()
			got := texts.Lookup(want.Name())
			if want.Name() == "en.txt" || language == mailer.English {
				continue
			}
			if got == nil {
				t.Errorf("%s is missing", name)
				continue
			}
			actions, sentences := parts(got)
			wantActions, foreign := parts(want)
			if actions != wantActions {
				t.Errorf("%s has the fields %s\nnot %s", name, actions, wantActions)
			}
			for _, sentence := range sentences {
				if slices.Contains(foreign, sentence) || strings.Contains(sentence, "'") {
					t.Errorf("%s has an English text or mark: %q", name, sentence)
				}
			}
			if language == "fr" && frenchMark.MatchString(got.Root.String()) {
				t.Errorf("%s has %q", name, frenchMark.FindString(got.Root.String()))
			}
		}
		for _, text := range texts.Templates() {
			if english.Lookup(text.Name()) == nil && text.Name() != language+".txt" {
				t.Errorf("%s.txt: %s is not used", language, text.Name())
			}
		}
	}
}
