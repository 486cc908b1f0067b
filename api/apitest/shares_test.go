package apitest_test

import (
	"fmt"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

const sharesPath = "/api/shares/"

// A share follows its document, and all that have ended answer alike.
func TestAShareEnds(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		document := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF)
		create := func() (id int64, path string) {
			var created struct {
				Share struct{ ID int64 }
				Link  string
			}
			answered(t, site, 201, asStaff("POST", sharesPath, map[string]any{
				"kind": "document", "document": document.ID, "access": "link", "max_downloads": 1,
			}), &created)
			return created.Share.ID, strings.TrimPrefix(created.Link, apitest.PublicURL)
		}
		show := func(path string) apitest.Request { return get(path, apitest.Anonymous) }
		gone := site.Do(t, show("/s/0123456789012345678901")).Body
		wantGone := func(path string) {
			t.Helper()
			answer := site.Do(t, show(path))
			check(t, answer.Status == 404 && answer.Body == gone, "%s: %d %s", path, answer.Status, answer.Body)
		}
		id, path := create()
		page := site.Do(t, show(path))
		check(t, page.Status == 200 && strings.Contains(page.Body, path+"/download"), "%d %s", page.Status, page.Body)
		file := site.Do(t, show(path+"/download")).Header.Get("Location")
		equal(t, site.Do(t, show(file)).Body, strings.TrimSpace(aPDF), "the file")
		ranged := show(file)
		ranged.Header = map[string]string{"Range": "bytes=3-"}
		equal(t, site.Do(t, ranged).Status, 206, "the status of a resumed download")
		wantGone(path)
		wantGone(path + "/download")
		wantGone(file + "x")
		expect(t, site, 200, asStaff("POST", fmt.Sprintf("%s%d/revoke/", sharesPath, id), nil))
		wantGone(file)
		_, path = create()
		expect(t, site, 204, remove(fmt.Sprintf("%s%d/", documentsPath, document.ID)))
		wantGone(path)
		check(t, !strings.Contains(site.Log.String(), path), "the log has the link")
	})
}
