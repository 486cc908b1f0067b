package apitest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
	"portfolio/api/visits"
)

// visit is the request of an open page. It adds to header.
func visit(path, referrer string, header map[string]string) apitest.Request {
	sent := map[string]string{"Origin": apitest.PublicURL, "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0"}
	maps.Copy(sent, header)
	return apitest.Request{Method: "POST", Path: "/api/visits/", JSON: map[string]string{"path": path, "referrer": referrer}, Header: sent}
}

// visited returns the visits on the dashboard, of all replicas.
func visited(t *testing.T, replicas ...*apitest.Site) (figures struct{ Visits visits.Figures }) {
	t.Helper()
	for _, replica := range replicas {
		noError(t, replica.App.Counters.Flush(t.Context()))
	}
	replicas[0].Do(t, get(dashboardPath, apitest.Staff)).Decode(t, &figures)
	return figures
}

func expectVisits(t *testing.T, daily int64, pages, sites string, replicas ...*apitest.Site) {
	t.Helper()
	got := visited(t, replicas...).Visits
	listed, err := json.Marshal([]any{got.Pages, got.Sites})
	noError(t, err)
	if want := `[` + pages + `,` + sites + `]`; got.Daily[29] != daily || string(listed) != want {
		t.Errorf("%d today, %s\nnot %d, %s", got.Daily[29], listed, daily, want)
	}
}

// publishPages reports a build with the pages / and /cv to a site whose pages call it from elsewhere.
func publishPages(t *testing.T, site *apitest.Site) {
	t.Helper()
	report := reportBuild(t, site, 0)
	report.JSON.(map[string]any)["pages"] = []string{"/", "/cv"}
	expect(t, site, 204, report)
}

var withPages = apitest.Settings{"CORS_ORIGINS": apitest.PublicURL}

func TestVisits(t *testing.T) {
	apitest.EachWith(t, withPages, func(t *testing.T, site *apitest.Site) {
		expect(t, site, 204, visit("/", "", nil)) // no build has reported its pages
		publishPages(t, site)
		replica := apitest.Open(t, site.Database, withPages)
		signedIn := visit("/", "", nil)
		signedIn.As = apitest.Staff
		site.Run(t, []apitest.Scenario{
			{Name: "a page", Request: visit("/", "", nil), Status: 204},
			{Name: "with a slash, from elsewhere", Request: visit("/cv/", "https://WWW.linkedin.com:443/", nil), Status: 204},
			{Name: "from the site itself", Request: visit("/cv", apitest.PublicURL+"/about", nil), Status: 204},
			{Name: "from a page with a secret", Request: visit("/cv", "https://mail.example/inbox?user=ada", nil), Status: 204},
			{Name: "from a machine", Request: visit("/cv", "http://192.168.1.7/", nil), Status: 204},
			{Name: "from something other than a host", Request: visit("/cv", "javascript:ada", nil), Status: 204},

			{Name: "an unknown page", Request: visit("/made-up", "https://made-up.example/", nil), Status: 204},
			{Name: "no path", Request: visit("", "", nil), Status: 400, Want: `{"path":["This field may not be blank."]}`},
			{Name: "do not track", Request: visit("/", "https://a.example/", map[string]string{"DNT": "1"}), Status: 204},
			{Name: "global privacy control", Request: visit("/", "https://a.example/", map[string]string{"Sec-GPC": "1"}), Status: 204},
			{Name: "staff", Request: signedIn, Status: 204},
			{Name: "a program", Request: visit("/", "https://a.example/", map[string]string{"Origin": ""}), Status: 204},
			{Name: "a robot", Request: visit("/", "https://a.example/", map[string]string{"User-Agent": "Mozilla/5.0 (compatible; Seeker; +https://seek.example)"}), Status: 204},
			{Name: "a browser without a user", Request: visit("/", "https://a.example/", map[string]string{"User-Agent": "Mozilla/5.0 HeadlessChrome/140.0"}), Status: 204},
			{Name: "a page of another site", Request: visit("/", "https://a.example/", map[string]string{"Origin": "https://other.example"}), Status: 403,
				Want: `{"detail":"Cross-origin request refused. Send the request from the site itself."}`},
		})
		expect(t, replica, 204, visit("/", "android-app://linkedin.com/", nil))
		expectVisits(t, 7, `[{"name":"/cv","count":5},{"name":"/","count":2}]`, `[{"name":"LinkedIn","count":2},{"name":"mail.example","count":1}]`, site, replica)

		// Thirteen months have 394 to 397 days.
		for _, step := range []struct {
			days int
			want int64
		}{{390, 7}, {10, 0}} {
			site.Clock.Advance(time.Duration(step.days) * 24 * time.Hour)
			noError(t, site.App.DeleteExpired(t.Context()))
			daily, err := site.App.Counters.Daily(t.Context(), visits.CountVisits, 410)
			noError(t, err)
			equal(t, slices.Max(daily), step.want, "visits %d days later", step.days)
		}
	})
}

// At noon in UTC, Kiritimati has the next day. A zone that is set on one replica applies on all.
func TestDaysBeginInTheOwnersTimeZone(t *testing.T) {
	apitest.EachWith(t, withPages, func(t *testing.T, site *apitest.Site) {
		replica := apitest.Open(t, site.Database, withPages)
		noon := time.Now().UTC().Truncate(24 * time.Hour).Add(36 * time.Hour)
		for _, at := range []*servertest.Clock{site.Clock, replica.Clock} {
			at.Advance(noon.Sub(at.Now()))
		}
		publishPages(t, site)
		addDocument(t, site, map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF)
		count := func(on *apitest.Site) {
			expect(t, on, 204, visit("/", "", nil))
			expect(t, site, 200, apitest.Request{Method: "GET", Path: "/cv-download", Header: browser("Pixel 8")})
		}
		days := func(name string, today time.Time, last ...int64) {
			t.Helper()
			var seen struct {
				Today       string
				CVDownloads []int64 `json:"cv_downloads"`
				Visits      visits.Figures
			}
			site.Do(t, get(dashboardPath, apitest.Staff)).Decode(t, &seen)
			equal(t, seen.Today, today.Format(time.DateOnly), "today %s", name)
			first := 30 - len(last)
			check(t, slices.Equal(seen.Visits.Daily[first:], last) && slices.Equal(seen.CVDownloads[first:], last),
				"%s: visits %v, downloads %v, not %v", name, seen.Visits.Daily, seen.CVDownloads, last)
		}
		count(site)
		noError(t, site.App.Counters.Flush(t.Context()))
		days("in UTC", noon, 0, 1)
		set := func(name string) apitest.Request {
			return asStaff("PUT", settingsPath+"time-zone/", map[string]string{"time_zone": name})
		}
		wrong := `{"time_zone":["This server does not know that time zone. Choose one such as Europe/Berlin."]}`
		site.Run(t, []apitest.Scenario{
			{Name: "an unknown zone", Request: set("Europe/Atlantis"), Status: 400, Want: wrong},
			{Name: "that of the machine", Request: set("Local"), Status: 400, Want: wrong},
			{Name: "a file", Request: set("../etc/localtime"), Status: 400, Want: wrong},
			{Name: "before one is set", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"time_zone":"UTC"…}`},
			{Name: "chosen", Request: set("Pacific/Kiritimati"), Status: 204},
			{Name: "in the settings", Request: get(settingsPath, apitest.Staff), Status: 200, Want: `{…"time_zone":"Pacific/Kiritimati"…}`},
			{Name: "in the editor", Request: get(contentFilesPath, apitest.Staff), Status: 200, Want: `{…"time_zone":"Pacific/Kiritimati"}`},
		})
		days("the next day", noon.AddDate(0, 0, 1), 0, 1, 0)
		count(replica)
		noError(t, replica.App.Counters.Flush(t.Context()))
		days("counted elsewhere", noon.AddDate(0, 0, 1), 0, 1, 1)
		count(site)
		days("pending", noon.AddDate(0, 0, 1), 0, 1, 2)
	})
}

// browser is the user agent of a phone.
func browser(model string) map[string]string {
	return map[string]string{"User-Agent": "Mozilla/5.0 (Linux; Android 13; " + model + ") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"}
}

func TestOnlyVisitorsAreCounted(t *testing.T) {
	apitest.AnyWith(t, withPages, func(t *testing.T, site *apitest.Site) {
		publishPages(t, site)
		cv := addDocument(t, site, map[string]string{"name": "CV", "is_current": "true"}, "cv.pdf", aPDF)
		shared := share(t, site, cv.ID, nil)
		for _, part := range []string{"", "/download"} {
			site.Do(t, apitest.Request{Method: "HEAD", Path: shared.Path + part, Header: browser("Pixel 8")})
		}
		download := apitest.Request{Method: "GET", Path: "/cv-download"}
		etag := site.Do(t, apitest.Request{Method: "HEAD", Path: "/cv-download"}).Header.Get("ETag")
		preview := http.Cookie{Name: "preview", Value: previewCookie(t, site.Do(t, login(apitest.Email(apitest.Staff), apitest.Password))).Value}
		want := int64(0)
		for _, test := range []struct {
			name   string
			header map[string]string
			visits bool // or a download alone
			counts int64
		}{
			{"CUBOT", browser("CUBOT NOTE 20"), true, 1},
			{"M bot", browser("M bot 60"), true, 1},
			{"B BOT", browser("B BOT 550 Build/MRA58K; wv"), true, 1},
			{"Pixel", browser("Pixel 8"), true, 1},
			{"GoogleOther", browser("Nexus 5X; compatible; GoogleOther"), true, 0},
			{"Google-InspectionTool", map[string]string{"User-Agent": "Mozilla/5.0 (compatible; Google-InspectionTool/1.0)"}, true, 0},
			{"PhantomJS", map[string]string{"User-Agent": "Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 PhantomJS/2.1.1 Safari/538.1"}, true, 0},
			{"Prerender", map[string]string{"User-Agent": "Mozilla/5.0 Chrome/119 Safari/537.36 Prerender"}, true, 0},
			{"Chrome-Lighthouse", map[string]string{"User-Agent": browser("moto g power (2022)")["User-Agent"] + " Chrome-Lighthouse"}, true, 0},
			{"bingbot", map[string]string{"User-Agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"}, true, 0},
			{"curl", map[string]string{"User-Agent": "curl/8.5"}, true, 0},
			{"a link preview", map[string]string{"User-Agent": "WhatsApp/2.23.20.0"}, true, 0},
			{"no user agent", map[string]string{"User-Agent": ""}, true, 0},
			{"a prefetch", map[string]string{"Sec-Purpose": "prefetch;prerender"}, true, 0},
			{"DNT", map[string]string{"DNT": "1"}, true, 0},
			{"GPC", map[string]string{"Sec-GPC": "1"}, true, 0},
			{"the browser's copy", map[string]string{"If-None-Match": etag}, false, 0},
			{"the whole as a part", map[string]string{"Range": "bytes=0-"}, false, 1},
			{"a part", map[string]string{"Range": "bytes=1-"}, false, 0},
			{"staff", map[string]string{"Cookie": preview.String()}, false, 0},
		} {
			want += test.counts
			requested := download
			requested.Header = maps.Clone(browser("Pixel 8"))
			maps.Copy(requested.Header, test.header)
			site.Do(t, requested)
			requested.Path = shared.Path + "/download"
			site.Do(t, requested)
			if test.visits {
				expect(t, site, 204, visit("/", "", test.header))
				requested.Path = shared.Path
				site.Do(t, requested)
			}
			noError(t, site.App.Counters.Flush(t.Context()))
			downloads, err := site.App.Counters.Daily(t.Context(), visits.CountCVDownloads, 1)
			noError(t, err)
			equal(t, downloads[0], want, "downloads after %s", test.name)
			counted := listShares(t, site, "")[0]
			equal(t, counted.Downloads, want, "downloads of a share after %s", test.name)
			if test.visits {
				equal(t, visited(t, site).Visits.Daily[29], want, "visits after %s", test.name)
				equal(t, counted.Views, want, "views of a share after %s", test.name)
			}
		}
		for _, app := range []string{"android-app://com.linkedin.android/", "https://www.linkedin.com/feed", "android-app://com.google.android.gm/", "android-app://org.telegram.messenger", "https://de.linkedin.com/in/ann"} {
			expect(t, site, 204, visit("/cv", app, nil))
		}
		expectVisits(t, want-1+5, `[{"name":"/cv","count":5},{"name":"/","count":4}]`,
			`[{"name":"LinkedIn","count":3},{"name":"Gmail","count":1},{"name":"Telegram","count":1}]`, site)
	})
}

// One client cannot fill the table, push up a page, or hide referring sites behind made-up ones.
func TestVisitsAreLimited(t *testing.T) {
	apitest.AnyWith(t, withPages, func(t *testing.T, site *apitest.Site) {
		publishPages(t, site)
		usual := visit("/cv", "https://linkedin.com/", nil)
		before := apitest.Open(t, site.Database, withPages)
		expect(t, before, 204, usual)
		noError(t, before.App.Counters.Flush(t.Context()))
		for i := range 70 {
			expect(t, site, 204, visit("/", "", map[string]string{"X-Forwarded-For": "203.0.113.7"}))
			expect(t, site, 204, visit("/cv", fmt.Sprintf("https://site-%d.example/", i), map[string]string{"X-Forwarded-For": fmt.Sprintf("2001:db8::%d", i)}))
			if i == 64 {
				site.Clock.Advance(time.Minute)
			}
		}
		expect(t, site, 204, usual)
		// Of an IPv6 network all addresses count together.
		expectVisits(t, 132, `[{"name":"/cv","count":67},{"name":"/","count":65}]`,
			`[{"name":"other sites","count":15},{"name":"LinkedIn","count":2},{"name":"site-0.example","count":1},`+
				`{"name":"site-1.example","count":1},{"name":"site-10.example","count":1}]`, site)
	})
}
