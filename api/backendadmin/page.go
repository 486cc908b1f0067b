package backendadmin

import (
	"bytes"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"math"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
)

//go:embed templates
var templateFiles embed.FS

// pages are the templates by the name of their file, each with the layout around it.
type pages map[string]*template.Template

// shared are the templates that every page may use.
const shared = "templates/shared/*.html"

func readPages() (pages, error) {
	base, err := template.New("").Funcs(functions).ParseFS(templateFiles, shared)
	if err != nil {
		return nil, err
	}
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	read := pages{}
	for _, file := range files {
		copied, err := base.Clone()
		if err != nil {
			return nil, err
		}
		if read[path.Base(file)], err = copied.ParseFS(templateFiles, file); err != nil {
			return nil, err
		}
	}
	return read, nil
}

// page is what a handler has to show. Template is the file below templates/ that defines "main".
type page struct {
	Template string
	Title    string
	// Purpose is a line below the title.
	Purpose string
	// Outside says that the page has no navigation.
	Outside bool
	// Problem is why the form that was sent did nothing.
	Problem string
	Data    any
}

// frame is what the layout shows around a page.
type frame struct {
	page
	Nav      []navEntry
	Name     string
	Inside   bool
	Token    string
	Theme    string
	Other    string
	Here     string
	Style    string
	Icon     string
	Notice   string
	SignedIn bool
}

// render answers status with a page. It fails, before anything is written, when the template does.
func (v *request) render(status int, p page) error {
	theme := v.theme()
	f := frame{
		page: p, Style: v.assets.style, Icon: v.assets.icon, Theme: theme, Other: otherTheme[theme], Here: v.here(),
		SignedIn: v.signedIn(), Inside: v.who.IsStaff && !p.Outside, Name: v.who.FirstName + " " + v.who.LastName,
	}
	if f.SignedIn {
		f.Token = v.formToken()
		f.Nav = navigation(v.r.URL.Path)
		f.Notice = v.takeNotice()
	}
	var body bytes.Buffer
	if err := v.pages[p.Template].ExecuteTemplate(&body, "layout", f); err != nil {
		return err
	}
	header := v.w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	v.w.WriteHeader(status)
	// A client that went away is no failure of the handler's.
	_, _ = v.w.Write(body.Bytes())
	return nil
}

// here is the page that the browser shows, or the one that the way in leads to.
func (v *request) here() string {
	if strings.HasPrefix(v.r.URL.Path, Path+"sign-in") {
		return localPath(v.r.FormValue("next"))
	}
	return localPath(v.r.URL.RequestURI())
}

// seeOther sends the browser to another page of ours, so that a reload repeats no form.
func (v *request) seeOther(path string) { http.Redirect(v.w, v.r, path, http.StatusSeeOther) }

// fail answers err with a page. An unclassified error becomes a bare 500, and its cause one line in the log.
func (v *request) fail(err error) {
	var public *apperror.Error
	if !errors.As(err, &public) || public.Kind == apperror.KindInternal {
		if v.r.Context().Err() != nil {
			httpx.Logger(v.r.Context()).Debug("request cancelled", "error", err)
			return // the server closes the connection
		}
		httpx.Logger(v.r.Context()).Error("request failed", "error", err)
		public = &apperror.Error{Detail: apperror.InternalText}
	}
	v.retryAfter(public)
	v.refused(v.r, public)
	status := statusOf(public)
	words := public.Message()
	if status == http.StatusNotFound {
		words = apperror.NoSuchPage
	}
	shown := v.render(status, page{Template: "failure.html", Title: failureTitles[status], Data: words})
	if shown != nil {
		httpx.Logger(v.r.Context()).Error("page not rendered", "error", shown)
		v.w.WriteHeader(http.StatusInternalServerError)
	}
}

var failureTitles = map[int]string{
	http.StatusBadRequest:          "That could not be read",
	http.StatusForbidden:           "Access denied",
	http.StatusNotFound:            "Not found",
	http.StatusMethodNotAllowed:    "Not allowed",
	http.StatusConflict:            "That cannot be done",
	http.StatusTooManyRequests:     "Too many tries",
	http.StatusServiceUnavailable:  "Busy",
	http.StatusInternalServerError: "Something went wrong",
}

func statusOf(public *apperror.Error) int { return httpx.Status(public.Kind) }

func (v *request) retryAfter(public *apperror.Error) {
	if public.RetryAfter > 0 {
		v.w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(public.RetryAfter.Seconds()))))
	}
}

// param returns a part of the path.
func (v *request) param(name string) string { return chi.URLParam(v.r, name) }

func notFound(*request) error { return apperror.NotFound() }
