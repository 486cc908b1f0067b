package mailer

import (
	"cmp"
	_ "embed"
	"html/template"
	"net/url"
	"strings"
)

// Site is the site that sends a mail. Language is the code of the mail's language (RFC 5646), "" for
// English, which all mails to staff are in.
type Site struct {
	Name     string
	URL      *url.URL
	Language string
}

// direction returns the direction of the language's script: ltr or rtl.
func (s Site) direction() string {
	language, _, _ := strings.Cut(s.Language, "-")
	switch language {
	case "ar", "fa", "he", "ps", "ur", "yi":
		return "rtl"
	}
	return "ltr"
}

//go:embed layout.html
var layoutFile string

var layout = template.Must(template.New("layout").Parse(layoutFile))

// paragraph is a paragraph of a mail's HTML form: lines, or a button to Link.
type paragraph struct {
	Lines []string
	Label string
	Link  string
}

// Compose returns a message to an address. The first line of text is the subject; paragraphs are
// separated by blank lines. In the HTML form a paragraph of two lines of which the second is a URL
// ("Choose a new password:", "https://…") is a button.
func Compose(site Site, to, text string) (*Message, error) {
	subject, body, _ := strings.Cut(strings.TrimSpace(text), "\n")
	body = strings.TrimSpace(body) + "\n\n" + site.Name + "\n" + site.URL.String() + "\n"
	site.Language = cmp.Or(site.Language, English)
	data := struct {
		Subject    string
		Paragraphs []paragraph
		Site       Site
		Direction  string
	}{Subject: subject, Site: site, Direction: site.direction()}
	blocks := strings.Split(strings.TrimSpace(body), "\n\n")
	for _, block := range blocks[:len(blocks)-1] {
		lines := strings.Split(block, "\n")
		if len(lines) == 2 && (strings.HasPrefix(lines[1], "https://") || strings.HasPrefix(lines[1], "http://")) {
			data.Paragraphs = append(data.Paragraphs, paragraph{Label: strings.TrimRight(lines[0], ": \u00a0\u202f"), Link: lines[1]})
			continue
		}
		data.Paragraphs = append(data.Paragraphs, paragraph{Lines: lines})
	}
	var rich strings.Builder
	if err := layout.Execute(&rich, data); err != nil {
		return nil, err
	}
	return &Message{To: to, Language: site.Language, Subject: subject, Text: body, HTML: rich.String()}, nil
}
