package site

import (
	"context"
	"net/http"

	"portfolio/api/internal/httpx"
)

// SettingsHandler answers the calls about the settings.
type SettingsHandler struct {
	Service *Settings
	// Sender returns the address of who sent a request that passed a guard.
	Sender func(context.Context) string
}

// allSettings is every setting, without secrets. Visibility is nil if another server serves the pages.
type allSettings struct {
	Visibility   *Choice      `json:"visibility"`
	Registration Choice       `json:"registration"`
	TimeZone     string       `json:"time_zone"`
	Mail         MailState    `json:"mail"`
	Backups      BackupsState `json:"backups"`
}

// Show answers GET /api/admin/settings/ with every setting.
func (h *SettingsHandler) Show(w http.ResponseWriter, r *http.Request) error {
	found, err := h.Service.read(r.Context())
	return httpx.Respond(w, http.StatusOK, found, err)
}

func (s *Settings) read(ctx context.Context) (found allSettings, err error) {
	if s.ServesPages {
		shown, err := s.Visibility(ctx)
		if err != nil {
			return allSettings{}, err
		}
		found.Visibility = &shown
	}
	if found.Registration, err = s.Registration(ctx); err != nil {
		return allSettings{}, err
	}
	if found.Mail, err = s.Mail(ctx); err != nil {
		return allSettings{}, err
	}
	if found.Backups, err = s.Backups(ctx); err != nil {
		return allSettings{}, err
	}
	zone, err := s.Location(ctx)
	if err == nil {
		found.TimeZone = zone.String()
	}
	return found, err
}

// SetVisibility answers PUT /api/admin/settings/visibility/ {visibility} with 204. 400: not private or public; 409: the
// environment sets it.
func (h *SettingsHandler) SetVisibility(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Visibility string `json:"visibility" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.SetVisibility(r.Context(), in.Visibility))
}

// SetRegistration answers PUT /api/admin/settings/registration/ {registration} with 204. 400: not open or closed; 409: the
// environment sets it.
func (h *SettingsHandler) SetRegistration(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Registration string `json:"registration" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.SetRegistration(r.Context(), in.Registration))
}

// SetTimeZone answers PUT /api/admin/settings/time-zone/ {time_zone} with 204. 400: not a time zone.
func (h *SettingsHandler) SetTimeZone(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		TimeZone string `json:"time_zone" required:"true"`
	}
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.SetTimeZone(r.Context(), in.TimeZone))
}

// SetMail answers PUT /api/admin/settings/mail/ {server, port, encryption, user, password?, sender} with 204. 400 names the
// wrong fields; 409: the environment sets it.
func (h *SettingsHandler) SetMail(w http.ResponseWriter, r *http.Request) error {
	var in MailForm
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.SetMail(r.Context(), in))
}

// TryMail answers POST /api/admin/settings/mail/test/, with the fields of SetMail: 200 with the recipient of a test mail, or why
// it was not. 400 names the wrong fields.
func (h *SettingsHandler) TryMail(w http.ResponseWriter, r *http.Request) error {
	var in MailForm
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	result, err := h.Service.TryMail(r.Context(), in, h.Sender(r.Context()))
	return httpx.Respond(w, http.StatusOK, result, err)
}

// SetBackups answers PUT /api/admin/settings/backups/ {url, recipient} with 204. 400 names the wrong fields; 409: the
// environment sets it.
func (h *SettingsHandler) SetBackups(w http.ResponseWriter, r *http.Request) error {
	var in BackupsForm
	if err := httpx.DecodeJSON(r, &in); err != nil {
		return err
	}
	return httpx.RespondEmpty(w, h.Service.SetBackups(r.Context(), in))
}
