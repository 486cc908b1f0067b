package personaldata

import (
	"context"
	"fmt"

	"portfolio/api/audit"
	"portfolio/api/database"
)

// Entry is an entry of the audit log that is by the person or about them.
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

// you and another stand in the place of accounts: entries that tell of two people belong to both, and each is told of
// themselves alone.
const (
	you     = "you"
	another = "another account"
)

// readAudit reads what the person did, what was done to their account, and what was done with mails to them. Newest last.
func (d *Document) readAudit(ctx context.Context, tx *database.Tx, emailKey string) error {
	var rows []audit.Entry
	err := tx.Select(ctx, &rows, `
		SELECT id, at, action, actor_id, actor, kind, target_id, target, ip, request_id, detail FROM audit_entries
		 WHERE actor_id = ? OR kind = ? AND target_id = ? OR kind = ? AND target IN (?, ?)
		 ORDER BY at, id`,
		d.Account.ID, audit.User, d.Account.ID, audit.Mail, d.Account.Email, emailKey)
	if err != nil {
		return fmt.Errorf("read the audit log: %w", err)
	}
	d.Audit = make([]Entry, 0, len(rows))
	for _, row := range rows {
		d.Audit = append(d.Audit, d.entry(row, emailKey))
	}
	return nil
}

func (d *Document) entry(row audit.Entry, emailKey string) Entry {
	entry := Entry{At: row.At, Action: row.Action, By: row.Actor, Kind: row.Kind, About: row.Target, IP: row.IP, Detail: row.Detail}
	switch {
	case row.ActorID != nil && *row.ActorID == d.Account.ID:
		entry.By = you
	case row.ActorID != nil:
		// Where somebody else was at that moment is theirs.
		entry.By, entry.IP = another, ""
	}
	switch {
	case row.Kind == audit.User && row.TargetID != nil && *row.TargetID == d.Account.ID:
		// The detail may name an address, which was the person's or was to be.
	case row.Kind == audit.Mail && (row.Target == d.Account.Email || row.Target == emailKey):
	case row.Kind == audit.User && row.Target != "", row.Kind == audit.Mail, row.Kind == audit.Address:
		entry.About, entry.Detail = another, ""
	}
	return entry
}
