package messages

import (
	"context"
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"math"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"portfolio/api/internal/httpx"
)

// maxForm is the maximum size of a form in bytes: each character of the longest message may have nine or twelve.
const maxForm = 128 << 10

// The states of the page that answers a form: ContactState in ssg/model/private-page.ts.
const (
	sent      = "sent"
	invalid   = "invalid"
	again     = "again"
	failed    = "failed"
	throttled = "throttled"
)

// page is the data of a private page.
type page struct {
	Kind  string `json:"kind"`
	State string `json:"state"`
}

// Pages returns the data of the pages that answer forms, none if the site has no form.
func (s *Service) Pages(ctx context.Context) (pages []any, err error) {
	open, err := s.IsOpen(ctx)
	if err != nil || !open {
		return nil, err
	}
	for _, state := range []string{sent, invalid, again, failed, throttled} {
		pages = append(pages, page{"contact", state})
	}
	return pages, nil
}

// SendForm answers POST /api/messages/form/ of a browser without a script, with a page: 201, or with the filled form 400 for
// wrong fields or an invalid time, 429 after too many messages, and 503 if it could not be stored. It answers 404 if the site has
// no form.
func (h *Handler) SendForm(w http.ResponseWriter, r *http.Request) error {
	in, err := readForm(r)
	if err != nil {
		return err
	}
	err = h.Service.Send(r.Context(), in)
	if httpx.IsNotFound(err) {
		return err
	}
	state, status := sent, http.StatusCreated
	if err != nil {
		refusal := httpx.Classify(r, err)
		if refusal == nil {
			return nil
		}
		if state, status = stateOf(refusal), httpx.Status(refusal.Kind); state == failed {
			status = http.StatusServiceUnavailable
		}
		if refusal.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(refusal.RetryAfter.Seconds()))))
		}
	}
	h.Service.page(r.Context(), state, in).Serve(w, r, status)
	return nil
}

func stateOf(refusal *httpx.Error) string {
	switch {
	case refusal.Kind == httpx.KindThrottled:
		return throttled
	case refusal.Kind != httpx.KindInvalid:
		return failed
	case len(refusal.Fields) == 1 && refusal.Fields["time"] != nil:
		return again
	}
	return invalid
}

// readForm reads a form as browsers encode it by default.
func readForm(r *http.Request) (Form, error) {
	contentType := r.Header.Get("Content-Type")
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "application/x-www-form-urlencoded" {
		return Form{}, httpx.UnsupportedMedia(fmt.Sprintf(httpx.MediaTypeURLForm, contentType))
	}
	body, err := httpx.ReadBody(r, maxForm)
	if err != nil {
		return Form{}, err
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return Form{}, httpx.Malformed(httpx.FormParse)
	}
	field := func(name string) *string {
		text := strings.ToValidUTF8(values.Get(name), string(utf8.RuneError))
		return &text
	}
	return Form{
		Name: field("name"), Email: field("email"), Text: field("message"), Website: field("website"), Time: field("time"),
	}, nil
}

// page returns the page of a state, with the sent fields and a time.
func (s *Service) page(ctx context.Context, state string, in Form) *httpx.Content {
	in = in.cleaned()
	document := s.render(ctx, state)
	// One pass, because a field may contain the name of another one.
	filled := strings.NewReplacer("%name%", html.EscapeString(*in.Name), "%email%", html.EscapeString(strings.TrimSpace(*in.Email)),
		"%text%", html.EscapeString(*in.Text), "%time%", html.EscapeString(s.nextTime(*in.Time)))
	body := document.Encodings[len(document.Encodings)-1].Bytes
	return &httpx.Content{
		Header: document.Header, Encodings: []httpx.Encoded{httpx.NewEncoded("", []byte(filled.Replace(string(body))))},
	}
}

// render returns the document of a state with the names of the fields in it.
func (s *Service) render(ctx context.Context, state string) *httpx.Content {
	if s.Render != nil {
		// The renderer logs why it cannot.
		if document, err := s.Render(ctx, page{"contact", state}); err == nil {
			return document
		}
	}
	var document strings.Builder
	// Writes to memory do not fail.
	_ = plain.Execute(&document, state)
	return httpx.NewContent(plainHeader, []byte(document.String()))
}

//go:embed plain.html
var plainFile string

// plain is the page of a server that cannot render one.
var plain = template.Must(template.New("plain").Parse(plainFile))

var plainHeader = http.Header{
	"Content-Type": {"text/html; charset=utf-8"}, "Cache-Control": {"private, no-store"}, "X-Robots-Tag": {"noindex"},
	"Content-Security-Policy": {"default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
}
