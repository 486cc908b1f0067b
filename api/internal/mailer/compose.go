package mailer

import (
	_ "embed"
	"html/template"
	"net/url"
	"strings"
)

// Site is the site that sends a mail.
type Site struct {
	Name string
	URL  *url.URL
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
	data := struct {
		Subject    string
		Paragraphs []paragraph
		Site       Site
	}{Subject: subject, Site: site}
	blocks := strings.Split(strings.TrimSpace(body), "\n\n")
	for _, block := range blocks[:len(blocks)-1] {
		lines := strings.Split(block, "\n")
		if len(lines) == 2 && (strings.HasPrefix(lines[1], "https://") || strings.HasPrefix(lines[1], "http://")) {
			data.Paragraphs = append(data.Paragraphs, paragraph{Label: strings.TrimSuffix(lines[0], ":"), Link: lines[1]})
			continue
		}
		data.Paragraphs = append(data.Paragraphs, paragraph{Lines: lines})
	}
	var rich strings.Builder
	if err := layout.Execute(&rich, data); err != nil {
		return nil, err
	}
	return &Message{To: to, Subject: subject, Text: body, HTML: rich.String()}, nil
}
