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
func (a *Admin) users(req *request) error {
	data := userList{list: readList(req.r.URL, accounts.UserSorts, "which")}
	data.Which = data.Parameter("which")
	var err error
	data.Users, data.Total, err = a.accounts.SearchUsers(req.r.Context(), accounts.UserFilter{
		Search: data.Search, Staff: data.Which == "staff", Inactive: data.Which == "inactive",
		Sort: data.Sort, Limit: perPage, Offset: data.Offset(),
	})
	if err != nil {
		return err
	}
	if data.beyond() {
		req.seeOther(data.lastPage())
		return nil
	}
	return req.render(http.StatusOK, page{Template: "users.html", Title: "Users", Purpose: "Everybody who has an account.", Data: data})
}
