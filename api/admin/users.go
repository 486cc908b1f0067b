package admin

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"portfolio/api/accounts"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
)

const (
	// defaultUsers is how many users a list has when the request has no limit.
	defaultUsers = 50
	// maxSearch is the maximum length of a search, in characters.
	maxSearch = 100
	// historyEntries is how many entries of the audit log a user's page shows.
	historyEntries = 20
)

// user is everything that staff see of an account. Self marks the caller's own.
type user struct {
	accounts.Details
	Self     bool                   `json:"self"`
	Sessions []accounts.SessionInfo `json:"sessions"`
	History  []audit.Entry          `json:"history"`
}

// ListUsers answers GET /api/admin/users/?q&which&sort&limit&offset: 200 with the users as an array, and the number of
// all that match in X-Total-Count; 400 for a value that is unknown.
func (h *Handler) ListUsers(w http.ResponseWriter, r *http.Request) error {
	filter, err := readUserFilter(r.URL.Query())
	if err != nil {
		return err
	}
	users, total, err := h.Accounts.SearchUsers(r.Context(), filter)
	return httpx.RespondList(w, users, total, err)
}

func readUserFilter(query url.Values) (accounts.UserFilter, error) {
	v := httpx.NewValidator()
	page := httpx.ReadPage(v, query)
	if page.Limit == 0 {
		page.Limit = defaultUsers
	}
	search, which, sort := query.Get("q"), query.Get("which"), query.Get("sort")
	search = v.OptionalText(&search, maxSearch, "q")
	known := []string{"", "staff", "inactive", "unconfirmed"}
	v.Check(slices.Contains(known, which), "which", fmt.Sprintf(httpx.NotAChoice, which))
	column := strings.TrimPrefix(sort, "-")
	v.Check(sort == "" || slices.Contains(accounts.UserSorts, column), "sort", fmt.Sprintf(httpx.NotAChoice, sort))
	return accounts.UserFilter{
		Search: search, Staff: which == "staff", Inactive: which == "inactive", Unconfirmed: which == "unconfirmed",
		Sort: sort, Page: page,
	}, v.Err()
}

// ShowUser answers GET /api/admin/users/{id}/: 200 with the account, its sessions and its history, or 404.
func (h *Handler) ShowUser(w http.ResponseWriter, r *http.Request) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	found, err := h.readUser(r.Context(), id)
	return httpx.Respond(w, http.StatusOK, found, err)
}

func (h *Handler) readUser(ctx context.Context, id int64) (found user, err error) {
	who := accounts.IdentityOf(ctx)
	found.Self = id == who.ID
	if found.Details, err = h.Accounts.Details(ctx, id); err != nil {
		return user{}, err
	}
	if found.Sessions, _, err = h.Accounts.Sessions(ctx, id, who.Session, httpx.Page{}); err != nil {
		return user{}, err
	}
	found.History, _, err = h.Audit.List(ctx, audit.Filter{UserID: id, Limit: historyEntries})
	return found, err
}
