package backendadmin

import (
	"errors"
	"maps"
	"net/http"
	"net/url"

	"portfolio/api/apperror"
)

// proofField is the field in which the page "Confirm that it is you" sends the password.
const proofField = "proof_password"

// proofPage is what that page shows: the form that waits, and what was wrong with the password.
type proofPage struct {
	Action, Back, Email string
	Waiting             url.Values
	Failure             string
}

// proved runs next for staff who have shown lately who they are. Others get a page that asks for their password: it sends the
// same form once more, with the password, and then next runs.
func (a *Admin) proved(next handler) handler {
	return func(req *request) error {
		if a.accounts.HasFreshProof(req.who) {
			return next(req)
		}
		if !req.r.PostForm.Has(proofField) {
			return req.askProof(http.StatusForbidden, "")
		}
		err := a.accounts.ProveByPassword(req.r.Context(), req.who, req.r.PostForm.Get(proofField))
		var public *apperror.Error
		if errors.As(err, &public) && public.Kind == apperror.KindInvalid {
			return req.askProof(http.StatusBadRequest, apperror.OwnPasswordWrong)
		}
		if errors.As(err, &public) {
			req.retryAfter(public)
			return req.askProof(statusOf(public), public.Detail)
		}
		if err != nil {
			return err
		}
		return next(req)
	}
}

func (req *request) askProof(status int, failure string) error {
	waiting := maps.Clone(req.r.PostForm)
	waiting.Del(proofField)
	waiting.Del("username")
	return req.render(status, page{
		Template: "proof.html", Title: "Confirm that it is you", Purpose: apperror.FreshProofText,
		Data: proofPage{Action: localPath(req.r.URL.RequestURI()), Back: Path + "users/" + req.param("id") + "/", Email: req.who.Email, Waiting: waiting, Failure: failure},
	})
}
