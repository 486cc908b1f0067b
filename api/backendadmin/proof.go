package backendadmin

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"

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

// proved runs next for staff who have shown lately who they are. Others get a page that asks for their password, or
// a passkey: it sends the same form once more, with that, and then next runs.
func (a *Admin) proved(next handler) handler {
	return func(req *request) error {
		if a.accounts.HasFreshProof(req.who) {
			return next(req)
		}
		var err error
		sent := req.r.PostForm
		switch {
		case sent.Has("credential"):
			err = a.accounts.ProveByPasskey(req.r.Context(), req.who, passkeyAnswer(sent))
		case sent.Has(proofField):
			err = a.accounts.ProveByPassword(req.r.Context(), req.who, sent.Get(proofField))
		default:
			return req.askProof(http.StatusForbidden, "")
		}
		var public *apperror.Error
		if errors.As(err, &public) && public.Kind == apperror.KindInvalid {
			_, reasons, _ := strings.Cut(public.Message(), ": ")
			return req.askProof(http.StatusBadRequest, reasons)
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
	for _, field := range []string{proofField, "username", "passkey_token", "credential"} {
		waiting.Del(field)
	}
	has, err := req.accounts.Factors(req.r.Context(), req.who.ID)
	if err != nil {
		return err
	}
	return req.render(status, page{
		Template: "proof.html", Title: "Confirm that it is you", Purpose: apperror.FreshProofText, UsesPasskey: len(has.Passkeys) > 0,
		Data: proofPage{Action: localPath(req.r.URL.RequestURI()), Back: Path + "users/" + req.param("id") + "/", Email: req.who.Email, Waiting: waiting, Failure: failure},
	})
}
