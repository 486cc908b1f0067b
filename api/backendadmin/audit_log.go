package backendadmin

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"portfolio/api/audit"
	"portfolio/api/mailer"
)

const auditPath = Path + "audit/"

// auditLog is what the page of the audit log shows.
type auditLog struct {
	Path    string
	Actions []string
	Kinds   []string
	// The filters as the form shows them.
	Action, Actor, Kind, From, To, IP string
	// Scope says what one thing or account the page is about; "" for all. Target and User carry that on in the form.
	Scope, Target, User string
	Entries             []entry
	Filtered            bool
	// Newest links to the first page, Older to the next; "" where there is none.
	Newest, Older string
}

// entry is an entry with links to more of its kind.
type entry struct {
	audit.Entry
	// Message are the detail as people read it.
	Message, Tone                   string
	ActorHref, TargetHref, FromHref string
}

// audits answers GET audit/?action=&actor=&kind=&target=&user=&from=&to=&ip=&after=: 200 with a page of the audit log.
// Whatever the query says, a page comes of it.
func (a *Admin) audits(req *request) error {
	query := req.r.URL.Query()
	filter := readAuditFilter(query)
	entries, next, err := a.audit.List(req.r.Context(), filter)
	if err != nil {
		return err
	}
	data := auditLog{
		Path: auditPath, Actions: audit.Actions, Kinds: audit.Kinds, Action: filter.Action, Actor: filter.Actor, Kind: filter.Kind,
		From: dateOf(query, "from"), To: dateOf(query, "to"), IP: filter.IP,
	}
	if filter.UserID != 0 {
		data.User = strconv.FormatInt(filter.UserID, 10)
		data.Scope = "what account " + data.User + " did and what was done to it"
	} else if filter.TargetID != 0 {
		data.Target = strconv.FormatInt(filter.TargetID, 10)
		data.Scope = strings.TrimSpace(filter.Kind + " " + data.Target)
	}
	query.Del("after")
	data.Filtered = filter != audit.Filter{Limit: perPage, After: filter.After}
	if filter.After != "" {
		data.Newest = auditHref(query)
	}
	if next != "" {
		query.Set("after", next)
		data.Older = auditHref(query)
	}
	for _, one := range entries {
		data.Entries = append(data.Entries, entryOf(one))
	}
	return req.render(http.StatusOK, page{
		Template: "audit.html", Title: "Audit log", Purpose: "What happened, the newest first. Entries are added and never changed.", Data: data,
	})
}

func readAuditFilter(query url.Values) audit.Filter {
	filter := audit.Filter{
		Action: query.Get("action"), Actor: strings.TrimSpace(query.Get("actor")), Kind: query.Get("kind"),
		IP: strings.TrimSpace(query.Get("ip")), After: query.Get("after"), Limit: perPage,
	}
	if address, problem := mailer.Address(filter.Actor); problem == "" {
		filter.Actor = address
	}
	filter.UserID, _ = strconv.ParseInt(query.Get("user"), 10, 64)
	filter.TargetID, _ = strconv.ParseInt(query.Get("target"), 10, 64)
	filter.From, _ = time.Parse(time.DateOnly, dateOf(query, "from"))
	if to, err := time.Parse(time.DateOnly, dateOf(query, "to")); err == nil {
		filter.To = to.AddDate(0, 0, 1)
	}
	return filter
}

// dateOf returns a day of a query, as 2026-11-21, or "" for what is none that databases know.
func dateOf(query url.Values, name string) string {
	day, err := time.Parse(time.DateOnly, query.Get(name))
	if err != nil || day.Year() < 1 || day.Year() > 9998 {
		return ""
	}
	return query.Get(name)
}

func entryOf(one audit.Entry) entry {
	e := entry{Entry: one, Message: one.Detail, Tone: toneOf(one.Action)}
	if signInActions[one.Action] {
		e.Message = deviceName(one.Detail)
	}
	if one.Actor != "" {
		e.ActorHref = auditHref(url.Values{"actor": {one.Actor}})
	}
	if one.TargetID != nil {
		e.TargetHref = auditHref(url.Values{"kind": {one.Kind}, "target": {strconv.FormatInt(*one.TargetID, 10)}})
	}
	if one.IP != "" {
		e.FromHref = auditHref(url.Values{"ip": {one.IP}})
	}
	return e
}

// signInActions are the actions whose detail is a browser's own name for itself.
var signInActions = map[string]bool{audit.SignIn: true, audit.BackendSignIn: true, audit.AppTokenUsed: true}

// toneOf is the colour of an action: what was refused, and what cannot be undone, shows among the rest.
func toneOf(action string) string {
	switch {
	case strings.Contains(action, "refused"), strings.Contains(action, "reused"):
		return "danger"
	case strings.Contains(action, "deleted"), strings.Contains(action, "staff"), strings.Contains(action, "activated"):
		return "honey"
	}
	return ""
}

func auditHref(query url.Values) string {
	carried := url.Values{}
	for name, values := range query {
		if values[0] != "" {
			carried[name] = values[:1]
		}
	}
	if len(carried) == 0 {
		return auditPath
	}
	return auditPath + "?" + carried.Encode()
}
