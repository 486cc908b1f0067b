package backendadmin

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"portfolio/api/accounts"
	"portfolio/api/apperror"
	"portfolio/api/httpx"
)

// act runs what a form on an account's page asks for, and shows the page again: with a notice, or with the reason why
// nothing was done.
func (v *request) act(notice string, do func(id int64) error) error {
	id, err := httpx.ID(v.r, "id")
	if err != nil {
		return err
	}
	err = do(id)
	if err == nil {
		return v.done(notice, userPath(id))
	}
	var public *apperror.Error
	if !errors.As(err, &public) || public.Kind == apperror.KindNotFound {
		return err
	}
	shown, err := v.readUser()
	if err != nil {
		return err
	}
	v.keepSent(&shown)
	shown.Errors = public.Fields
	v.retryAfter(public)
	return v.showUser(statusOf(public), shown, public.Detail)
}

// keepSent puts what a refused form held in the place of what is stored.
func (v *request) keepSent(shown *userPage) {
	for name, field := range map[string]*string{
		"first_name": &shown.FirstName, "last_name": &shown.LastName, "notes": &shown.StaffNotes, "email": &shown.NewEmail,
	} {
		if v.r.PostForm.Has(name) {
			*field = v.r.PostForm.Get(name)
		}
	}
}

// rename answers POST users/{id}/names/ {first_name, last_name}.
func (a *Admin) rename(v *request) error {
	first, last := v.r.PostForm.Get("first_name"), v.r.PostForm.Get("last_name")
	return v.act("names", func(id int64) error {
		_, err := a.accounts.Rename(v.r.Context(), id, accounts.Names{FirstName: &first, LastName: &last})
		return err
	})
}

// changeEmail answers POST users/{id}/email/ {email}: the account has another address at once. Of one's own account, with
// {email, password}, a link is mailed to the new address first: nobody locks themselves out by a mistyped address.
func (a *Admin) changeEmail(v *request) error {
	ctx, email := v.r.Context(), v.r.PostForm.Get("email")
	if v.param("id") != strconv.FormatInt(v.who.ID, 10) {
		return v.act("email", func(id int64) error {
			account, err := a.accounts.Details(ctx, id)
			if err != nil || account.Email == strings.TrimSpace(email) {
				return err // a form that was sent twice means the same
			}
			return a.accounts.ChangeEmail(ctx, id, email)
		})
	}
	return v.act("email-asked", func(int64) error {
		change := accounts.EmailChange{Email: email, Password: v.r.PostForm.Get("password")}
		return a.accounts.AskEmailChange(ctx, v.who, change, httpx.ClientIP(ctx))
	})
}

// writeNotes answers POST users/{id}/notes/ {notes}.
func (a *Admin) writeNotes(v *request) error {
	return v.act("notes", func(id int64) error {
		return a.accounts.SetStaffNotes(v.r.Context(), id, v.r.PostForm.Get("notes"))
	})
}

// setStaff answers POST users/{id}/staff/ {to: yes or no}.
func (a *Admin) setStaff(v *request) error {
	to, err := v.choice()
	if err != nil {
		return err
	}
	notice := map[bool]string{true: "staff-given", false: "staff-taken"}[to]
	return v.act(notice, func(id int64) error { return a.accounts.SetStaff(v.r.Context(), id, to) })
}

// setActive answers POST users/{id}/active/ {to: yes or no}.
func (a *Admin) setActive(v *request) error {
	to, err := v.choice()
	if err != nil {
		return err
	}
	if to {
		return v.act("activated", func(id int64) error { return a.accounts.Activate(v.r.Context(), id) })
	}
	return v.act("deactivated", func(id int64) error { return a.accounts.Deactivate(v.r.Context(), id) })
}

// choice reads what a button turns something into. Sent twice it means the same.
func (v *request) choice() (bool, error) {
	switch v.r.PostForm.Get("to") {
	case "yes":
		return true, nil
	case "no":
		return false, nil
	}
	return false, apperror.Malformed(apperror.FormUnreadable)
}

// sendReset answers POST users/{id}/reset/: a mail with a reset link is queued, within the limits that everybody has.
func (a *Admin) sendReset(v *request) error {
	return v.act("reset", func(id int64) error {
		user, err := a.accounts.Details(v.r.Context(), id)
		if err != nil {
			return err
		}
		if !user.IsActive {
			return apperror.Conflict(apperror.ResetInactive)
		}
		return a.accounts.RequestReset(v.r.Context(), user.Email)
	})
}

// endSessions answers POST users/{id}/sessions/: the account is signed out everywhere.
func (a *Admin) endSessions(v *request) error {
	return v.act("sessions", func(id int64) error { return a.accounts.EndSessions(v.r.Context(), id) })
}

// endSession answers POST users/{id}/sessions/{session}/: one device is signed out, if it has not been meanwhile.
func (a *Admin) endSession(v *request) error {
	session := v.param("session")
	return v.act("session", func(id int64) error {
		if _, err := a.accounts.Details(v.r.Context(), id); err != nil {
			return err
		}
		err := a.accounts.EndSession(v.r.Context(), id, session)
		if isNotFound(err) {
			err = a.accounts.EndBackendSession(v.r.Context(), id, session)
		}
		if isNotFound(err) {
			return nil
		}
		return err
	})
}

// exportUser answers POST users/{id}/data/: 200 with everything that is known of the person, as a file to save.
func (a *Admin) exportUser(v *request) error {
	id, err := httpx.ID(v.r, "id")
	if err != nil {
		return err
	}
	document, err := a.personalData.Of(v.r.Context(), id)
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="account-%d.json"`, id))
	v.w.Header().Set("Content-Type", "application/json")
	// A client that went away is no failure of the handler's.
	_ = document.Write(v.w)
	return nil
}

// confirmDelete answers GET users/{id}/delete/: 200 with the question.
func (a *Admin) confirmDelete(v *request) error { return v.showDelete(http.StatusOK, "") }

func (v *request) showDelete(status int, problem string) error {
	shown, err := v.readUser()
	if err != nil {
		return err
	}
	return v.render(status, page{
		Template: "user-delete.html", Title: "Delete " + shown.FullName() + "?", Purpose: shown.Email, Problem: problem, Data: shown,
	})
}

// deleteUser answers POST users/{id}/delete/: the account is gone, also when it was gone already.
func (a *Admin) deleteUser(v *request) error {
	id, err := httpx.ID(v.r, "id")
	if err != nil {
		return err
	}
	err = a.accounts.Delete(v.r.Context(), id)
	var public *apperror.Error
	if errors.As(err, &public) && public.Kind == apperror.KindConflict {
		return v.showDelete(statusOf(public), public.Detail)
	}
	if err != nil && !isNotFound(err) {
		return err
	}
	return v.done("user-deleted", Path+"users/")
}

func isNotFound(err error) bool {
	var public *apperror.Error
	return errors.As(err, &public) && public.Kind == apperror.KindNotFound
}
