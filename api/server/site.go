package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// manifestName is the file in which the build says everything about the site that a server must know.
// ssg/document/manifest.ts describes its shape; the types here are its mirror.
const manifestName = "_site.json"

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
	headers   map[string]string
	exact     map[string]answer
	patterns  []pageRoute
	redirects map[string]redirect
	notFound  answer
	files     map[string]staticFile
}

// readSnapshot reads the build in dir: the files that its manifest lists, and no other.
// The error is one sentence that says what to do.
func readSnapshot(dir string) (*snapshot, error) {
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("STATIC_DIR %s holds no built site: run scripts/build, or set STATIC_DIR=none to serve the API alone", dir)
	}
	if err != nil {
		return nil, fmt.Errorf("STATIC_DIR: %w", err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil || m.Version != 1 {
		return nil, fmt.Errorf("STATIC_DIR %s was built by another version: run scripts/build", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("STATIC_DIR: %w", err)
	}
	defer func() { _ = root.Close() }()
	if err := m.readFiles(root); err != nil {
		return nil, fmt.Errorf("STATIC_DIR %s is incomplete (%w): run scripts/build", dir, err)
	}
	return m.snapshot()
}

var title = regexp.MustCompile(`<title>([^<]*)</title>`)

// Title returns the title of the home page of the build in dir, "" where there is none.
func Title(dir string) string {
	home, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if found := title.FindSubmatch(home); err == nil && found != nil {
		return html.UnescapeString(string(found[1]))
	}
	return ""
}

func (m *manifest) readFiles(root *os.Root) error {
	for name, file := range m.Files {
		content, err := root.ReadFile(name)
		if err != nil {
			return err
		}
		file.content = content
		for i := range file.Encodings {
			if file.Encodings[i].content, err = root.ReadFile(file.Encodings[i].File); err != nil {
				return err
			}
		}
		m.Files[name] = file
	}
	return nil
}

func (m *manifest) snapshot() (*snapshot, error) {
	s := &snapshot{
		headers: m.Headers, notFound: m.NotFound, files: m.Files,
		exact: map[string]answer{}, redirects: map[string]redirect{},
	}
	answers := []answer{m.NotFound}
	for _, route := range m.Routes {
		answers = append(answers, route.answer)
		if strings.Contains(route.Path, "/:") {
			s.patterns = append(s.patterns, route)
		} else {
			s.exact[route.Path] = route.answer
		}
	}
	for _, r := range m.Redirects {
		s.redirects[r.From] = r
	}
	for _, a := range answers {
		if _, ok := m.Files[a.File]; !ok {
			return nil, fmt.Errorf("the site's manifest names %q but does not list it: run scripts/build", a.File)
		}
	}
	return s, nil
}

// find returns what is answered for path, and the route's name for the log.
func (s *snapshot) find(path string) (answer, string) {
	if found, ok := s.exact[path]; ok {
		return found, path
	}
	for _, route := range s.patterns {
		if matches(route.Path, strings.TrimSuffix(path, "/")) {
			return route.answer, route.Path
		}
	}
	return s.notFound, "not found"
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
