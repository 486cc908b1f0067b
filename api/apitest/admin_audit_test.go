package apitest_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
)

func TestTheAuditLogIsFilteredAndPaged(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		for i := range 120 {
			event := audit.Event{Action: audit.GalleryDeleted, ActorID: 7, Actor: "Ada@example.test", Kind: audit.Gallery, TargetID: 9, Target: fmt.Sprintf("<b>%d</b>", i)}
			noError(t, site.App.Audit.Record(audit.WithSource(t.Context(), audit.Source{IP: "203.0.113.7"}), event))
		}
		today := site.Clock.Now().UTC().Format("2006-01-02")
		// In the reader's time zone, to the second.
		zone := time.FixedZone("", 13*60*60)
		at := func(name string, after time.Duration) string {
			return "?" + name + "=" + url.QueryEscape(site.Clock.Now().Add(after).In(zone).Format(time.RFC3339))
		}
		for query, want := range map[string]int{
			"?action=gallery+deleted":  50,
			"?action=nothing":          0,
			"?actor=ADA@example.test+": 50,
			"?actor=ada":               0,
			"?kind=gallery&target=9":   50,
			"?kind=gallery&target=8":   0,
			"?user=7":                  50,
			"?user=8":                  0,
			"?user=7&ip=203.0.113.8":   0,
			"?actor=command+line":      0,
			"?from=9998-12-31":         0,
			"?ip=203.0.113.7":          50,
			"?ip=203.0.113.8":          0,
			"?kind=gallery&from=" + today + "&to=" + today:        50,
			at("from", time.Second):                               0,
			at("from", -time.Second):                              50,
			at("to", -time.Second) + "&kind=gallery":              0,
			at("to", time.Second) + "&kind=gallery":               50,
			"?to=2020-01-01":                                      0,
			"?kind=%22%3E%3Cscript%3E":                            0,
			"?kind=%00":                                           50,
			"?after=99999999999999999999-1":                       50,
			"?user=7&to=9998-12-31&from=0001-01-01":               50,
			"?user=7&after=" + strings.Repeat("9", 5000):          50,
			"?user=7&target=&from=&to=&action=&kind=&ip=&actor=+": 50,
		} {
			page := auditOf(t, site, query)
			if len(page.Entries) != want {
				t.Errorf("%s: %d entries, not %d", query, len(page.Entries), want)
			}
		}
		newest := auditOf(t, site, "?kind=gallery").Entries[0]
		if newest.Target != "<b>119</b>" || newest.IP != "203.0.113.7" || newest.Actor != "Ada@example.test" || *newest.TargetID != 9 {
			t.Errorf("%+v", newest)
		}
		seen, next := 0, ""
		for pages := 0; pages < 5; pages++ {
			page := auditOf(t, site, "?action=gallery+deleted&after="+url.QueryEscape(next))
			seen += len(page.Entries)
			if next = page.Next; next == "" {
				break
			}
		}
		if seen != 120 || next != "" {
			t.Errorf("%d entries on all pages", seen)
		}
	})
}

func TestInvalidFiltersOfTheAuditLogAreRefused(t *testing.T) {
	const number, date = `"A valid integer is required."`, `"Date has wrong format. Use one of these formats instead: YYYY-MM-DD."`
	site := apitest.Start(t)
	site.Run(t, []apitest.Scenario{
		{Name: "no numbers", Request: get("/api/admin/audit/?user=-&target=99999999999999999999", apitest.Staff), Status: 400,
			Want: `{"target":[` + number + `],"user":[` + number + `]}`},
		{Name: "no days", Request: get("/api/admin/audit/?from=0000-00-00&to=x", apitest.Staff), Status: 400, Want: `{"from":[` + date + `],"to":[` + date + `]}`},
		{Name: "a day after which there is none", Request: get("/api/admin/audit/?to=9999-12-31", apitest.Staff), Status: 400, Want: `{"to":[` + date + `]}`},
	})
}
