package site

import (
	"context"
	"net/http"
	"strings"

	"portfolio/api/accounts"
	"portfolio/api/internal/httpx"
)

// maxForm is the size limit of the form as JSON, in bytes.
const maxForm = 8 << 20

// SetupHandler answers the calls that set the site up.
type SetupHandler struct {
	Service *Setup
	// Accounts answers with the first session.
	Accounts *accounts.Handler
}

type nonceKey struct{}

// Require is the guard of the calls. It lets the link's token pass, in the header Authorization after
// the word Setup, and staff of a sample site. It returns Gone for a link that does not work, and for
// anybody once the site is set up.
func (h *SetupHandler) Require(r *http.Request) (context.Context, error) {
	ctx, s := r.Context(), h.Service
	current, state, err := s.read(ctx)
	if err != nil {
		return ctx, err
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	switch isLink := strings.EqualFold(scheme, "Setup"); {
	case isLink && state != StateDone && current.Nonce != "" && s.Links.Made(token, current.Nonce):
	case !isLink && scheme != "" && state == StateSample:
		ctx, err = s.Accounts.RequireStaff(r)
	default:
		err = httpx.Gone(httpx.SetupLinkUsed)
	}
	return context.WithValue(ctx, nonceKey{}, current.Nonce), err
}

// Show answers GET /api/setup/: 200 with the state of the site, whether it has content of its owner's
// already, and whether there is a sample to look around in. 410: the link does not work.
func (h *SetupHandler) Show(w http.ResponseWriter, r *http.Request) error {
	state, err := h.Service.State(r.Context())
	if err != nil {
		return err
	}
	hasContent, err := h.Service.hasContent(r.Context())
	if err != nil {
		return err
	}
	lacksSample, err := h.Service.LacksSample(r.Context())
	return httpx.Respond(w, http.StatusOK, struct {
		State      State `json:"state"`
		HasContent bool  `json:"has_content"`
		HasSample  bool  `json:"has_sample"`
	}{state, hasContent, lacksSample || state == StateSample && h.Service.hasSample()}, err)
}

// Finish answers POST /api/setup/ with a Form as Login does. 400 names the wrong fields, under files also
// what pages cannot be rendered from; 410: the link does not work; 413.
func (h *SetupHandler) Finish(w http.ResponseWriter, r *http.Request) error {
	var in Form
	if err := httpx.DecodeLargeJSON(r, maxForm, &in); err != nil {
		return err
	}
	opened, owner, err := h.Service.Finish(r.Context(), in, accounts.DeviceOf(r))
	return h.Accounts.SignedIn(r.Context(), w, opened, owner, err)
}

// LookAround answers POST /api/setup/sample/ as Login does, for an account of a site with the sample.
// It fills the site even if the client disconnects. 409: this program has none, or the site is in use;
// 410: the link does not work.
func (h *SetupHandler) LookAround(w http.ResponseWriter, r *http.Request) error {
	opened, guest, err := h.Service.LookAround(r.Context(), accounts.DeviceOf(r))
	return h.Accounts.SignedIn(r.Context(), w, opened, guest, err)
}
