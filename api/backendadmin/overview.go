package backendadmin

import (
	"net/http"

	"portfolio/api/audit"
	"portfolio/api/database"
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

// overview answers GET: 200 with how the site stands.
func (a *Admin) overview(v *visit) error {
	ctx := v.r.Context()
	people, err := a.accounts.Figures(ctx)
	if err != nil {
		return err
	}
	// A part without a limit lists nothing and counts everything.
	_, documents, err := a.documents.StoredDocuments(ctx, database.Part{})
	if err != nil {
		return err
	}
	_, images, err := a.photos.StoredImages(ctx, database.Part{})
	if err != nil {
		return err
	}
	_, galleries, err := a.photos.StoredGalleries(ctx, database.Part{})
	if err != nil {
		return err
	}
	latest, _, err := a.audit.List(ctx, audit.Filter{Limit: latestLength})
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, page{
		Template: "overview.html", Title: "Overview", Purpose: "How the site stands now.",
		Data: overviewPage{Latest: latest, Figures: []figure{
			{people.Accounts, "Accounts", grouped(people.Joined) + " joined in the last 30 days", Path + "users/?sort=-joined"},
			{people.Staff, "Staff", "may manage the site", Path + "users/?which=staff"},
			{people.Inactive, "Deactivated", "cannot sign in", Path + "users/?which=inactive"},
			{people.Sessions, "Signed-in devices", "on the site", Path + "users/?sort=-seen"},
			{documents, "Documents", "", Path + "documents/"},
			{images, "Images", "in " + count(galleries, "gallery", "galleries"), Path + "images/"},
		}},
	})
}
