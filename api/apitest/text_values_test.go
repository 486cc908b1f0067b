package apitest_test

import (
	"image/color"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
)

// Names of users and things appear in terminals, mails and file names.
func TestNamesAreText(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "Harbour")
		addImage(t, site, map[string]string{"title": "Crane"}, color.White)
		addDocument(t, site, nil, "a.pdf", aPDF)
		register := map[string]string{"email": "new@example.test", "password": "correct horse 9", "password2": "correct horse 9", "first_name": "Ada", "last_name": "Lovelace"}
		staff := func(method, path string, field string) apitest.Request {
			return asStaff(method, path, map[string]string{field: ""})
		}
		requests := map[string]apitest.Request{
			"first_name": post("/api/users/register/", register), "last_name": post("/api/users/register/", register),
			"first_name of a profile": staff("PATCH", "/api/users/profile/", "first_name"), "last_name of a profile": staff("PATCH", "/api/users/profile/", "last_name"),
			"name of a gallery": staff("POST", galleriesPath, "name"), "name of a changed gallery": staff("PATCH", "/api/photos/galleries/update/1/", "name"),
			"title": upload(nil, "a.jpg", jpegOf(t, 24, 24, color.Black)), "title of a changed image": staff("PATCH", "/api/photos/images/1/", "title"),
			"name of a category": staff("POST", "/api/documents/categories/", "name"),
			"name":               sendDocument(nil, "b.pdf", aPDF+"2"), "name of a changed document": staff("PATCH", "/api/documents/documents/1/", "name"),
		}
		texts := map[string]apitest.Request{
			"interest_notes": post("/api/users/register/", register), "description": staff("PATCH", "/api/photos/images/1/", "description"),
			"alt_text": staff("PATCH", "/api/photos/images/1/", "alt_text"), "description of a document": staff("PATCH", "/api/documents/documents/1/", "description"),
		}
		for what, request := range requests {
			for _, value := range []string{"A\x1b[2Jda", "A\u202eda", "A\u2066da", "A\u0085da", "A\nda", "A\u2028da", "A\x7fda"} {
				expectRefused(t, site, what, request, value)
			}
		}
		for what, request := range texts {
			for _, value := range []string{"A\x1b[2Jda", "A\u202eda\nb", "A\u009bda"} {
				expectRefused(t, site, what, request, value)
			}
			if answer := sendValue(t, site, what, request, "Loom:\r\n\tthe\nsecond"); answer.Status/100 != 2 {
				t.Errorf("%s of several lines: %d %s", what, answer.Status, answer.Body)
			}
		}
		for _, name := range []string{"Zoë", "شيرين" + "\u200c" + "دخت", "דוד", "O'Neill-Ωmega", "👩\u200d💻 名"} {
			if answer := sendValue(t, site, "first_name of a profile", requests["first_name of a profile"], name); answer.Status != 200 {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			}
		}
	})
}

// A letter and its accent are one or two code points, as on Apple's file systems. All texts are
// stored composed, so that searches find them.
func TestTextsAreComposed(t *testing.T) {
	const decomposed, composed = "e\u0301te\u0301", "été"
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		img := jpegOf(t, 24, 24, color.Black)
		texts := map[string]string{"title": decomposed + ".jpg", "description": "a\u0308rger", "alt_text": decomposed}
		answers := []apitest.Answer{
			site.Do(t, upload(texts, decomposed+".jpg", img)),
			site.Do(t, patch(imagePath(1), map[string]string{"description": "a\u0308rger"})),
			site.Do(t, asStaff("POST", galleriesPath, map[string]string{"name": decomposed})),
			site.Do(t, asStaff("PATCH", "/api/users/profile/", map[string]string{"first_name": decomposed, "last_name": decomposed})),
			site.Do(t, sendDocument(map[string]string{"name": decomposed}, decomposed+".pdf", aPDF)),
			site.Do(t, get("/api/users/data/", apitest.Staff)),
			site.Do(t, get(imagesPath, apitest.Staff)),
			site.Do(t, post("/api/users/register/", map[string]string{"email": "new@example.test", "password": "correct hors" + decomposed, "password2": "correct hors" + decomposed,
				"first_name": decomposed, "last_name": decomposed, "interest_notes": decomposed})),
		}
		for i, answer := range answers {
			check(t, answer.Status/100 == 2 && !strings.ContainsAny(answer.Body, "\u0301\u0308"), "%d: %d %s", i, answer.Status, answer.Body)
		}
		for _, words := range []string{composed + ".jpg", decomposed + ".jpg", "A\u0308RGER", "ÄRGER", "ärger"} {
			found := site.Do(t, get(imagesPath+"?search="+url.QueryEscape(words), apitest.Staff))
			check(t, strings.Count(found.Body, `"title":"`+composed+".jpg") == 1, "%q finds %s", words, found.Body)
		}
	})
}

func expectRefused(t *testing.T, site *apitest.Site, what string, request apitest.Request, value string) {
	t.Helper()
	field, _, _ := strings.Cut(what, " ")
	want := `"` + field + `":["Control characters and text direction marks are not allowed."]`
	answer := sendValue(t, site, what, request, value)
	check(t, answer.Status == 400 && strings.Contains(answer.Body, want), "%s %q: %d %s", what, value, answer.Status, answer.Body)
}

// sendValue sends request with value in the field that the first word of what names.
func sendValue(t *testing.T, site *apitest.Site, what string, request apitest.Request, value string) apitest.Answer {
	t.Helper()
	field, _, _ := strings.Cut(what, " ")
	with := map[string]string{field: value}
	if form := request.Form; form != nil {
		for name, other := range form.Fields {
			if name != field {
				with[name] = other
			}
		}
		copied := *form
		copied.Fields, request.Form = with, &copied
	} else {
		for name, other := range request.JSON.(map[string]string) {
			if name != field {
				with[name] = other
			}
		}
		request.JSON = with
	}
	return site.Do(t, request)
}

// Forms, queries and paths may hold invalid UTF-8, or text that PostgreSQL does not store. It is
// never a server error.
func TestBytesThatAreNoTextAreRefused(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		for _, bad := range []string{"\x00", "\xff", "a\x00b", "\xed\xa0\x80"} {
			encoded := url.QueryEscape(bad)
			for _, page := range []string{"users/?q=", "users/?which=", "users/?sort=", "audit/?user=", "audit/?actor=", "audit/?action=", "audit/?from=", "audit/?ip=", "audit/?after="} {
				if answer := site.Do(t, get("/api/admin/"+page+encoded, apitest.Staff)); answer.Status >= http.StatusInternalServerError {
					t.Errorf("%s%s: %d", page, encoded, answer.Status)
				}
			}
			for _, call := range []apitest.Request{
				get("/api/photos/images/?gallery_slug="+encoded, apitest.Anonymous), get("/api/photos/images/?search="+encoded, apitest.Staff),
				get("/api/photos/images/?gallery="+encoded, apitest.Staff), get("/api/photos/images/?ordering="+encoded, apitest.Staff),
				get("/api/documents/documents/1/download/?expires="+encoded+"&signature="+encoded, apitest.Anonymous),
				{Method: "DELETE", Path: "/api/users/sessions/" + encoded + "/", As: apitest.User},
				{Method: "DELETE", Path: "/api/photos/images/" + encoded + "/", As: apitest.Staff},
				{Method: "POST", Path: "/backend/password-reset-confirm/" + encoded + "/" + encoded + "/", JSON: map[string]string{"new_password": "another horse 9", "new_password2": "another horse 9"}},
				get("/media/"+encoded, apitest.Anonymous), get("/"+encoded, apitest.Anonymous),
				redeem(bad), renew(bad),
				post("/api/users/login/", map[string]string{"email": bad, "password": bad}), post("/backend/forgotpasswordreset/", map[string]string{"email": "a" + bad + "@example.test"}),
			} {
				if answer := site.Do(t, call); answer.Status >= http.StatusInternalServerError {
					t.Errorf("%s %s: %d %s", call.Method, call.Path, answer.Status, answer.Body)
				}
			}
			expect(t, site, http.StatusNotFound, asStaff("DELETE", "/api/admin/users/1/sessions/"+encoded+"/", nil))
		}
	})
}

// shifted returns text with its ASCII digits, and optionally its letters, moved to another block of
// Unicode, in which zero is the digit 0.
func shifted(text string, zero rune, letters bool) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return zero + r - '0'
		case letters && r >= 'A' && r <= 'Z':
			return zero - '0' + r
		}
		return r
	}, text)
}

// The digits of any script are accepted, and any separators between them.
func TestCodesAsKeyboardsWriteThem(t *testing.T) {
	const fullWidth, arabic, mathematicalBold = '０', '٠', '\U0001d7ce'
	typed := map[string]func(code string) string{
		"full-width digits": func(code string) string { return shifted(code, fullWidth, false) },
		"an ideographic space": func(code string) string {
			return shifted(code[:3], fullWidth, false) + "\u3000" + shifted(code[3:], fullWidth, false)
		},
		"spaces around":             func(code string) string { return " " + code + "\n" },
		"a no-break space":          func(code string) string { return code[:3] + "\u00a0" + code[3:] },
		"a hyphen":                  func(code string) string { return code[:3] + "-" + code[3:] },
		"a full-width hyphen":       func(code string) string { return code[:3] + "－" + code[3:] },
		"a dash":                    func(code string) string { return code[:3] + "–" + code[3:] },
		"a minus sign":              func(code string) string { return code[:3] + "\u2212" + code[3:] },
		"a mark of direction":       func(code string) string { return "\u200e" + code },
		"Arabic digits":             func(code string) string { return shifted(code, arabic, false) },
		"digits of a long sequence": func(code string) string { return shifted(code, mathematicalBold, false) },
	}
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		bearer := site.SignIn(t, apitest.User).Access
		var setup struct{ Secret string }
		site.Do(t, factorCall("POST", "totp/", bearer, nil)).Decode(t, &setup)
		var recovery struct {
			Codes []string `json:"recovery_codes"`
		}
		confirmed := site.Do(t, factorCall("POST", "totp/confirm/", bearer, map[string]string{
			"code": typed["an ideographic space"](codeOf(t, site, setup.Secret, 0)),
		}))
		if confirmed.Status != 200 {
			t.Fatalf("set up: %d %s", confirmed.Status, confirmed.Body)
		}
		confirmed.Decode(t, &recovery)
		for name, write := range typed {
			site.Clock.Advance(30 * time.Second)
			code := codeOf(t, site, setup.Secret, 0)
			if answer := site.Do(t, signInWith(t, site, apitest.User, write(code))); answer.Status != 200 {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			}
		}
		for name, code := range map[string]string{
			"full-width letters, digits and hyphens": strings.ReplaceAll(shifted(recovery.Codes[0], fullWidth, true), "-", "－"),
			"dashes and no-break spaces":             strings.ReplaceAll(strings.ToLower(recovery.Codes[1]), "-", "\u00a0–\u00a0"),
		} {
			if answer := site.Do(t, signInWith(t, site, apitest.User, code)); answer.Status != 200 {
				t.Errorf("a recovery code, %s: %d %s", name, answer.Status, answer.Body)
			}
		}
		site.Clock.Advance(30 * time.Second)
		for _, wrong := range []string{"１２", "-", "\u3000"} {
			if answer := site.Do(t, signInWith(t, site, apitest.User, wrong)); answer.Status != 400 || answer.Body != wrongCode {
				t.Errorf("%q: %d %s", wrong, answer.Status, answer.Body)
			}
		}
	})
}

// null is not a text, a number or a boolean, wherever it is in a body.
func TestNullIsNotAValue(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		const null = `This field may not be null.`
		site.Run(t, []apitest.Scenario{
			{Name: "a boolean", Request: asStaff("PUT", "/api/admin/users/1/staff/", map[string]any{"is_staff": nil}), Status: 400, Want: `{"is_staff":["` + null + `"]}`},
			{Name: "a number", Request: asStaff("PUT", settingsPath+"mail/", map[string]any{"server": "127.0.0.1", "port": nil}), Status: 400, Want: `{"port":["` + null + `"]}`},
			{Name: "a revision and a base", Request: asStaff("PUT", "/api/content/drafts/", map[string]any{"path": "cv/profile.md", "text": "a", "revision": nil, "base": nil}), Status: 400,
				Want: `{"base":["` + null + `"],"revision":["` + null + `"]}`},
			{Name: "in a list", Request: asStaff("POST", "/api/content/publications/", map[string]any{"drafts": []any{map[string]any{"path": "cv/profile.md", "revision": nil}}}), Status: 400,
				Want: `{"drafts":["` + null + `"]}`},
		})
	})
}
