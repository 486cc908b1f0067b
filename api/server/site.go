package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
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

// snapshot is one build of the site, whole and in memory, with the headers of each answer made.
type snapshot struct {
	exact    map[string]*resource
	patterns []*resource
	notFound *resource
	files    map[string]staticFile
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
	s := &snapshot{files: m.Files, exact: map[string]*resource{}}
	shared := headerValues{}
	var err error
	if s.notFound, err = m.resource(pageRoute{answer: m.NotFound, Path: "not found"}, shared); err != nil {
		return nil, err
	}
	for _, route := range m.Routes {
		found, err := m.resource(route, shared)
		if err != nil {
			return nil, err
		}
		if strings.Contains(route.Path, "/:") {
			s.patterns = append(s.patterns, found)
		} else {
			s.exact[route.Path] = found
		}
	}
	for _, r := range m.Redirects {
		header := shared.fields(defaultHeaders, m.Headers, map[string]string{"Cache-Control": "no-cache"})
		s.exact[r.From] = &resource{route: r.From, status: r.Status, movedTo: r.To, contents: []representation{{header: header}}}
	}
	return s, nil
}

// resource returns what is answered at a route.
func (m *manifest) resource(route pageRoute, shared headerValues) (*resource, error) {
	file, ok := m.Files[route.File]
	if !ok {
		return nil, fmt.Errorf("the site's manifest names %q but does not list it: run scripts/build", route.File)
	}
	found := &resource{
		route: route.Path, status: route.Status,
		isPage: route.Status == http.StatusOK && strings.HasPrefix(file.Type, "text/html"),
	}
	for _, encoded := range append(file.Encodings, encodedFile{ETag: file.ETag, content: file.content}) {
		values := map[string]string{"Content-Type": file.Type}
		if route.Status == http.StatusOK {
			values["ETag"] = encoded.ETag
		}
		if len(file.Encodings) > 0 {
			values["Vary"] = "Accept-Encoding"
		}
		if encoded.Encoding != "" {
			values["Content-Encoding"] = encoded.Encoding
		}
		found.contents = append(found.contents, representation{
			encoding: encoded.Encoding, bytes: encoded.content, header: shared.fields(defaultHeaders, m.Headers, route.Headers, values),
			length: []string{strconv.Itoa(len(encoded.content))},
		})
	}
	return found, nil
}

// headerValues has one slice for each value of a header, which all answers that have it share. Nobody writes to the slices.
type headerValues map[string][]string

// fields returns the headers of an answer; of several values for one name the last counts.
func (v headerValues) fields(layers ...map[string]string) []headerField {
	merged := map[string]string{}
	for _, layer := range layers {
		for name, value := range layer {
			merged[http.CanonicalHeaderKey(name)] = value
		}
	}
	fields := make([]headerField, 0, len(merged))
	for name, value := range merged {
		if v[value] == nil {
			v[value] = []string{value}
		}
		fields = append(fields, headerField{name, v[value]})
	}
	return fields
}

// find returns what is answered for path.
func (s *snapshot) find(path string) *resource {
	if found, ok := s.exact[path]; ok {
		return found
	}
	for _, found := range s.patterns {
		if matches(found.route, strings.TrimSuffix(path, "/")) {
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
