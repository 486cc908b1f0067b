package backendadmin

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"portfolio/api/accounts"
	"portfolio/api/apperror"
	"portfolio/api/httpx"
	"portfolio/api/mailer"
)

// act runs what a form on an account's page asks for, and shows the page again: with a notice, or with the reason why
// nothing was done.
func (req *request) act(notice string, do func(id int64) error) error {
	id, err := httpx.ID(req.r, "id")
	if err != nil {
		return err
	}
	err = do(id)
	if err == nil {
		return req.redirectWithNotice(notice, userPath(id))
	}
	var public *apperror.Error
	if !errors.As(err, &public) || public.Kind == apperror.KindNotFound {
		return err
	}
	data, err := req.readUser()
	if err != nil {
		return err
	}
	req.restoreForm(&data)
	data.Errors = public.Fields
	req.retryAfter(public)
	return req.showUser(statusOf(public), data, public.Detail)
}

// restoreForm shows what a refused form held instead of what is stored.
func (req *request) restoreForm(data *userPage) {
	for name, field := range map[string]*string{
		"first_name": &data.FirstName, "last_name": &data.LastName, "notes": &data.StaffNotes, "email": &data.NewEmail,
	} {
		if req.r.PostForm.Has(name) {
			*field = req.r.PostForm.Get(name)
		}
	}
}

// rename answers POST users/{id}/names/ {first_name, last_name}.
func (a *Admin) rename(req *request) error {
	first, last := req.r.PostForm.Get("first_name"), req.r.PostForm.Get("last_name")
	return req.act("names", func(id int64) error {
		_, err := a.accounts.Rename(req.r.Context(), id, accounts.Names{FirstName: &first, LastName: &last})
		return err
	})
}

// changeEmail answers POST users/{id}/email/ {email}: the account has another address at once. Of one's own account, with
// {email, password}, a link is mailed to the new address first: nobody locks themselves out by a mistyped address.
func (a *Admin) changeEmail(req *request) error {
	ctx, email := req.r.Context(), req.r.PostForm.Get("email")
	if req.param("id") != strconv.FormatInt(req.who.ID, 10) {
		change := func(req *request) error {
			return req.act("email", func(id int64) error {
				account, err := a.accounts.Details(ctx, id)
				if address, _ := mailer.Address(email); err != nil || account.Email == address {
					return err // a form that was sent twice means the same
				}
				return a.accounts.ChangeEmail(ctx, id, email)
			})
		}
		return a.proved(change)(req)
	}
	return req.act("email-requested", func(int64) error {
		change := accounts.EmailChange{Email: email, Password: req.r.PostForm.Get("password")}
		return a.accounts.RequestEmailChange(ctx, req.who, change, httpx.ClientIP(ctx))
	})
}

// confirmEmail answers POST users/{id}/confirm-email/: the account's address counts as confirmed, also when it did already.
func (a *Admin) confirmEmail(req *request) error {
	return req.act("email-confirmed", func(id int64) error {
		err := a.accounts.ConfirmEmail(req.r.Context(), id)
		var public *apperror.Error
		if errors.As(err, &public) && public.Kind == apperror.KindConflict {
			return nil
		}
		return err
	})
}

// writeNotes answers POST users/{id}/notes/ {notes}.
func (a *Admin) writeNotes(req *request) error {
	return req.act("notes", func(id int64) error {
		return a.accounts.SetStaffNotes(req.r.Context(), id, req.r.PostForm.Get("notes"))
	})
}

// setStaff answers POST users/{id}/staff/ {to: yes or no}.
func (a *Admin) setStaff(req *request) error {
	to, err := req.choice()
	if err != nil {
		return err
	}
	notice := map[bool]string{true: "staff-given", false: "staff-taken"}[to]
	return req.act(notice, func(id int64) error { return a.accounts.SetStaff(req.r.Context(), id, to) })
}

// setActive answers POST users/{id}/active/ {to: yes or no}.
func (a *Admin) setActive(req *request) error {
	to, err := req.choice()
	if err != nil {
		return err
	}
	if to {
		return req.act("activated", func(id int64) error { return a.accounts.Activate(req.r.Context(), id) })
	}
	return req.act("deactivated", func(id int64) error { return a.accounts.Deactivate(req.r.Context(), id) })
}

// choice reads the state that a button asks for. Sent twice it means the same.
func (req *request) choice() (bool, error) {
	switch req.r.PostForm.Get("to") {
	case "yes":
		return true, nil
	case "no":
		return false, nil
	}
	return false, apperror.Malformed(apperror.FormUnreadable)
}

// sendReset answers POST users/{id}/reset/: a mail with a reset link is queued, within the limits that everybody has.
func (a *Admin) sendReset(req *request) error {
	return req.act("reset", func(id int64) error {
		user, err := a.accounts.Details(req.r.Context(), id)
		if err != nil {
			return err
		}
		if !user.IsActive {
			return apperror.Conflict(apperror.ResetInactive)
		}
		return a.accounts.RequestReset(req.r.Context(), user.Email, accounts.DeviceOf(req.r))
	})
}

// endSessions answers POST users/{id}/sessions/: the account is signed out everywhere.
func (a *Admin) endSessions(req *request) error {
	return req.act("sessions", func(id int64) error { return a.accounts.EndSessions(req.r.Context(), id) })
}

// endSession answers POST users/{id}/sessions/{session}/: one device is signed out, if it has not been meanwhile.
func (a *Admin) endSession(req *request) error {
	session := req.param("session")
	return req.act("session", func(id int64) error {
		if _, err := a.accounts.Details(req.r.Context(), id); err != nil {
			return err
		}
		err := a.accounts.EndSession(req.r.Context(), id, session)
		if isNotFound(err) {
			err = a.accounts.EndBackendSession(req.r.Context(), id, session)
		}
		if isNotFound(err) {
			return nil
		}
		return err
	})
}

// exportUser answers POST users/{id}/data/: 200 with everything that is known of the person, as a file to save.
func (a *Admin) exportUser(req *request) error {
	id, err := httpx.ID(req.r, "id")
	if err != nil {
		return err
	}
	document, err := a.personalData.Of(req.r.Context(), id)
	if err != nil {
		return err
	}
	req.w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="account-%d.json"`, id))
	req.w.Header().Set("Content-Type", "application/json")
	// A client that went away is no failure of the handler's.
	_ = document.Write(req.w)
	return nil
}

// confirmDelete answers GET users/{id}/delete/: 200 with the question.
func (a *Admin) confirmDelete(req *request) error { return req.showDelete(http.StatusOK, "") }

func (req *request) showDelete(status int, problem string) error {
	data, err := req.readUser()
	if err != nil {
		return err
	}
	return req.render(status, page{
		Template: "user-delete.html", Title: "Delete " + data.FullName() + "?", Purpose: data.Email, Problem: problem, Data: data,
	})
}

// deleteUser answers POST users/{id}/delete/: the account is gone, also when it was gone already.
func (a *Admin) deleteUser(req *request) error {
	id, err := httpx.ID(req.r, "id")
	if err != nil {
		return err
	}
	err = a.accounts.Delete(req.r.Context(), id)
	var public *apperror.Error
	if errors.As(err, &public) && public.Kind == apperror.KindConflict {
		return req.showDelete(statusOf(public), public.Detail)
	}
	if err != nil && !isNotFound(err) {
		return err
	}
	return req.redirectWithNotice("user-deleted", usersPath)
}

func isNotFound(err error) bool {
	var public *apperror.Error
	return errors.As(err, &public) && public.Kind == apperror.KindNotFound
}
