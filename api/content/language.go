package content

import (
	"context"
	"fmt"
	"regexp"
)

// languageLine matches the line of site.md with the language. No other line of its YAML can begin so.
var languageLine = regexp.MustCompile(`(?m)^language:[ \t]+["']?([A-Za-z0-9-]+)`)

// contactLine matches the line of site.md with which the site has a contact form.
var contactLine = regexp.MustCompile(`(?m)^contact_form:[ \t]+(?:true|True|TRUE)[ \t\r]*(?:#.*)?$`)

// HasContactForm reports whether the published site has a contact form.
func (s *Service) HasContactForm(ctx context.Context) (bool, error) {
	file, err := findPublished(ctx, s.DB, "site.md", s.Clock())
	if err != nil {
		return false, fmt.Errorf("find out whether the site has a contact form: %w", err)
	}
	text := file.text()
	return text != nil && contactLine.MatchString(*text), nil
}

// HasFile reports whether the published content has a file of that path.
func (s *Service) HasFile(ctx context.Context, path string) (bool, error) {
	file, err := findPublished(ctx, s.DB, path, s.Clock())
	if err != nil {
		return false, fmt.Errorf("find a published file: %w", err)
	}
	return file.text() != nil, nil
}

// Language returns the code of the language of the published site, such as "pt-BR", or "" if its file
// names none.
func (s *Service) Language(ctx context.Context) (string, error) {
	file, err := findPublished(ctx, s.DB, "site.md", s.Clock())
	if err != nil {
		return "", fmt.Errorf("read the language of the site: %w", err)
	}
	if text := file.text(); text != nil {
		if found := languageLine.FindStringSubmatch(*text); found != nil {
			return found[1], nil
		}
	}
	return "", nil
}
