package accounts

import (
	"encoding/json"
	"net/http"
	"reflect"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
)

// Handler answers the calls about accounts.
type Handler struct {
	service *Service
	// backendAdminURL is part of the profiles of staff, unless it is empty.
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

type detail struct {
	Detail string `json:"detail"`
}

// respond answers with v as JSON, unless err is set.
func respond(w http.ResponseWriter, status int, v any, err error) error {
	if err != nil {
		return err
	}
	return httpx.JSON(w, status, v)
}

// respondEmpty answers 204, unless err is set.
func respondEmpty(w http.ResponseWriter, err error) error {
	if err != nil {
		return err
	}
	return httpx.NoContent(w)
}

// decodeRequired decodes the JSON body into a struct whose members of type *string and
// *json.RawMessage are required. It returns an apperror that names the missing and blank ones.
func decodeRequired(r *http.Request, in any) error {
	if err := httpx.DecodeJSON(r, in); err != nil {
		return err
	}
	v := apperror.NewValidator()
	members := reflect.ValueOf(in).Elem()
	for _, field := range reflect.VisibleFields(members.Type()) {
		name := field.Tag.Get("json")
		if name == "" {
			continue // an embedded struct, whose fields are visible too
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
