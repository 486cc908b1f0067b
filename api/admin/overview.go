package admin

import (
	"context"
	"net/http"

	"portfolio/api/accounts"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
)

const (
	// activityDays is how many days, today included, the activity sums up.
	activityDays = 30
	// recentEntries is how many entries of the audit log the overview shows.
	recentEntries = 8
)

// overview is the first screen: accounts, activity, and the latest entries of the audit log.
type overview struct {
	Users    accounts.UserCounts `json:"users"`
	Activity []audit.Sum         `json:"activity"`
	Recent   []audit.Entry       `json:"recent"`
}

// Overview answers GET /api/admin/overview/: 200 with the numbers of users, the activity of the last 30 days and the
// latest entries of the audit log.
func (h *Handler) Overview(w http.ResponseWriter, r *http.Request) error {
	data, err := h.readOverview(r.Context())
	return httpx.Respond(w, http.StatusOK, data, err)
}

func (h *Handler) readOverview(ctx context.Context) (data overview, err error) {
	if data.Users, err = h.Accounts.UserCounts(ctx); err != nil {
		return data, err
	}
	if data.Activity, err = h.Counters.Sums(ctx, activityDays); err != nil {
		return data, err
	}
	data.Recent, _, err = h.Audit.List(ctx, audit.Filter{Limit: recentEntries})
	return data, err
}
