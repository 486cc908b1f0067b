package admin

import (
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// PersonalEntry is an entry of the audit log by or about the user.
type PersonalEntry struct {
	At     database.Time `json:"at"`
	Action string        `json:"action"`
	// By and About are `you` for the user, and `another account` for other users.
	By     string `json:"by"`
	Kind   string `json:"kind"`
	About  string `json:"about"`
	IP     string `json:"ip"`
	Detail string `json:"detail"`
}

// you and another replace the names of accounts. Entries about two users belong to both, without
// the name of the other.
const (
	you     = "you"
	another = "another account"
)

// entry returns an entry of the audit log without the data of other users.
func (d *PersonalData) entry(row audit.Entry) PersonalEntry {
	entry := PersonalEntry{At: row.At, Action: row.Action, By: row.Actor, Kind: row.Kind, About: row.Target, IP: row.IP, Detail: row.Detail}
	switch {
	case row.ActorID != nil && *row.ActorID == d.Account.ID:
		entry.By = you
	case row.ActorID != nil:
		// The address of another user is that user's personal data.
		entry.By, entry.IP = another, ""
	}
	switch {
	case row.Kind == audit.User && row.TargetID != nil && *row.TargetID == d.Account.ID:
		// An address in the detail is a previous or requested one of the user.
	case row.Kind == audit.Mail && (row.Target == d.Account.Email || row.Target == d.EmailKey):
	case row.Kind == audit.User && row.Target != "", row.Kind == audit.Mail, row.Kind == audit.Address:
		entry.About, entry.Detail = another, ""
	}
	return entry
}
