package backendadmin

import (
	"net/http"

	"github.com/dustin/go-humanize"

	"portfolio/api/audit"
)

// figure is a number of the overview, and the page that it leads to.
type figure struct {
	Number            int64
	Label, Note, Href string
}

// overviewPage is what the first page shows.
type overviewPage struct {
	Figures []figure
	Latest  []audit.Entry
}

// latestLength is how much of what happened last the overview shows.
const latestLength = 8

// overview answers GET: 200 with the numbers of the site.
func (a *Admin) overview(req *request) error {
	ctx := req.r.Context()
	people, err := a.accounts.UserCounts(ctx)
	if err != nil {
		return err
	}
	content, err := a.content(ctx)
	if err != nil {
		return err
	}
	latest, _, err := a.audit.List(ctx, audit.Filter{Limit: latestLength})
	if err != nil {
		return err
	}
	return req.render(http.StatusOK, page{
		Template: "overview.html", Title: "Overview", Purpose: "How the site stands now.",
		Data: overviewPage{Latest: latest, Figures: []figure{
			{people.Accounts, "Accounts", humanize.Comma(people.Joined) + " joined in the last 30 days", Path + "users/?sort=-joined"},
			{people.Staff, "Staff", "may manage the site", Path + "users/?which=staff"},
			{people.Inactive, "Deactivated", "cannot sign in", Path + "users/?which=inactive"},
			{people.Sessions, "Signed-in devices", "on the site", Path + "users/?sort=-seen"},
			{content.Documents, "Documents", count(content.CurrentDocuments, "current", "current"), "/documents"},
			{content.Images, "Images", "in " + count(content.Galleries, "gallery", "galleries"), "/photos"},
		}},
	})
}
