package accounts

import (
	"encoding/json"
	"net/http"
	"reflect"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
	"portfolio/api/validate"
)

// Handler answers the calls about accounts.
type Handler struct {
	service *Service
	// backendAdminURL is the address of the backend admin, which staff get with their profile; empty where there is none.
	backendAdminURL string
}

// NewHandler returns the handlers of service's calls.
func NewHandler(service *Service, backendAdminURL string) *Handler {
	return &Handler{service: service, backendAdminURL: backendAdminURL}
}

// profile is a user as its owner sees it.
type profile struct {
	User
	BackendAdminURL string `json:"backend_admin_url,omitempty"`
}

func (h *Handler) profile(user User) profile {
	if !user.IsStaff {
		return profile{User: user}
	}
	return profile{User: user, BackendAdminURL: h.backendAdminURL}
}

// Login answers POST /api/users/login/ {email, password}: 200 with access, refresh and user, 400 for missing fields,
// 401 for credentials that match no active account, 429 after too many tries and 503 when too many sign in at once, both with
// Retry-After.
func (h *Handler) Login(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email    *string `json:"email"`
		Password *string `json:"password"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	opened, user, err := h.service.SignIn(r.Context(), *in.Email, *in.Password, DeviceOf(r))
	if err != nil {
		return err
	}
	return h.signedIn(w, opened, user)
}

// LoginWithToken answers POST /login-with-token/ {token}: 200 as Login does for the user of a one-time token, which is
// spent by it; 401 for any other token, 429 after too many of them.
func (h *Handler) LoginWithToken(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Token *string `json:"token"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return err
	}
	opened, user, err := h.service.RedeemAppToken(r.Context(), *in.Token, DeviceOf(r))
	if err != nil {
		return err
	}
	return h.signedIn(w, opened, user)
}

func (h *Handler) signedIn(w http.ResponseWriter, opened Tokens, user User) error {
	if opened.DeviceCookie != "" {
		h.service.SetDeviceCookie(w, opened.DeviceCookie)
	}
	return httpx.JSON(w, http.StatusOK, struct {
		Tokens
		User profile `json:"user"`
	}{opened, h.profile(user)})
}

// Refresh answers POST /api/token/refresh/ and POST /backend/api/token/refresh/ {refresh}: 200 with access and, unless
// the client keeps the one it has, refresh; 401 for a token that is no longer good.
func (h *Handler) Refresh(w http.ResponseWriter, r *http.Request) error {
	text, err := refreshField(r)
	if err != nil {
		return err
	}
	answer, err := h.service.Refresh(r.Context(), text)
	if err != nil {
		return err
	}
	return httpx.JSON(w, http.StatusOK, answer)
}

// Logout answers POST /api/users/logout/ {refresh}: 204, and the session has ended; 401 for a token that never was one.
func (h *Handler) Logout(w http.ResponseWriter, r *http.Request) error {
	text, err := refreshField(r)
	if err != nil {
		return err
	}
	if err := h.service.SignOut(r.Context(), text); err != nil {
		return err
	}
	return httpx.NoContent(w)
}

func refreshField(r *http.Request) (string, error) {
	var in struct {
		Refresh *string `json:"refresh"`
	}
	if err := decodeRequired(r, &in); err != nil {
		return "", err
	}
	return *in.Refresh, nil
}

// decodeRequired is httpx.DecodeJSON for a struct whose members of type *string and *json.RawMessage must all be there and not be
// blank. It returns an apperror that names each that is not.
func decodeRequired(r *http.Request, in any) error {
	if err := httpx.DecodeJSON(r, in); err != nil {
		return err
	}
	v := validate.New()
	members := reflect.ValueOf(in).Elem()
	for _, field := range reflect.VisibleFields(members.Type()) {
		name := field.Tag.Get("json")
		if name == "" {
			continue // an embedded struct, whose fields come too
		}
		switch member := members.FieldByIndex(field.Index).Interface().(type) {
		case *string:
			v.Required(member, name)
		case *json.RawMessage:
			v.Check(member != nil, name, apperror.FieldRequired)
		}
	}
	return v.Err()
}
