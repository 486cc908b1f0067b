package backendadmin

import (
	"net/http"

	"portfolio/api/accounts"
)

// userList is what the page of all accounts shows.
type userList struct {
	list
	Users []accounts.Account
	// Which is the filter: "", "staff" or "inactive".
	Which string
}

// users answers GET users/?q=&which=&sort=&page=: 200 with a page of the accounts.
func (a *Admin) users(v *request) error {
	shown := userList{list: readList(v.r.URL, accounts.UserSorts, "which")}
	shown.Which = shown.Keeps("which")
	var err error
	shown.Users, shown.Total, err = a.accounts.SearchUsers(v.r.Context(), accounts.UserFilter{
		Search: shown.Search, Staff: shown.Which == "staff", Inactive: shown.Which == "inactive",
		Sort: shown.Sort, Limit: perPage, Offset: shown.Offset(),
	})
	if err != nil {
		return err
	}
	if shown.beyond() {
		v.seeOther(shown.lastPage())
		return nil
	}
	return v.render(http.StatusOK, page{Template: "users.html", Title: "Users", Purpose: "Everybody who has an account.", Data: shown})
}
