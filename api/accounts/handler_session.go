package accounts

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/httpx"
)

// Login answers POST /api/users/login/ {email, password} with access, refresh and user. 401: the
// credentials match no active account; 429: too many attempts; 503: too many sign-ins at once.
func (h *Handler) Login(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email    string `json:"email" required:"true"`
		Password string `json:"password" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	opened, user, err := h.service.SignIn(r.Context(), in.Email, in.Password, DeviceOf(r))
	return h.SignedIn(r.Context(), w, opened, user, err)
}

// LoginSecondFactor answers POST /api/users/login/second-factor/ {second_factor_token, code} as
// Login does. 400: wrong code; 401: the sign-in has to start again; 429: too many wrong codes.
func (h *Handler) LoginSecondFactor(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Token string `json:"second_factor_token" required:"true"`
		Code  string `json:"code" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	opened, user, err := h.service.SignInBySecondFactor(r.Context(), in.Token, in.Code, DeviceOf(r))
	return h.SignedIn(r.Context(), w, opened, user, err)
}

// LoginPasskeyOptions answers POST /api/users/login/passkey/options/ with a challenge for any
// passkey of the site. 409: passkeys do not work at the site's address.
func (h *Handler) LoginPasskeyOptions(w http.ResponseWriter, _ *http.Request) error {
	challenge, err := h.service.AskForPasskey()
	return httpx.Respond(w, http.StatusOK, challenge, err)
}

// LoginPasskey answers POST /api/users/login/passkey/ {passkey_token, credential,
// second_factor_token?} as Login does; with second_factor_token it is the second step of a sign-in.
// 401: the passkey is refused, with the reason; 429: too many attempts.
func (h *Handler) LoginPasskey(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		passkeyFields
		FirstStep string `json:"second_factor_token"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	opened, user, err := h.service.SignInByPasskey(r.Context(), in.answer(), in.FirstStep, DeviceOf(r))
	return h.SignedIn(r.Context(), w, opened, user, err)
}

// LoginWithToken answers POST /login-with-token/ {token} as Login does, for a one-time token. 401:
// the token is not valid; 429: too many of them.
func (h *Handler) LoginWithToken(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Token string `json:"token" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	opened, user, err := h.service.RedeemAppToken(r.Context(), in.Token, DeviceOf(r))
	return h.SignedIn(r.Context(), w, opened, user, err)
}

// SignedIn answers 200 with the tokens of a new session and its user, or returns err.
func (h *Handler) SignedIn(ctx context.Context, w http.ResponseWriter, opened Tokens, user User, err error) error {
	if err != nil {
		return err
	}
	if opened.DeviceCookie != "" {
		h.service.SetDeviceCookie(w, opened.DeviceCookie)
	}
	if user.IsStaff {
		h.service.SetPreviewCookie(w, opened.Session)
	}
	own, err := h.profile(ctx, user)
	return httpx.Respond(w, http.StatusOK, struct {
		Tokens
		User profile `json:"user"`
	}{opened, own}, err)
}

// IssueAppToken answers POST /api/users/app-token/ with 201, a one-time token and the seconds for
// which it is valid. 429: too many.
func (h *Handler) IssueAppToken(w http.ResponseWriter, r *http.Request) error {
	token, err := h.service.IssueAppToken(r.Context(), identity(r))
	return httpx.Respond(w, http.StatusCreated, struct {
		Token     string `json:"token"`
		ExpiresIn int    `json:"expires_in"`
	}{token, int(AppTokenLifetime.Seconds())}, err)
}

type refreshFields struct {
	Refresh string `json:"refresh" required:"true"`
}

// Refresh answers POST /api/token/refresh/ and POST /backend/api/token/refresh/ {refresh} with
// access and, unless the client keeps its own, refresh. 401: the token is not valid.
func (h *Handler) Refresh(w http.ResponseWriter, r *http.Request) error {
	var in refreshFields
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	answer, err := h.service.Refresh(r.Context(), in.Refresh)
	return httpx.Respond(w, http.StatusOK, answer, err)
}

// Logout answers POST /api/users/logout/ {refresh} with 204 and ends the session. 401: the token
// was never valid.
func (h *Handler) Logout(w http.ResponseWriter, r *http.Request) error {
	var in refreshFields
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.service.SignOut(r.Context(), in.Refresh))
}

// Sessions answers GET /api/users/sessions/?limit&offset with the user's active sessions, the one
// used last first, and their number in X-Total-Count. 400: limit or offset is not a number.
func (h *Handler) Sessions(w http.ResponseWriter, r *http.Request) error {
	v := httpx.NewValidator()
	page := httpx.ReadPage(v, r.URL.Query())
	if err := v.Err(); err != nil {
		return err
	}
	who := identity(r)
	sessions, total, err := h.service.Sessions(r.Context(), who.ID, who.Session, page)
	return httpx.RespondList(w, sessions, total, err)
}

// EndSession answers DELETE /api/users/sessions/{id}/ with 204. 404: not an active session of the
// user.
func (h *Handler) EndSession(w http.ResponseWriter, r *http.Request) error {
	return httpx.RespondEmpty(w, h.service.EndSession(r.Context(), identity(r).ID, chi.URLParam(r, "id")))
}

// EndSessions answers DELETE /api/users/sessions/ with 204 and signs the user out everywhere, here
// too.
func (h *Handler) EndSessions(w http.ResponseWriter, r *http.Request) error {
	return httpx.RespondEmpty(w, h.service.EndSessions(r.Context(), identity(r).ID))
}
