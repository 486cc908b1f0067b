package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"portfolio/api/internal/httpx"
	"portfolio/api/publishing"
)

// manifestName is the file in which the build says everything about the site that a server must know.
// ssg/build/manifest.ts describes its shape; the types here are its mirror.
const manifestName = "_site.json"

// appFile is the file of the app's screens, neutralAppFile the one without anything of the owner's, and assetsPath begins the
// paths of scripts, styles and fonts. The last two are served to visitors of a private site, too.
const (
	appFile        = "app.html"
	neutralAppFile = "_app.html"
	assetsPath     = "/assets/"
)

type manifest struct {
	Version   int                   `json:"version"`
	Headers   map[string]string     `json:"headers"`
	Routes    []pageRoute           `json:"routes"`
	NotFound  answer                `json:"notFound"`
	Redirects []redirect            `json:"redirects"`
	Files     map[string]staticFile `json:"files"`
}

type answer struct {
	File    string            `json:"file"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
}

type pageRoute struct {
	answer
	Path string `json:"path"`
}

type redirect struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Status int    `json:"status"`
}

type staticFile struct {
	Type      string        `json:"type"`
	ETag      string        `json:"etag"`
	Encodings []encodedFile `json:"encodings"`
	content   []byte
}

type encodedFile struct {
	Encoding string `json:"encoding"`
	File     string `json:"file"`
	ETag     string `json:"etag"`
	content  []byte
}

// snapshot is one build of the site, whole and in memory.
type snapshot struct {
	exact map[string]*page
	// spellings are the redirects from what find makes of other spellings of a page's path.
	spellings map[string]*page
	patterns  []*page
	notFound  *page
	// unknown answer for the paths below their routes, such as /nl/*, that no other one knows.
	unknown []*page
	files   map[string]staticFile
	// waiting is the page for visitors of a private site, beingSetUp the one before it has an owner, and notReady the one
	// before the first rendering.
	waiting, beingSetUp, notReady *httpx.Content
}

// Source has the builds of a Site.
type Source interface {
	// Newest returns the name of the newest build, "" for none.
	Newest(ctx context.Context) (name string, err error)
	// Read calls fn with the files of a build, and with the screens of this program, which replace those of the build,
	// unless they are nil.
	Read(ctx context.Context, name string, fn func(files, screens fs.FS) error) error
}

// Folder is the folder that scripts/build writes. The name of a build is the time of its manifest, which is written last.
type Folder string

var errNoBuild = errors.New("holds no built site: run scripts/build, or set STATIC_DIR=none to serve the API alone")

// Newest implements Source.
func (f Folder) Newest(context.Context) (string, error) {
	info, err := os.Stat(filepath.Join(string(f), manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("STATIC_DIR: %w", err)
	}
	return info.ModTime().String(), nil
}

// Read implements Source.
func (f Folder) Read(_ context.Context, _ string, fn func(files, screens fs.FS) error) error {
	root, err := os.OpenRoot(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoBuild
	}
	if err == nil {
		defer func() { _ = root.Close() }()
		err = fn(root.FS(), nil)
	}
	if err != nil {
		return fmt.Errorf("STATIC_DIR %s %w", string(f), err)
	}
	return nil
}

// readBuild reads a build: the files that its manifest lists, and no other. The error is one sentence that says what to do.
func readBuild(build fs.FS) (*snapshot, error) {
	m, err := readManifest(build)
	if err != nil {
		return nil, err
	}
	return m.snapshot()
}

// readScreens reads the screens of this program for the pages of another: with the owner's name, logo, links and texts.
func readScreens(build fs.FS, pages *snapshot) (*snapshot, error) {
	m, err := readManifest(build)
	if err != nil {
		return nil, err
	}
	if owned, ok := pages.files[appFile]; ok {
		m.takeOwner(owned.content)
	}
	s, err := m.snapshot()
	if err == nil {
		s.addPages(pages)
	}
	return s, err
}

// ownerParts are the parts of the app's document that the content changes: see ssg/document/document.ts.
var ownerParts = []*regexp.Regexp{
	regexp.MustCompile(`<title>[^<]*</title>`),
	regexp.MustCompile(`<meta name="application-name" content="[^"]*">`),
	regexp.MustCompile(`<meta name="logo-letter" content="[^"]*">`),
	regexp.MustCompile(`<link rel="icon" href="[^"]*" type="image/svg\+xml">`),
	regexp.MustCompile(`(?s)<site-header .*?</site-header>`),
	regexp.MustCompile(`(?s)<template id="terms">.*?</template>`),
	regexp.MustCompile(`(?s)<template id="quotes">.*?</template>`),
	regexp.MustCompile(`<script type="application/json" id="content-images">[^<]*</script>`),
}

// takeOwner makes the app's screens begin in the neutral document with the owner's parts of owned, the app's document of
// another program. A private site's visitors get the neutral one.
func (m *manifest) takeOwner(owned []byte) {
	file, ok := m.Files[neutralAppFile]
	if !ok {
		return
	}
	for _, part := range ownerParts {
		at, found := part.FindIndex(file.content), part.Find(owned)
		if at != nil && found != nil {
			file.content = slices.Concat(file.content[:at[0]], found, file.content[at[1]:])
		}
	}
	file.ETag, file.Encodings = httpx.NewEncoded("", file.content).ETag, nil
	m.Files[appFile] = file
	for i := range m.Routes {
		if m.Routes[i].File == neutralAppFile {
			m.Routes[i].File = appFile
		}
	}
}

// readManifest reads the manifest of a build and its files.
func readManifest(build fs.FS) (*manifest, error) {
	text, err := fs.ReadFile(build, manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoBuild
	}
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil || m.Version != 1 {
		return nil, errors.New("was built by another version: run scripts/build")
	}
	if err := m.readFiles(build); err != nil {
		return nil, fmt.Errorf("is incomplete (%w): run scripts/build", err)
	}
	return &m, nil
}

func (m *manifest) readFiles(build fs.FS) error {
	for name, file := range m.Files {
		content, err := fs.ReadFile(build, name)
		if err != nil {
			return err
		}
		file.content = content
		for i := range file.Encodings {
			if file.Encodings[i].content, err = fs.ReadFile(build, file.Encodings[i].File); err != nil {
				return err
			}
		}
		m.Files[name] = file
	}
	return nil
}

func (m *manifest) snapshot() (*snapshot, error) {
	s := &snapshot{files: m.Files, exact: map[string]*page{}, spellings: map[string]*page{}}
	var err error
	if s.waiting, err = waitingPage(m.Files, beingSetUp, howToSignIn, time.Hour); err != nil {
		return nil, err
	}
	if s.beingSetUp, err = waitingPage(m.Files, beingSetUp, howToSetUp, time.Hour); err != nil {
		return nil, err
	}
	if s.notReady, err = waitingPage(m.Files, notReady, whySignIn, time.Minute); err != nil {
		return nil, err
	}
	if s.notFound, err = m.page(pageRoute{answer: m.NotFound, Path: "not found"}); err != nil {
		return nil, err
	}
	for _, route := range m.Routes {
		found, err := m.page(route)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(route.Path, "/*") {
			s.unknown = append(s.unknown, found)
			continue
		}
		if strings.Contains(route.Path, "/:") {
			s.patterns = append(s.patterns, found)
			continue
		}
		s.exact[route.Path] = found
		if found.isPage {
			s.spellings[spelling(route.Path)] = m.moved(redirect{From: route.Path, To: route.Path, Status: http.StatusMovedPermanently})
		}
	}
	for _, r := range m.Redirects {
		if s.exact[r.From] == nil {
			s.exact[r.From] = m.moved(r)
		}
		if s.spellings[spelling(r.From)] == nil {
			s.spellings[spelling(r.From)] = s.exact[r.From]
		}
	}
	return s, nil
}

// spelling returns what all spellings of a path have in common.
func spelling(path string) string { return strings.ToLower(strings.TrimRight(path, "/")) }

// moved returns the answer of a redirect.
func (m *manifest) moved(r redirect) *page {
	header := m.header(map[string]string{"Cache-Control": "no-cache"})
	return &page{route: r.From, status: r.Status, movedTo: r.To, content: &httpx.Content{Header: header}}
}

// addPages answers as another build does where s has no route.
func (s *snapshot) addPages(of *snapshot) {
	for path, page := range of.exact {
		if s.exact[path] == nil {
			s.exact[path] = page
		}
	}
	maps.Copy(s.spellings, of.spellings)
	s.patterns = append(s.patterns, of.patterns...)
	s.notFound, s.unknown = of.notFound, of.unknown
}

// page returns the answer at a route.
func (m *manifest) page(route pageRoute) (*page, error) {
	file, ok := m.Files[route.File]
	if !ok {
		return nil, fmt.Errorf("has a manifest that names %q but does not list it: run scripts/build", route.File)
	}
	content := &httpx.Content{Header: m.header(route.Headers, map[string]string{"Content-Type": file.Type})}
	if caching := content.Header.Get("Cache-Control"); caching == "no-cache" {
		// Cloudflare would replace mail addresses in documents by a script that the policy refuses.
		content.Header.Set("Cache-Control", caching+", no-transform")
	}
	for _, encoded := range append(file.Encodings, encodedFile{ETag: file.ETag, content: file.content}) {
		content.Encodings = append(content.Encodings, httpx.Encoded{Encoding: encoded.Encoding, ETag: encoded.ETag, Bytes: encoded.content})
	}
	p := &page{route: route.Path, status: route.Status, content: content}
	if route.File == neutralAppFile || isProgram(route.Path) {
		p.neutral = p
	}
	if route.File != appFile {
		p.isPage = strings.HasSuffix(route.File, ".html") && route.File != neutralAppFile
		return p, nil
	}
	route.File = neutralAppFile
	var err error
	p.neutral, err = m.page(route)
	return p, err
}

// isProgram reports whether filePath is a script, a style or a font: the other assets are images of the owner's. The
// scripts outside the assets retire the service workers of the domain's former site.
func isProgram(filePath string) bool {
	if path.Dir(filePath) == "/" {
		return path.Ext(filePath) == ".js"
	}
	return strings.HasPrefix(filePath, assetsPath) && slices.Contains([]string{".js", ".css", ".woff2", ".wasm"}, path.Ext(filePath))
}

// screenPath is the path of one of the app's screens, which all begin in the same document.
const screenPath = "/login"

// readPrograms returns the answers for the scripts, styles and fonts of a build, by path: below /s too, which a CDN that has
// other assets hands on. signIn is its screen that opens a share.
func readPrograms(build fs.FS) (programs map[string]*page, signIn *httpx.Content, err error) {
	if build == nil {
		return nil, nil, nil
	}
	read, err := readBuild(build)
	if err != nil {
		return nil, nil, err
	}
	programs = map[string]*page{}
	for path, found := range read.exact {
		if strings.HasPrefix(path, assetsPath) && isProgram(path) {
			programs[path], programs["/s"+path] = found, found
		}
	}
	if screen := read.exact[screenPath]; screen != nil {
		signIn = publishing.NameAssetsBelowShares(screen.content)
	}
	return programs, signIn, nil
}

// header returns the headers of an answer: those of the whole site, then those of each layer.
func (m *manifest) header(layers ...map[string]string) http.Header {
	header := http.Header{}
	for _, layer := range append([]map[string]string{m.Headers}, layers...) {
		for name, value := range layer {
			header.Set(name, value)
		}
	}
	return header
}

// find returns the answer for path. Other spellings of a page's path, such as /CV and /Cv/, lead to the page.
func (s *snapshot) find(path string) *page {
	if found, ok := s.exact[path]; ok {
		return found
	}
	for _, found := range s.patterns {
		if matches(found.route, strings.TrimSuffix(path, "/")) {
			return found
		}
	}
	if moved := s.spellings[spelling(path)]; moved != nil {
		return moved
	}
	for _, found := range s.unknown {
		if strings.HasPrefix(path, strings.TrimSuffix(found.route, "*")) {
			return found
		}
	}
	return s.notFound
}

func matches(pattern, path string) bool {
	wants, gots := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(wants) != len(gots) {
		return false
	}
	for i, want := range wants {
		if gots[i] == "" && want != "" || !strings.HasPrefix(want, ":") && want != gots[i] {
			return false
		}
	}
	return true
}
