package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/database"
)

// DefaultLimit is how many entries a list has when the request has no limit.
const DefaultLimit = 50

// maxUnixMilli is the end of the year 9999, in milliseconds since 1970: both engines know the times
// before it.
const maxUnixMilli = 253_402_300_800_000

// Filter filters a list of entries. Zero fields do not filter.
type Filter struct {
	Action string
	// Actor is the whole address, or the name, of who did it; letters' case does not matter.
	Actor string
	// UserID is for the history of an account: its actions and those on it.
	UserID int64
	// Kind and TargetID are the target.
	Kind     string
	TargetID int64
	IP       string
	// From is the first time that is listed, To the first that is not.
	From, To time.Time
	// After is the next of a previous call to List.
	After string
	Limit int
}

// Entry is an entry of the log.
type Entry struct {
	ID        int64         `db:"id" json:"id"`
	At        database.Time `db:"at" json:"at"`
	Action    string        `db:"action" json:"action"`
	ActorID   *int64        `db:"actor_id" json:"actor_id"`
	Actor     string        `db:"actor" json:"actor"`
	Kind      string        `db:"kind" json:"kind"`
	TargetID  *int64        `db:"target_id" json:"target_id"`
	Target    string        `db:"target" json:"target"`
	IP        string        `db:"ip" json:"ip"`
	RequestID string        `db:"request_id" json:"request_id"`
	Detail    string        `db:"detail" json:"detail"`
}

// List returns the entries of the filter, newest first, and the position of the next page, "" after
// the last one.
func (l *Log) List(ctx context.Context, f Filter) (entries []Entry, next string, err error) {
	if f.Limit <= 0 {
		f.Limit = DefaultLimit
	}
	entries = []Entry{}
	for _, conditions := range f.either() {
		some, err := l.list(ctx, conditions, f.Limit+1)
		if err != nil {
			return nil, "", fmt.Errorf("list the audit log: %w", err)
		}
		entries = append(entries, some...)
	}
	// An account's actions on itself are in both queries.
	slices.SortFunc(entries, newestFirst)
	entries = slices.CompactFunc(entries, func(a, b Entry) bool { return a.ID == b.ID })
	if len(entries) > f.Limit {
		entries = entries[:f.Limit]
		last := entries[f.Limit-1]
		next = fmt.Sprintf("%d-%d", last.At.UnixMilli(), last.ID)
	}
	return entries, next, nil
}

func newestFirst(a, b Entry) int {
	return cmp.Or(b.At.Compare(a.At.Time), cmp.Compare(b.ID, a.ID))
}

func (l *Log) list(ctx context.Context, c conditions, limit int) ([]Entry, error) {
	entries := []Entry{}
	err := l.db.Select(ctx, &entries, c.statement(), append(slices.Clone(c.args), limit)...)
	return entries, err
}

// conditions returns the conditions on a row, with the values of the placeholders.
type conditions struct {
	texts []string
	args  []any
}

func (c *conditions) and(text string, args ...any) {
	c.texts, c.args = append(c.texts, text), append(c.args, args...)
}

// statement lists the rows in the order of an index that begins with the compared columns, so that
// a page costs the same in a log of any length.
func (c conditions) statement() string {
	where := ""
	if len(c.texts) > 0 {
		where = "WHERE " + strings.Join(c.texts, " AND ")
	}
	return `
		SELECT id, at, action, actor_id, actor, kind, target_id, target, ip, request_id, detail
		  FROM audit_entries ` + where + `
		 ORDER BY at DESC, id DESC LIMIT ?`
}

// either returns the conditions of f as queries that each use one index: the history of an account
// has its actions and those on it.
func (f Filter) either() []conditions {
	if f.UserID == 0 {
		return []conditions{f.conditions()}
	}
	did, done := f.conditions(), f.conditions()
	did.and(`actor_id = ?`, f.UserID)
	done.and(`kind = ? AND target_id = ?`, User, f.UserID)
	return []conditions{did, done}
}

func (f Filter) conditions() (c conditions) {
	for _, text := range []struct{ condition, value string }{
		{`action = ?`, f.Action}, {`actor_key = ?`, actorKey(f.Actor)}, {`kind = ?`, f.Kind}, {`ip = ?`, f.IP},
	} {
		if value := clean(text.value, maxText); value != "" {
			c.and(text.condition, value)
		}
	}
	if f.TargetID != 0 {
		c.and(`target_id = ?`, f.TargetID)
	}
	if !f.From.IsZero() {
		c.and(`at >= ?`, database.At(f.From))
	}
	if !f.To.IsZero() {
		c.and(`at < ?`, database.At(f.To))
	}
	if at, id, ok := position(f.After); ok {
		c.and(`(at, id) < (?, ?)`, at, id)
	}
	return c
}

// position parses the position of a page.
func position(after string) (at database.Time, id int64, ok bool) {
	milliseconds, number, _ := strings.Cut(after, "-")
	unixMilli, atErr := strconv.ParseInt(milliseconds, 10, 64)
	id, idErr := strconv.ParseInt(number, 10, 64)
	return database.At(time.UnixMilli(unixMilli)), id, atErr == nil && idErr == nil && 0 <= unixMilli && unixMilli < maxUnixMilli
}

// EntriesOf returns the actions of a user, on their account, and on mails to either form of their
// address, oldest first.
func EntriesOf(ctx context.Context, from database.Reader, userID int64, email, emailKey string) ([]Entry, error) {
	var entries []Entry
	err := from.Select(ctx, &entries, `
		SELECT id, at, action, actor_id, actor, kind, target_id, target, ip, request_id, detail FROM audit_entries
		 WHERE actor_id = ? OR kind = ? AND target_id = ? OR kind = ? AND target IN (?, ?)
		 ORDER BY at, id`, userID, User, userID, Mail, email, emailKey)
	if err != nil {
		return nil, fmt.Errorf("list the audit log of a user: %w", err)
	}
	return entries, nil
}
