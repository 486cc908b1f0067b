package apitest_test

import (
	"image/color"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

var (
	anyRow  = regexp.MustCompile(`(?s)<tr role="row"[^>]*><td.*?</tr>|<tr role="row">\s*<td.*?</tr>`)
	anyTag  = regexp.MustCompile(`<[^>]*>`)
	anyDate = regexp.MustCompile(`\d{1,2} [A-Z][a-z]{2} \d{4}`)
)

// rowsOf returns the rows of a page's table as somebody reads them, with TODAY in the place of dates.
func rowsOf(page apitest.Answer) (rows []string) {
	for _, row := range anyRow.FindAllString(page.Body, -1) {
		text := strings.Join(strings.Fields(anyTag.ReplaceAllString(row, " ")), " ")
		rows = append(rows, anyDate.ReplaceAllString(text, "TODAY"))
	}
	return rows
}

func TestTheBackendAdminSaysWhereContentIsUsed(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		staff := site.Browser()
		staff.EnterBackend(t, apitest.Staff)
		for path, want := range map[string]string{
			"documents/": "No documents uploaded yet.", "images/": "No images uploaded yet.", "galleries/": "No galleries created yet.",
			"images/?q=x": "Nothing matches.",
		} {
			if rows := rowsOf(staff.Get(t, "/backend/admin/"+path)); len(rows) != 1 || rows[0] != want {
				t.Errorf("%s, empty: %q", path, rows)
			}
		}
		addGallery(t, site, "page logos")
		addGallery(t, site, "Harbour")
		addImage(t, site, map[string]string{"title": "Crane", "gallery": "1"}, color.White)
		addImage(t, site, map[string]string{"title": "Quay 100%", "gallery": "2"}, color.Black)
		addImage(t, site, map[string]string{"title": "Éclair"}, color.White)
		site.Do(t, apitest.Request{Method: "POST", Path: categoriesPath, As: apitest.Staff, JSON: map[string]string{"name": "Papers"}})
		addDocument(t, site, map[string]string{"name": "Old CV"}, "old.pdf", aPDF)
		addDocument(t, site, map[string]string{"name": "CV 2026", "is_current": "true"}, "cv.pdf", aPDF)
		addDocument(t, site, map[string]string{"name": "Paper", "category": "2", "is_current": "true"}, "a.md", "# A paper")
		by := " Uploaded TODAY by " + apitest.Email(apitest.Staff)
		for path, want := range map[string][]string{
			"documents/": {
				"Paper a.md Category Papers Current Download Size 9 bytes" + by,
				"CV 2026 cv.pdf Category CV On the CV page Download Size …" + by,
				"Old CV old.pdf Category CV Staff only Size …" + by,
			},
			"documents/?q=CV.PDF": {"CV 2026 cv.pdf …"},
			"categories/": {
				"CV Feeds the CV page … 2 documents Current CV 2026", "Papers No description 1 document Current Paper",
			},
			"galleries/": {
				"Harbour harbour No description 1 image", "page logos Feeds the home banner page-logos No description 1 image",
			},
			"galleries/?sort=-name": {"page logos …", "Harbour …"},
			"images/": {
				"Éclair … Gallery none …" + by, "Quay 100% … Gallery Harbour …" + by, "Crane … Gallery page logos Front page … × … file…" + by,
			},
			"images/?sort=uploaded":                   {"Crane …", "Quay 100% …", "Éclair …"},
			"images/?q=" + url.QueryEscape("100%"):    {"Quay 100% …"},
			"images/?q=" + url.QueryEscape("Éclair"):  {"Éclair …"},
			"images/?q=" + url.QueryEscape("cRaNe"):   {"Crane …"},
			"images/?q=crane&sort=nothing&page=-1&x=": {"Crane …"},
		} {
			rows := rowsOf(staff.Get(t, "/backend/admin/"+path))
			fits := len(rows) == len(want)
			for i := 0; fits && i < len(rows); i++ {
				fits = regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(want[i]), "…", ".*") + "$").MatchString(rows[i])
			}
			if !fits {
				t.Errorf("%s: %q, not %q", path, rows, want)
			}
		}
		if got := staff.Get(t, "/backend/admin/images/?q=crane&page=9").Header.Get("Location"); got != "/backend/admin/images/?q=crane" {
			t.Errorf("a page that there is no longer leads to %q", got)
		}
	})
}
