package backendadmin

import (
	"bytes"
	"embed"
	"html/template"
	"io/fs"
	"math"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
)

//go:embed templates
var templateFiles embed.FS

// shared are the templates that every page may use.
const shared = "templates/shared/*.html"

// pages has, by the name of its file, a function that returns a page's templates with the layout around it. Its first call parses
// them: parsed, they are thousands of objects that the garbage collector looks through, and most servers show few of the pages.
type pages map[string]func() (*template.Template, error)

func newPages() (pages, error) {
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	all := pages{}
	for _, file := range files {
		all[path.Base(file)] = sync.OnceValues(func() (*template.Template, error) {
			return template.New("").Funcs(functions).ParseFS(templateFiles, shared, file)
		})
	}
	return all, nil
}

// page is the answer of a handler. Template is the file below templates/ that defines "main".
type page struct {
	Template string
	Title    string
	// Purpose is a line below the title.
	Purpose string
	// NoNavigation says that the page has no navigation.
	NoNavigation bool
	// UsesPasskey says that the page has a form with a passkey.
	UsesPasskey bool
	// Problem is the error message of a form that was refused.
	Problem string
	Data    any
}

// layoutData is the data of the layout template.
type layoutData struct {
	page
	Nav             []navEntry
	Name            string
	ShowsNavigation bool
	Token           string
	Theme           string
	OtherTheme      string
	ReturnPath      string
	Style           string
	Icon            string
	Script          string
	Notice          string
	SignedIn        bool
}

// render answers status with a page. It fails, before anything is written, when the template does.
func (req *request) render(status int, p page) error {
	theme := req.theme()
	f := layoutData{
		page: p, Style: req.assets.style, Icon: req.assets.icon, Script: req.assets.script, Theme: theme, OtherTheme: otherTheme[theme], ReturnPath: req.returnPath(),
		SignedIn: req.signedIn(), ShowsNavigation: req.who.IsStaff && !p.NoNavigation, Name: req.who.FirstName + " " + req.who.LastName,
	}
	if f.SignedIn {
		f.Token = req.formToken()
		f.Nav = navigation(req.r.URL.Path)
		f.Notice = req.popNotice()
	}
	parsed, err := req.pages[p.Template]()
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := parsed.ExecuteTemplate(&body, "layout", f); err != nil {
		return err
	}
	header := req.w.Header()
	if p.UsesPasskey {
		header.Set("Content-Security-Policy", passkeyPolicy)
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	req.w.WriteHeader(status)
	// An error here means that the client has disconnected.
	_, _ = req.w.Write(body.Bytes())
	return nil
}

// returnPath is the page that the browser shows, or the one that the sign-in leads to. Of the answer to a form whose path is no
// page it is the nearest one above, on which the form stands.
func (req *request) returnPath() string {
	shown := req.r.URL.Path
	if strings.HasPrefix(shown, Path+"sign-in") {
		return localPath(req.r.FormValue("next"))
	}
	if methods := req.allowedMethods(shown); len(methods) == 0 || slices.Contains(methods, http.MethodGet) {
		return localPath(req.r.URL.RequestURI())
	}
	for !slices.Contains(req.allowedMethods(shown), http.MethodGet) {
		shown = path.Dir(trimSlash(shown))
	}
	return localPath(shown)
}

// seeOther sends the browser to another page of ours, so that a reload repeats no form.
func (req *request) seeOther(path string) { http.Redirect(req.w, req.r, path, http.StatusSeeOther) }

// failure is what a page says of an error. NoSecondFactor leads to where the second factor is set up.
type failure struct {
	Message        string
	NoSecondFactor bool
}

// fail answers err with a page, as httpx.Classify says.
func (req *request) fail(err error) {
	public := httpx.Classify(req.r, err)
	if public == nil {
		return // the server closes the connection
	}
	req.retryAfter(public)
	req.refused(req.r, public)
	status := statusOf(public)
	message := public.Message()
	if status == http.StatusNotFound {
		message = apperror.NoSuchPage
	}
	noFactor := public.Code == apperror.CodeSecondFactorSetup
	err = req.render(status, page{Template: "failure.html", Title: failureTitles[status], NoNavigation: noFactor, Data: failure{message, noFactor}})
	if err != nil {
		httpx.Logger(req.r.Context()).Error("page not rendered", "error", err)
		req.w.WriteHeader(http.StatusInternalServerError)
	}
}

var failureTitles = map[int]string{
	http.StatusBadRequest:          "That could not be read",
	http.StatusForbidden:           "Access denied",
	http.StatusNotFound:            "Not found",
	http.StatusMethodNotAllowed:    "Not allowed",
	http.StatusConflict:            "That cannot be done",
	http.StatusTooManyRequests:     "Too many tries",
	http.StatusServiceUnavailable:  "Try again in a moment",
	http.StatusInternalServerError: "Something went wrong",
	http.StatusInsufficientStorage: "The disk is full",
}

func statusOf(public *apperror.Error) int { return httpx.Status(public.Kind) }

func (req *request) retryAfter(public *apperror.Error) {
	if public.RetryAfter > 0 {
		req.w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(public.RetryAfter.Seconds()))))
	}
}

// param returns a part of the path.
func (req *request) param(name string) string { return chi.URLParam(req.r, name) }

func notFound(*request) error { return apperror.NotFound() }
