package backendadmin

import (
	"net/http"
)

// figure is a number of the overview, and the page that it leads to.
type figure struct {
	Number      int64
	Label, Note string
	Href        string
}

// overview answers GET: 200 with how the site stands.
func (a *Admin) overview(v *visit) error {
	ctx := v.r.Context()
	people, err := a.accounts.Figures(ctx)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, page{
		Template: "overview.html", Title: "Overview", Purpose: "How the site stands now.",
		Data: []figure{
			{Number: people.Accounts, Label: "Accounts", Note: count(people.Joined, "joined", "joined") + " in the last 30 days"},
			{Number: people.Staff, Label: "Staff"},
			{Number: people.Sessions, Label: "Signed-in devices"},
		},
	})
}
