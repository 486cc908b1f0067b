package apitest

import (
	"context"
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// Browser visits the pages of a Site as a browser without JavaScript does: it keeps cookies, and sends forms. It follows
// no redirect by itself.
type Browser struct {
	site   *Site
	client *http.Client
}

// Browser returns a browser that has not been anywhere yet.
func (s *Site) Browser() *Browser {
	return &Browser{site: s, client: &http.Client{Transport: s.client.Transport, Jar: jar{}, CheckRedirect: s.client.CheckRedirect}}
}

// jar keeps cookies by name and by the path that they are for. A Site is reached by http and says that it is not: secure
// cookies are sent all the same.
type jar map[string]*http.Cookie

// SetCookies keeps cookies, or forgets them where that is what they say.
func (j jar) SetCookies(_ *url.URL, cookies []*http.Cookie) {
	for _, cookie := range cookies {
		key := cookie.Name + " " + cookie.Path
		delete(j, key)
		if cookie.MaxAge >= 0 {
			j[key] = cookie
		}
	}
}

// Cookies returns those that are sent to u.
func (j jar) Cookies(u *url.URL) (sent []*http.Cookie) {
	for _, cookie := range j {
		if strings.HasPrefix(u.Path, cookie.Path) {
			sent = append(sent, cookie)
		}
	}
	return sent
}

// Get asks for a page.
func (b *Browser) Get(t *testing.T, path string) Answer {
	t.Helper()
	return b.Send(t, "GET", path, nil, nil)
}

// Post sends a form as it stands on a page of the site.
func (b *Browser) Post(t *testing.T, path string, fields url.Values) Answer {
	t.Helper()
	return b.Send(t, "POST", path, fields, map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": b.site.URL})
}

// Send sends a request with a form's fields and headers.
func (b *Browser) Send(t *testing.T, method, path string, fields url.Values, header map[string]string) Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), method, b.site.URL+path, strings.NewReader(fields.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if fields != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := b.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return Answer{Status: response.StatusCode, Header: response.Header, Body: strings.TrimSpace(string(text))}
}

// SignInBackend signs a role in to the backend admin and returns what its forms must carry.
func (b *Browser) SignInBackend(t *testing.T, role Role) (token string) {
	t.Helper()
	answer := b.Post(t, "/backend/admin/sign-in/", url.Values{"email": {Email(role)}, "password": {Password}})
	if answer.Status != http.StatusSeeOther {
		t.Fatalf("sign in to the backend admin as %s: %d %s", role, answer.Status, answer.Body)
	}
	return FormToken(t, b.Get(t, "/backend/admin/"))
}

var tokenField = regexp.MustCompile(`name="token" value="([^"]+)"`)

// FormToken returns what the forms of a page carry.
func FormToken(t *testing.T, page Answer) string {
	t.Helper()
	found := tokenField.FindStringSubmatch(page.Body)
	if found == nil {
		t.Fatalf("no form on the page: %d %s", page.Status, page.Body)
	}
	return html.UnescapeString(found[1])
}
