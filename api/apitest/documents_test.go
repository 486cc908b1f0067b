package apitest_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/documents"
)

const (
	categoriesPath = "/api/documents/categories/"
	documentsPath  = "/api/documents/documents/"
	currentCVPath  = documentsPath + "current_cv/"
	aPDF           = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"
)

// sendDocument returns the upload of a document into the category CV, with some fields changed; "-"
// takes one out.
func sendDocument(changed map[string]string, name, content string) apitest.Request {
	fields := map[string]string{"name": "A document", "category": "1"}
	for field, value := range changed {
		fields[field] = value
		if value == "-" {
			delete(fields, field)
		}
	}
	form := &apitest.Form{Fields: fields}
	if name != "" {
		form.Files = map[string]apitest.File{"file": {Name: name, Content: []byte(content)}}
	}
	return apitest.Request{Method: "POST", Path: documentsPath, As: apitest.Staff, Form: form}
}

func documentPath(id int64) string { return documentsPath + strconv.FormatInt(id, 10) + "/" }

func patchDocument(id int64, change any) apitest.Request {
	return asStaff("PATCH", documentPath(id), change)
}

// document is a document in the answers of the API.
type document struct {
	ID          int64
	Name        string
	Category    *int64
	IsCurrent   bool   `json:"is_current"`
	FileName    string `json:"file_name"`
	DownloadURL string `json:"download_url"`
}

// addDocument uploads a document and returns it.
func addDocument(t *testing.T, site *apitest.Site, changed map[string]string, name, content string) (made document) {
	t.Helper()
	answered(t, site, 201, sendDocument(changed, name, content), &made)
	return made
}

func listDocuments(t *testing.T, site *apitest.Site) (all []document) {
	t.Helper()
	site.Do(t, get(documentsPath, apitest.Staff)).Decode(t, &all)
	return all
}

func TestCategories(t *testing.T) {
	create := func(body any) apitest.Request { return asStaff("POST", categoriesPath, body) }
	const taken = `{"name":["Document category with this name already exists."]}`
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "the first", Request: get(categoriesPath, apitest.Staff), Status: 200, Want: `[{"id":1,"name":"CV","description":"…"}]`},
			{Name: "one", Request: create(map[string]string{"name": " Papers ", "description": "What was published."}), Status: 201,
				Want: `{"id":…,"name":"Papers","description":"What was published."}`},
			{Name: "again", Request: create(map[string]string{"name": "Papers"}), Status: 400, Want: taken},
			{Name: "in other letters", Request: create(map[string]string{"name": "cv"}), Status: 400, Want: taken},
			{Name: "no name", Request: create(map[string]string{}), Status: 400, Want: `{"name":["This field is required."]}`},
			{Name: "blank", Request: create(map[string]string{"name": "  "}), Status: 400, Want: `{"name":["This field may not be blank."]}`},
			{Name: "all wrong", Request: create(map[string]string{"name": strings.Repeat("x", 101), "description": "\x00"}), Status: 400,
				Want: `{"description":["Null characters are not allowed."],"name":["Ensure this field has no more than 100 characters."]}`},
			{Name: "by name", Request: get(categoriesPath, apitest.Staff), Status: 200, Want: `[{…"CV"…},{…"Papers"…}]`},
		})
	})
}

func TestDocuments(t *testing.T) {
	const required = `["This field is required."]`
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "none", Request: get(documentsPath, apitest.Staff), Status: 200, Want: `[]`},
			{Name: "no CV", Request: get(currentCVPath, apitest.Anonymous), Status: 200, Want: `{"download_url":null,"name":null}`},
			{Name: "one", Request: sendDocument(map[string]string{"name": " CV 2026 ", "description": "Two pages"}, "cv.pdf", aPDF), Status: 201,
				Want: `{"id":…,"name":"CV 2026","description":"Two pages","category":1,"category_name":"CV","is_current":false,"file_name":"cv.pdf","version":1,` +
					`"size":` + strconv.Itoa(len(aPDF)) + `,"pages":0,"downloads":0,"file":"/api/documents/documents/…/download/?expires=…&signature=…",` +
					`"download_url":"/api/documents/documents/…/download/?expires=…&signature=…","uploaded_at":"…Z","from_content":false}`},
			{Name: "still no CV", Request: get(currentCVPath, apitest.Anonymous), Status: 200, Want: `{"download_url":null,"name":null}`},
			{Name: "the current one", Request: sendDocument(map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF), Status: 201,
				Want: `{…"is_current":true,…"download_url":"/api/documents/documents/2/download/",…}`},
			{Name: "the CV", Request: get(currentCVPath, apitest.Anonymous), Status: 200,
				Want: `{"download_url":"/api/documents/documents/2/download/","name":"CV"}`},
			{Name: "newest first", Request: get(documentsPath, apitest.Staff), Status: 200, Want: `[{…"name":"CV",…},{…"name":"CV 2026",…}]`},
			{Name: "nothing", Request: sendDocument(map[string]string{"name": "-", "category": "-"}, "", ""), Status: 400,
				Want: `{"category":` + required + `,"file":["No file was submitted."],"name":` + required + `}`},
			{Name: "all wrong", Request: sendDocument(map[string]string{"name": " ", "category": "9", "is_current": "maybe"}, "run.exe", "MZ"), Status: 400,
				Want: `{"category":["Invalid pk \"9\" - object does not exist."],"file":["Upload a PDF, an office document (…), a text (…) or an image (…). ` +
					`The name of this file ends like none of these."],"is_current":["Must be a valid boolean."],"name":["This field may not be blank."]}`},
			{Name: "no PDF", Request: sendDocument(nil, "cv.pdf", "<html>"), Status: 400,
				Want: `{"file":["Upload a PDF, …. The content of this file is not what its name says."]}`},
			{Name: "empty", Request: sendDocument(nil, "cv.pdf", ""), Status: 400, Want: `{"file":["The submitted file is empty."]}`},
			{Name: "no id", Request: sendDocument(map[string]string{"category": "CV"}, "cv.pdf", aPDF), Status: 400,
				Want: `{"category":["Incorrect type. Expected pk value, received str."]}`},
			{Name: "too large", Request: sendDocument(nil, "cv.pdf", aPDF+strings.Repeat("x", documents.MaxBytes)), Status: 413,
				Want: `{"detail":"The document is larger than the 50 MiB that are accepted."}`},
			{Name: "JSON", Request: asStaff("POST", documentsPath, nothing), Status: 415,
				Want: `{"detail":"Unsupported media type \"application/json\" in request. Send multipart/form-data."}`},
		})
	})
}

func TestAChangeOfADocument(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Do(t, asStaff("POST", categoriesPath, map[string]string{"name": "Papers"}))
		first := addDocument(t, site, map[string]string{"name": "First", "is_current": "true"}, "a.pdf", aPDF).ID
		second := addDocument(t, site, map[string]string{"name": "Second"}, "b.pdf", aPDF).ID
		paper := addDocument(t, site, map[string]string{"name": "Paper", "category": "2", "is_current": "1"}, "c.pdf", aPDF).ID
		site.Run(t, []apitest.Scenario{
			{Name: "mark current", Request: patchDocument(second, map[string]any{"is_current": true, "category": 1}), Status: 200,
				Want: `{…"name":"Second",…"category":1,"category_name":"CV","is_current":true,…}`},
			{Name: "the others", Request: get(documentsPath, apitest.Staff), Status: 200,
				Want: `[{…"name":"Paper",…"is_current":true,…},{…"name":"Second",…"is_current":true,…},{…"name":"First",…"is_current":false,…}]`},
			{Name: "the CV", Request: get(currentCVPath, apitest.Anonymous), Status: 200, Want: `{…"name":"Second"}`},
			{Name: "twice", Request: patchDocument(second, map[string]any{"is_current": true}), Status: 200, Want: `{…"is_current":true,…}`},
			{Name: "the text", Request: patchDocument(first, map[string]any{"name": " CV ", "description": "Old"}), Status: 200,
				Want: `{…"name":"CV","description":"Old","category":1,…"is_current":false,…}`},
			{Name: "nothing", Request: patchDocument(first, nothing), Status: 200, Want: `{…"name":"CV","description":"Old",…}`},
			{Name: "no description", Request: patchDocument(first, map[string]any{"description": ""}), Status: 200, Want: `{…"description":"",…}`},
			{Name: "into no category", Request: patchDocument(paper, map[string]any{"category": nil}), Status: 200,
				Want: `{…"category":null,"category_name":null,"is_current":false,…}`},
			{Name: "current nowhere", Request: patchDocument(paper, map[string]any{"is_current": true}), Status: 400,
				Want: `{"category":["A document can be current only in a category."]}`},
			{Name: "move and mark", Request: patchDocument(paper, map[string]any{"is_current": true, "category": "1"}), Status: 200,
				Want: `{…"category":1,…"is_current":true,…}`},
			{Name: "move the current one", Request: patchDocument(paper, map[string]any{"category": 2}), Status: 200,
				Want: `{…"category":2,…"is_current":false,…}`},
			{Name: "no CV then", Request: get(currentCVPath, apitest.Anonymous), Status: 200, Want: `{"download_url":null,"name":null}`},
			{Name: "all wrong", Request: patchDocument(first, map[string]any{"name": "", "category": 9, "is_current": "maybe"}), Status: 400,
				Want: `{"category":["Invalid pk \"9\" - object does not exist."],"is_current":["Must be a valid boolean."],"name":["This field may not be blank."]}`},
			{Name: "no such", Request: patchDocument(99, map[string]any{"is_current": true}), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "no id", Request: asStaff("PATCH", documentsPath+"x/", nothing), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "delete", Request: remove(documentPath(first)), Status: 204, Want: ""},
			{Name: "again", Request: remove(documentPath(first)), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "what is left", Request: get(documentsPath, apitest.Staff), Status: 200, Want: `[{…"name":"Paper",…},{…"name":"Second",…}]`},
		})
	})
}

func TestADownload(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		hidden := addDocument(t, site, nil, `Lebenslauf "für" dich.pdf`, aPDF)
		other := addDocument(t, site, nil, "other.pdf", aPDF)
		public := addDocument(t, site, map[string]string{"is_current": "on"}, "cv.pdf", aPDF+"2")
		file := map[string]string{
			"Content-Type": "application/pdf", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
			"Cache-Control": "no-store, no-transform", "Content-Disposition": `attachment; filename="cv.pdf"`,
		}
		named := map[string]string{"Content-Disposition": `attachment; filename="Lebenslauf _f_r_ dich.pdf"; filename*=UTF-8''Lebenslauf%20_f%C3%BCr_%20dich.pdf`}
		link := get(hidden.DownloadURL, apitest.Anonymous)
		wrong := strings.Replace(hidden.DownloadURL, "expires=", "expires=9", 1)
		const gone = `{"detail":"Not found."}`
		tag := site.Do(t, get(public.DownloadURL, apitest.Anonymous)).Header.Get("ETag")
		site.Run(t, []apitest.Scenario{
			{Name: "signed", Request: link, Status: 200, Want: strings.TrimSpace(aPDF), Header: named},
			{Name: "not signed", Request: get(documentPath(hidden.ID)+"download/", apitest.Anonymous), Status: 404, Want: gone},
			{Name: "not signed, by staff", Request: get(documentPath(hidden.ID)+"download/", apitest.Staff), Status: 404, Want: gone},
			{Name: "another moment", Request: get(wrong, apitest.Anonymous), Status: 404, Want: gone},
			{Name: "another document", Request: get(documentPath(other.ID)+"download/?"+strings.Split(hidden.DownloadURL, "?")[1], apitest.Anonymous), Status: 404, Want: gone},
			{Name: "public", Request: get(public.DownloadURL, apitest.Anonymous), Status: 200, Want: aPDF + "2", Header: file},
			{Name: "head", Request: apitest.Request{Method: "HEAD", Path: public.DownloadURL}, Status: 200, Want: "", Header: file},
			{Name: "a part", Request: apitest.Request{Method: "GET", Path: public.DownloadURL, Header: map[string]string{"Range": "bytes=1-3"}}, Status: 206, Want: "PDF",
				Header: map[string]string{"Content-Range": "bytes 1-3/" + strconv.Itoa(len(aPDF)+1)}},
			{Name: "no such part", Request: apitest.Request{Method: "GET", Path: public.DownloadURL, Header: map[string]string{"Range": "bytes=900-"}}, Status: 416, Want: "…"},
			{Name: "the same", Request: apitest.Request{Method: "GET", Path: public.DownloadURL, Header: map[string]string{"If-None-Match": tag}}, Status: 304, Want: ""},
			{Name: "as an image", Request: get("/media/documents/ab/cd", apitest.Anonymous), Status: 404, Want: gone},
		})
		site.Clock.Advance(15*time.Minute + time.Second)
		site.Run(t, []apitest.Scenario{
			{Name: "expired", Request: link, Status: 403, Want: `{"detail":"This link has expired. Reload the page to get a new one."}`},
			{Name: "another is current", Request: apitest.Request{Method: "PATCH", Path: documentPath(hidden.ID), Bearer: site.SignIn(t, apitest.Staff).Access,
				JSON: map[string]bool{"is_current": true}}, Status: 200, Want: `{…}`},
			{Name: "no longer public", Request: get(public.DownloadURL, apitest.Anonymous), Status: 404, Want: gone},
			{Name: "public now", Request: get(documentPath(hidden.ID)+"download/", apitest.Anonymous), Status: 200, Want: strings.TrimSpace(aPDF), Header: named},
		})
	})
}

// A fixed address leads to the current CV, and no cache may keep the redirect.
func TestTheCVHasOneAddress(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		cv := get("/cv-download", apitest.Anonymous)
		head := apitest.Request{Method: "HEAD", Path: "/cv-download"}
		none := map[string]string{"Location": "/cv", "Cache-Control": "no-store"}
		named := func(name string) map[string]string {
			return map[string]string{"Cache-Control": "no-store, no-transform", "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="` + name + `"`}
		}
		site.Run(t, []apitest.Scenario{
			{Name: "none", Request: cv, Status: 303, Want: "", Header: none},
			{Name: "head of none", Request: head, Status: 303, Want: "", Header: none},
		})
		first := addDocument(t, site, map[string]string{"is_current": "on"}, "2025.pdf", aPDF+"1").ID
		site.Run(t, []apitest.Scenario{
			{Name: "the first", Request: cv, Status: 200, Want: aPDF + "1", Header: named("2025.pdf")},
			{Name: "with a slash", Request: get("/cv-download/", apitest.Anonymous), Status: 200, Want: aPDF + "1"},
			{Name: "head", Request: head, Status: 200, Want: "", Header: named("2025.pdf")},
			{Name: "a part", Request: apitest.Request{Method: "GET", Path: "/cv-download", Header: map[string]string{"Range": "bytes=1-3"}}, Status: 206, Want: "PDF"},
			{Name: "no other method", Request: apitest.Request{Method: "DELETE", Path: "/cv-download"}, Status: 405, Want: `{…}`},
		})
		stale := site.Do(t, cv).Header.Get("ETag")
		second := addDocument(t, site, map[string]string{"is_current": "on"}, "2026.pdf", aPDF+"2").ID
		unlessStale := apitest.Request{Method: "GET", Path: "/cv-download", Header: map[string]string{"If-None-Match": stale}}
		site.Run(t, []apitest.Scenario{
			{Name: "another at once", Request: unlessStale, Status: 200, Want: aPDF + "2", Header: named("2026.pdf")},
			{Name: "back", Request: patchDocument(first, map[string]any{"is_current": true}), Status: 200, Want: `{…}`},
			{Name: "the first again", Request: unlessStale, Status: 304, Want: ""},
			{Name: "no mark", Request: patchDocument(first, map[string]any{"is_current": false}), Status: 200, Want: `{…}`},
			{Name: "none of two", Request: cv, Status: 303, Want: "", Header: none},
			{Name: "mark", Request: patchDocument(second, map[string]any{"is_current": true}), Status: 200, Want: `{…}`},
			{Name: "delete", Request: remove(documentPath(second)), Status: 204, Want: ""},
			{Name: "gone at once", Request: cv, Status: 303, Want: "", Header: none},
		})
	})
}

// TestFileNamesAreSafe uploads files with names that would do something to a header, and some as browsers encode them in
// forms. TestAttachment has the others.
func TestFileNamesAreSafe(t *testing.T) {
	site := apitest.Start(t)
	for sent, want := range map[string][2]string{ // the header's parameters, and the name in lists
		"plain.pdf":                {`filename="plain.pdf"`, "plain.pdf"},
		"履歴書.pdf":                  {`filename="___.pdf"; filename*=UTF-8''%E5%B1%A5%E6%AD%B4%E6%9B%B8.pdf`, "履歴書.pdf"},
		"a\r\nSet-Cookie: x=1.pdf": {`filename="aSet-Cookie_ x=1.pdf"`, "aSet-Cookie_ x=1.pdf"},
		"100%41.pdf":               {`filename="100_41.pdf"; filename*=UTF-8''100%2541.pdf`, "100%41.pdf"},
		"100%25.pdf":               {`filename="100_25.pdf"; filename*=UTF-8''100%2525.pdf`, "100%25.pdf"},
		"100%0a%2f%3A.pdf":         {`filename="100_0a_2f_3A.pdf"; filename*=UTF-8''100%250a%252f%253A.pdf`, "100%0a%2f%3A.pdf"},
		"a %22quoted%22 name.pdf":  {`filename="a _quoted_ name.pdf"`, "a _quoted_ name.pdf"},
		"two%0D%0Alines.pdf":       {`filename="twolines.pdf"`, "twolines.pdf"},
	} {
		made := addDocument(t, site, nil, sent, aPDF)
		got := site.Do(t, get(made.DownloadURL, apitest.Anonymous))
		if disposition := got.Header.Get("Content-Disposition"); disposition != "attachment; "+want[0] || got.Status != http.StatusOK || made.FileName != want[1] {
			t.Errorf("%q: %d %s, listed as %q\nwant %q", sent, got.Status, disposition, made.FileName, want)
		}
	}
}

// TestManyMarkCurrentAtOnce marks documents at once, which the partial unique index alone would
// refuse.
func TestManyMarkCurrentAtOnce(t *testing.T) {
	const calls = 30
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		site.Do(t, asStaff("POST", categoriesPath, map[string]string{"name": "Papers"}))
		var ids []int64
		for n := range 6 {
			ids = append(ids, addDocument(t, site, map[string]string{"category": strconv.Itoa(1 + n%2)}, "a.pdf", aPDF).ID)
		}
		// First all are marked in one category, so that one remains current; then they move between
		// two.
		for _, categories := range []int{1, 2} {
			var group sync.WaitGroup
			for n := range calls {
				group.Go(func() {
					request := patchDocument(ids[n%len(ids)], map[string]any{"is_current": true, "category": 1 + n/len(ids)%categories})
					if n%10 == 9 {
						request = sendDocument(map[string]string{"is_current": "true"}, "a.pdf", aPDF)
					}
					answer := site.Do(t, request)
					check(t, answer.Status < 300, "%d %s", answer.Status, answer.Body)
				})
			}
			group.Wait()
			current := currentByCategory(t, site)
			if categories == 1 && (current[1] != 1 || current[2] != 0) || current[1] > 1 || current[2] > 1 || current[1]+current[2] == 0 {
				t.Errorf("with %d categories, current documents by category: %v", categories, current)
			}
		}
	})
}

func currentByCategory(t *testing.T, site *apitest.Site) map[int64]int {
	t.Helper()
	current := map[int64]int{}
	for _, document := range listDocuments(t, site) {
		if document.IsCurrent {
			current[*document.Category]++
		}
	}
	return current
}
