package backendadmin

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"portfolio/api/accounts"
)

const (
	usersPath = Path + "users/"
	// perPage is how many rows a page of a list has.
	perPage = 50
	// maxSearch is how much of a search is read, in bytes.
	maxSearch = 100
)

// userList is the part of the list of accounts that a page shows, as its query says, and the links to the other parts.
// Whatever the query holds, a list comes of it: what is not understood is ignored.
type userList struct {
	Users []accounts.Account
	// Search is what is looked for; "" for everything. Which is the filter: "", "staff", "inactive" or "unconfirmed".
	Search, Which string
	// Sort is one of accounts.UserSorts, or the other way round: with "-" before it, or without.
	Sort        string
	Page, Total int64
}

// users answers GET users/?q=&which=&sort=&page=: 200 with a page of the accounts.
func (a *Admin) users(req *request) error {
	data := readUserList(req.r.URL.Query())
	var err error
	data.Users, data.Total, err = a.accounts.SearchUsers(req.r.Context(), accounts.UserFilter{
		Search: data.Search, Staff: data.Which == "staff", Inactive: data.Which == "inactive", Unconfirmed: data.Which == "unconfirmed",
		Sort: data.Sort, Limit: perPage, Offset: data.offset(),
	})
	if err != nil {
		return err
	}
	if data.Page > data.Pages() {
		// Rows were deleted meanwhile.
		req.seeOther(data.href(data.Sort, data.Pages()))
		return nil
	}
	return req.render(http.StatusOK, page{Template: "users.html", Title: "Users", Purpose: "Everybody who has an account.", Data: data})
}

func readUserList(query url.Values) userList {
	search := strings.TrimSpace(strings.ToValidUTF8(query.Get("q"), ""))
	search = strings.ReplaceAll(strings.ToValidUTF8(search[:min(len(search), maxSearch)], ""), "\x00", "")
	l := userList{Search: search, Which: query.Get("which"), Sort: query.Get("sort"), Page: 1}
	column := func(sort string) string { return strings.TrimPrefix(sort, "-") }
	if !slices.ContainsFunc(accounts.UserSorts, func(sort string) bool { return column(sort) == column(l.Sort) }) {
		l.Sort = accounts.UserSorts[0]
	}
	if page, err := strconv.ParseInt(query.Get("page"), 10, 32); err == nil && page > 0 {
		l.Page = page
	}
	return l
}

func (l userList) offset() int64 { return (l.Page - 1) * perPage }

// Pages is how many pages there are, one at least.
func (l userList) Pages() int64 { return max(1, (l.Total+perPage-1)/perPage) }

// From is the number of the page's first row, counted from 1.
func (l userList) From() int64 { return min(l.offset()+1, l.Total) }

// To is the number of the page's last row.
func (l userList) To() int64 { return min(l.offset()+perPage, l.Total) }

// Path is the list without any query.
func (l userList) Path() string { return usersPath }

// Filtered reports whether the list shows a part of what there is.
func (l userList) Filtered() bool { return l.Search != "" || l.Which != "" }

// Previous links to the page before this one; "" on the first.
func (l userList) Previous() string {
	if l.Page <= 1 {
		return ""
	}
	return l.href(l.Sort, l.Page-1)
}

// Next links to the page after this one; "" on the last.
func (l userList) Next() string {
	if l.Page >= l.Pages() {
		return ""
	}
	return l.href(l.Sort, l.Page+1)
}

// heading is the head of a column that sorts. Direction is what aria-sort says of it; "" where it is not sorted by.
type heading struct {
	Label, Href, Direction string
}

// Heading returns the head of the column that sorts by key, the other way round where the list is sorted so already.
func (l userList) Heading(key, label string) heading {
	direction := map[string]string{key: "ascending", "-" + key: "descending"}[l.Sort]
	if l.Sort == key {
		key = "-" + key
	}
	return heading{Label: label, Href: l.href(key, 1), Direction: direction}
}

func (l userList) href(sort string, page int64) string {
	query := url.Values{}
	if l.Which != "" {
		query.Set("which", l.Which)
	}
	if l.Search != "" {
		query.Set("q", l.Search)
	}
	if sort != accounts.UserSorts[0] {
		query.Set("sort", sort)
	}
	if page > 1 {
		query.Set("page", strconv.FormatInt(page, 10))
	}
	if len(query) == 0 {
		return usersPath
	}
	return usersPath + "?" + query.Encode()
}
