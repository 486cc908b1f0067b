package apitest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/documents"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// documentModel is a plain account of the documents of a site and of those in its trash.
type documentModel struct {
	t     *testing.T
	site  *apitest.Site
	rand  *rand.Rand
	shown map[int64]*modelDocument
	items map[int64]*modelDocument // the trash, with IDs as keys
	// current is the current document, 0 for none: all are in one category.
	current int64
}

// modelDocument has the content of each version's file, "" for a purged one.
type modelDocument struct {
	id       int64
	current  bool // when it was deleted
	versions []string
}

var documentSteps = []func(m *documentModel){
	(*documentModel).upload, (*documentModel).upload, (*documentModel).replace, (*documentModel).replace, (*documentModel).mark,
	(*documentModel).discard, (*documentModel).restore, (*documentModel).restore, (*documentModel).purge, (*documentModel).bringBack,
	(*documentModel).purgeVersion,
}

// content is one of few, so that some versions are equal.
func (m *documentModel) content() string { return fmt.Sprint("content ", m.rand.IntN(8)) }

func (m *documentModel) receive(content string) *files.Temporary {
	file, err := m.site.App.Media.ReceiveFile(strings.NewReader(content), documents.MaxBytes, "document")
	m.check(err)
	file.ContentType = "text/plain"
	return file
}

func (m *documentModel) check(err error) {
	m.t.Helper()
	noError(m.t, err)
}

func (m *documentModel) upload() {
	content, name, category, current := m.content(), "A document", "1", strconv.FormatBool(m.rand.IntN(2) == 0)
	file := m.receive(content)
	defer func() { _ = file.Close() }()
	made, err := m.site.App.Documents.Upload(m.t.Context(), documents.Fields{
		Name: &name, Category: httpx.ValueOf(&category), IsCurrent: httpx.ValueOf(&current), File: file, FileName: "a.txt",
	})
	m.check(err)
	m.shown[made.ID] = &modelDocument{id: made.ID, versions: []string{content}}
	if made.IsCurrent {
		m.current = made.ID
	}
}

func (m *documentModel) replace() {
	if id, ok := anyOf(m.rand, m.shown); ok {
		content, document := m.content(), m.shown[id]
		file := m.receive(content)
		defer func() { _ = file.Close() }()
		_, err := m.site.App.Documents.Change(m.t.Context(), id, documents.Fields{File: file, FileName: "a.txt"})
		m.check(err)
		if content != document.versions[len(document.versions)-1] {
			document.versions = append(document.versions, content)
		}
	}
}

func (m *documentModel) mark() {
	if id, ok := anyOf(m.rand, m.shown); ok {
		yes := "true"
		category := "1"
		_, err := m.site.App.Documents.Change(m.t.Context(), id, documents.Fields{
			IsCurrent: httpx.ValueOf(&yes), Category: httpx.ValueOf(&category),
		})
		m.check(err)
		m.current = id
	}
}

func (m *documentModel) discard() {
	if id, ok := anyOf(m.rand, m.shown); ok {
		m.check(m.site.App.Documents.Delete(m.t.Context(), id))
		m.items[id] = m.shown[id]
		m.items[id].current = m.current == id
		delete(m.shown, id)
		if m.current == id {
			m.current = 0
		}
	}
}

func (m *documentModel) restore() {
	if item, ok := anyOf(m.rand, m.items); ok {
		_, err := m.site.App.Trash.Restore(m.t.Context(), files.TrashID("document", item))
		m.check(err)
		document := m.items[item]
		m.shown[document.id] = document
		delete(m.items, item)
		if document.current && m.current == 0 {
			m.current = document.id
		}
	}
}

func (m *documentModel) purge() {
	if item, ok := anyOf(m.rand, m.items); ok {
		m.check(m.site.App.Trash.Purge(m.t.Context(), files.TrashID("document", item)))
		delete(m.items, item)
	}
}

// atVersion makes a call about a version of a document, and returns the document and the version's
// place when it succeeded.
func (m *documentModel) atVersion(method, call string) (document *modelDocument, at int) {
	id, ok := anyOf(m.rand, m.shown)
	if !ok {
		return nil, 0
	}
	document = m.shown[id]
	at = m.rand.IntN(len(document.versions))
	answer := m.site.Do(m.t, apitest.Request{
		Method: method, Path: versionPath(id, int64(at+1)) + call, As: apitest.Staff,
	})
	if newest := at == len(document.versions)-1; (answer.Status < 300) != (document.versions[at] != "" && !(newest && method == "DELETE")) {
		m.t.Fatalf("%s of version %d of %v: %d %s", method, at+1, document.versions, answer.Status, answer.Body)
	}
	if answer.Status >= 300 {
		return nil, 0
	}
	return document, at
}

func (m *documentModel) bringBack() {
	if document, at := m.atVersion("POST", "restore/"); document != nil && at < len(document.versions)-1 {
		document.versions = append(document.versions, document.versions[at])
	}
}

func (m *documentModel) purgeVersion() {
	if document, at := m.atVersion("DELETE", ""); document != nil {
		document.versions[at] = ""
	}
}

// checkAll compares what there is with the model: the documents, their versions and the current
// one; and the store has the files of these and of the trash, and nothing else.
func (m *documentModel) checkAll() {
	m.t.Helper()
	_, err := m.site.App.Files.RemoveDeleted(m.t.Context(), 0)
	m.check(err)
	all, err := m.site.App.Documents.ListDocuments(m.t.Context())
	m.check(err)
	if len(all) != len(m.shown) {
		m.t.Fatalf("%d documents are shown, the model has %d", len(all), len(m.shown))
	}
	kept := 0
	for _, document := range all {
		want := m.shown[document.ID]
		if want == nil || document.IsCurrent != (document.ID == m.current) || document.Version != int64(len(want.versions)) {
			m.t.Fatalf("%+v, the model has %+v, current %d", document, want, m.current)
		}
	}
	for _, document := range slices.Concat(slices.Collect(maps.Values(m.shown)), slices.Collect(maps.Values(m.items))) {
		for _, content := range document.versions {
			if content != "" {
				kept++
			}
		}
	}
	report, err := m.site.App.Files.Check(m.t.Context(), 0)
	m.check(err)
	if report.Stored != kept || len(report.Faults)+len(report.Orphans) > 0 {
		m.t.Fatalf("%+v, the model has %d files", report, kept)
	}
	cv, err := m.site.App.Documents.CurrentCV(m.t.Context())
	m.check(err)
	if (cv.Name != nil) != (m.current != 0) {
		m.t.Fatalf("the current CV is %v, the model has %d", cv, m.current)
	}
	if m.current != 0 {
		newest := m.shown[m.current].versions
		if got := m.site.Do(m.t, get("/cv-download", apitest.Anonymous)).Body; got != newest[len(newest)-1] {
			m.t.Fatalf("visitors download %q, the model has %q", got, newest)
		}
	}
}

// Whatever happens to documents in whatever order, every version that can be downloaded or restored
// is there, and nothing else is.
func TestRandomStepsOfDocumentsAgainstAModel(t *testing.T) {
	steps, err := strconv.Atoi(os.Getenv(stepsVariable))
	if err != nil {
		steps = 150
	}
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		seed := apitest.Seed(t)
		m := &documentModel{
			t: t, site: site, rand: rand.New(rand.NewPCG(seed, 1)), shown: map[int64]*modelDocument{}, items: map[int64]*modelDocument{},
		}
		for range steps {
			documentSteps[m.rand.IntN(len(documentSteps))](m)
			if m.rand.IntN(10) == 0 {
				m.checkAll()
			}
		}
		m.checkAll()
	})
}
