package backendadmin

import (
	"context"
	"net/http"
	"strconv"

	"portfolio/api/accounts"
	"portfolio/api/audit"
	"portfolio/api/httpx"
	"portfolio/api/validate"
)

// historyLength is how much of an account's history its page shows.
const historyLength = 20

// userPage is what the page of one account shows. Errors are what is wrong with the form that was sent, by field; the
// account's names and notes, and the address that it is to have, are then what was sent.
type userPage struct {
	accounts.Details
	NewEmail string
	Devices  []device
	History  []audit.Entry
	Errors   map[string][]string
	Self     bool
}

// device is a session of the account, on the site or in the backend admin.
type device struct {
	accounts.SessionInfo
	Backend bool
}

// Path is where the account's page is.
func (p userPage) Path() string { return userPath(p.ID) }

// FullName is what the page is called.
func (p userPage) FullName() string { return p.FirstName + " " + p.LastName }

func userPath(id int64) string { return Path + "users/" + strconv.FormatInt(id, 10) + "/" }

// user answers GET users/{id}/: 200 with everything about an account, or 404.
func (a *Admin) user(req *request) error {
	data, err := req.readUser()
	if err != nil {
		return err
	}
	return req.showUser(http.StatusOK, data, "")
}

func (req *request) showUser(status int, data userPage, problem string) error {
	return req.render(status, page{
		Template: "user.html", Title: data.FullName(), Purpose: data.Email, Problem: problem, Data: data,
	})
}

// readUser returns what the page of the account that the path names shows, or NotFound.
func (req *request) readUser() (userPage, error) {
	id, err := httpx.ID(req.r, "id")
	if err != nil {
		return userPage{}, err
	}
	ctx := req.r.Context()
	data := userPage{Self: id == req.who.ID}
	if data.Details, err = req.accounts.Details(ctx, id); err != nil {
		return userPage{}, err
	}
	if data.Devices, err = req.devices(ctx, id); err != nil {
		return userPage{}, err
	}
	data.History, _, err = req.audit.List(ctx, audit.Filter{UserID: id, Limit: historyLength})
	return data, err
}

func (req *request) devices(ctx context.Context, id int64) (devices []device, err error) {
	inside, err := req.accounts.BackendSessions(ctx, id, req.who.Session)
	if err != nil {
		return nil, err
	}
	outside, _, err := req.accounts.Sessions(ctx, id, "", validate.Page{})
	for _, session := range inside {
		devices = append(devices, device{session, true})
	}
	for _, session := range outside {
		devices = append(devices, device{session, false})
	}
	return devices, err
}
