package apitest_test

import (
	"fmt"
	"image/color"
	"net/url"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

// search returns the titles of the photos that a search finds, by title.
func search(t *testing.T, site *apitest.Site, words string) string {
	t.Helper()
	return listOf(t, site, "?"+url.Values{"search": {words}, "ordering": {"title"}}.Encode())
}

func TestPhotosAreFoundWithoutRegardToCaseAndAccents(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "Été à Genève")
		add := func(title, description, altText, gallery string) {
			addImage(t, site, map[string]string{"title": title, "description": description, "alt_text": altText, "gallery": gallery}, color.White)
		}
		add("A", "", "", "1")
		add("B", "CRÈME BRÛLÉE", "", "")
		add("C", "", "ΟΔΥΣΣΕΥΣ in İzmir", "")
		add("Die Große Straße", "", "", "")
		add("E 50%_\\", "", "", "")
		add("ﬁne Ａrt", "", "", "")
		add("Ёлка й", "", "", "")
		add("がく", "", "", "")
		add("Łódź, Ærø", "", "", "")
		for words, want := range map[string]string{
			"été":                        "A",
			"e\u0301te\u0301 GENE\u0300": "A",
			"ete a geneve":               "A",
			"crème":                      "B",
			"brulee Cre":                 "B",
			"Οδυσσεύς":                   "C",
			"izmir":                      "C",
			"IZMIR":                      "C",
			"ızmır":                      "C",
			"STRASSE grosse":             "Die Große Straße",
			"straße GROẞE":               "Die Große Straße",
			"%":                          "E 50%_\\",
			"_":                          "E 50%_\\",
			"\\":                         "E 50%_\\",
			"fine art":                   "ﬁne Ａrt",
			"елка":                       "Ёлка й",
			"か":                          "",
			"が":                          "がく",
			"lodz AERO":                  "Łódź, Ærø",
			"łódź ærø":                   "Łódź, Ærø",
		} {
			equal(t, search(t, site, words), want, "%q finds", words)
		}
	})
}

// A search uses the current texts after each way to change them.
func TestChangedPhotosAreFound(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "Été")
		first := addImage(t, site, map[string]string{"title": "Àlpha", "description": "Ñandú", "alt_text": "Çedille", "gallery": "1"}, color.White)
		second := addImage(t, site, map[string]string{"title": "Bêta"}, color.Black)
		wantFound := func(when string, found map[string]string) {
			t.Helper()
			for words, want := range found {
				equal(t, search(t, site, words), want, "%s: %q finds", when, words)
			}
		}
		wantFound("added", map[string]string{"alpha": "Àlpha", "nandu": "Àlpha", "cedille": "Àlpha", "ete": "Àlpha"})

		image := fmt.Sprintf("%s%d/", imagesPath, first.ID)
		expect(t, site, 200, apitest.Request{Method: "PATCH", Path: image, As: apitest.Staff, Form: &apitest.Form{Fields: map[string]string{"title": "Ômega"}}})
		wantFound("with another title", map[string]string{"alpha": "", "omega": "Ômega", "nandu": "Ômega", "cedille": "Ômega"})
		expect(t, site, 200, apitest.Request{Method: "PATCH", Path: image, As: apitest.Staff, Form: &apitest.Form{Fields: map[string]string{"description": "Événement", "alt_text": ""}}})
		wantFound("with other texts", map[string]string{"omega": "Ômega", "nandu": "", "cedille": "", "evenement": "Ômega"})

		expect(t, site, 200, asStaff("PATCH", galleriesPath+"update/1/", map[string]any{"name": "Hôtel"}))
		wantFound("in a renamed gallery", map[string]string{"ete": "", "hotel": "Ômega"})

		both := []int64{first.ID, second.ID}
		expect(t, site, 200, changeImages(map[string]any{"images": both, "append_title": "Forêt", "append_description": "Île"}))
		wantFound("with appended texts", map[string]string{"foret": "Bêta Forêt,Ômega Forêt", "beta for": "Bêta Forêt", "ile": "Bêta Forêt,Ômega Forêt", "evenement ile": "Ômega Forêt"})
		expect(t, site, 200, changeImages(map[string]any{"images": both, "title": "Même", "description": "Naïf"}))
		wantFound("changed together", map[string]string{"foret": "", "ile": "", "meme": "Même,Même", "naif": "Même,Même"})

		expect(t, site, 204, remove(image))
		wantFound("deleted", map[string]string{"naif": "Même"})
	})
}

func TestListsByNameAreTheSameOnBothDatabases(t *testing.T) {
	names := []string{"Zoe", "éclair", "Edgar", "Ähre", "apfel", "Øre", "Öl"}
	const want = "Ähre,apfel,éclair,Edgar,Öl,Øre,Zoe"
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		for _, name := range names {
			addGallery(t, site, name)
			addImage(t, site, map[string]string{"title": name}, color.White)
			expect(t, site, 201, asStaff("POST", categoriesPath, map[string]string{"name": name}))
		}
		equal(t, listOf(t, site, "?ordering=title"), want, "photos")
		for _, path := range []string{galleriesPath, "/api/documents/categories/"} {
			var listed []struct{ Name string }
			site.Do(t, get(path, apitest.Staff)).Decode(t, &listed)
			var found []string
			for _, one := range listed {
				if one.Name != "CV" {
					found = append(found, one.Name)
				}
			}
			equal(t, strings.Join(found, ","), want, "%s", path)
		}
	})
}

// A few characters become many in the form that is searched and sorted by, which PostgreSQL bounds
// in an index.
func TestLongTextsOfExpandingCharactersAreStored(t *testing.T) {
	var text strings.Builder
	for i := range 150 {
		text.WriteRune(rune(0x3300 + i*7%88)) // squared words, such as ㌀, of three to six characters
	}
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, text.String()[:300])
		image := addImage(t, site, map[string]string{"title": text.String()}, color.White)
		expect(t, site, 200, changeImages(map[string]any{"images": []int64{image.ID}, "append_title": text.String()[:147]}),
			apitest.Request{Method: "PATCH", Path: "/api/users/profile/", As: apitest.User, JSON: map[string]any{"first_name": text.String(), "last_name": text.String()}})
	})
}

func TestAccountsAndTheAuditLogAreSearchedWithoutRegardToCaseAndAccents(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		expect(t, site, 201, register(map[string]any{"email": "Zoé@example.test", "first_name": "Zoé", "last_name": "Brontë-Straße"}))
		expect(t, site, 200, login("Zoé@example.test", newPassword))
		for words, found := range map[string]bool{
			"bronte": true, "BRONTË zoe": true, "STRASSE": true, "ZOÉ@EXAMPLE": true, "zoe\u0301@example": true, "e\u0308": true, "zzz": false, "%": false,
		} {
			page := site.Do(t, get("/api/admin/users/?"+url.Values{"q": {words}}.Encode(), apitest.Staff))
			check(t, page.Status == 200 && strings.Contains(page.Body, "Brontë") == found, "accounts by %q: %d, found: %v", words, page.Status, !found)
		}
		for actor, found := range map[string]bool{"zoé@example.test": true, "ZOÉ@EXAMPLE.TEST": true, "ZOE\u0301@example.test": true, "zoe@example.test": false} {
			entries := auditOf(t, site, "?"+url.Values{"actor": {actor}}.Encode()).Entries
			check(t, len(entries) > 0 == found, "audit log by %q: found: %v", actor, !found)
		}
	})
}
