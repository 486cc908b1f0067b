package personaldata

import (
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// Entry is an entry of the audit log by or about the user.
type Entry struct {
	At     database.Time `json:"at"`
	Action string        `json:"action"`
	// By and About say who did it and to what: `you` for the person, `another account` for anybody else's.
	By     string `json:"by"`
	Kind   string `json:"kind"`
	About  string `json:"about"`
	IP     string `json:"ip"`
	Detail string `json:"detail"`
}

// you and another replace the names of accounts: entries that tell of two people belong to both, and each learns of
// themselves alone.
const (
	you     = "you"
	another = "another account"
)

// entry returns an entry of the log with nothing in it of other people.
func (d *Document) entry(row audit.Entry) Entry {
	entry := Entry{At: row.At, Action: row.Action, By: row.Actor, Kind: row.Kind, About: row.Target, IP: row.IP, Detail: row.Detail}
	switch {
	case row.ActorID != nil && *row.ActorID == d.Account.ID:
		entry.By = you
	case row.ActorID != nil:
		// The address of another user is that user's personal data.
		entry.By, entry.IP = another, ""
	}
	switch {
	case row.Kind == audit.User && row.TargetID != nil && *row.TargetID == d.Account.ID:
		// The detail may name an address, which was the person's or was to be.
	case row.Kind == audit.Mail && (row.Target == d.Account.Email || row.Target == d.EmailKey):
	case row.Kind == audit.User && row.Target != "", row.Kind == audit.Mail, row.Kind == audit.Address:
		entry.About, entry.Detail = another, ""
	}
	return entry
}
