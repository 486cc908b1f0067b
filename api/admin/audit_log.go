package admin

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

// auditPage is a page of the audit log. Next is the value of `after` for the next page, empty on the last one. Actions
// and Kinds are the values for filtering the log.
type auditPage struct {
	Entries []audit.Entry `json:"entries"`
	Next    string        `json:"next"`
	Actions []string      `json:"actions"`
	Kinds   []string      `json:"kinds"`
}

// AuditLog answers GET /api/admin/audit/?action&actor&kind&target&user&from&to&ip&after: 200 with 50 entries, newest
// first; 400 for a number or a day that cannot be read.
func (h *Handler) AuditLog(w http.ResponseWriter, r *http.Request) error {
	filter, err := readAuditFilter(r.URL.Query())
	if err != nil {
		return err
	}
	entries, next, err := h.Audit.List(r.Context(), filter)
	return httpx.Respond(w, http.StatusOK, auditPage{Entries: entries, Next: next, Actions: audit.Actions, Kinds: audit.Kinds}, err)
}

func readAuditFilter(query url.Values) (audit.Filter, error) {
	v := httpx.NewValidator()
	filter := audit.Filter{
		Action: query.Get("action"), Actor: strings.TrimSpace(query.Get("actor")), Kind: query.Get("kind"),
		IP: strings.TrimSpace(query.Get("ip")), After: query.Get("after"),
		UserID: number(v, query, "user"), TargetID: number(v, query, "target"), From: moment(v, query, "from", 0), To: moment(v, query, "to", 1),
	}
	if address, problem := mailer.Address(filter.Actor); problem == "" {
		filter.Actor = address
	}
	return filter, v.Err()
}

func number(v *httpx.Validator, query url.Values, name string) int64 {
	n, err := strconv.ParseInt(cmp.Or(query.Get(name), "0"), 10, 64)
	v.Check(err == nil, name, httpx.NotAnInteger)
	return n
}

// moment reads a time such as 2026-11-21T00:00:00+01:00, or a day such as 2026-11-21, for which it
// returns the start in UTC of the day that is days later; the zero time if there is none. Databases
// know the years 1 to 9999.
func moment(v *httpx.Validator, query url.Values, name string, days int) time.Time {
	text := query.Get(name)
	if text == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		at, err = time.Parse(time.DateOnly, text)
		at = at.AddDate(0, 0, days)
	}
	year := at.UTC().Year()
	v.Check(err == nil && 1 <= year && year <= 9999, name, httpx.NotADate)
	return at
}
