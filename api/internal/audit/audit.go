// Package audit records who did what, when and from where. Entries are never changed, except that
// Expire shortens the addresses in old ones and deletes older ones.
package audit

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Event is an action. The context has its actor, address and request; ActorID and Actor are for
// actions that identify the actor, such as a sign-in. Target is a name or an address at that time.
// An event must not contain secrets.
type Event struct {
	Action   string
	ActorID  int64
	Actor    string
	Kind     string
	TargetID int64
	Target   string
	Detail   string
}

// Log is the audit log in a database.
type Log struct {
	db      *database.DB
	now     func() time.Time
	limiter limiter
}

// New returns the log in db. clock returns the time of entries.
func New(db *database.DB, clock func() time.Time) *Log {
	return &Log{db: db, now: clock}
}

// Record adds an entry in a separate transaction, for actions that change nothing else in the
// database.
func (l *Log) Record(ctx context.Context, event Event) error {
	return l.db.InTx(ctx, func(tx *database.Tx) error { return l.RecordIn(ctx, tx, event) })
}

// actorKey returns the form in which actors are searched, whatever their case and encoding.
func actorKey(actor string) string {
	return norm.NFC.String(strings.ToLower(norm.NFC.String(actor)))
}

// RecordIn adds an entry in the transaction of what happened: one is never there without the other.
func (l *Log) RecordIn(ctx context.Context, tx *database.Tx, event Event) error {
	source := sourceOf(ctx)
	if event.ActorID == 0 && event.Actor == "" {
		event.ActorID, event.Actor = source.actorID, source.actor
	}
	actor := clean(event.Actor, maxText)
	_, err := tx.Exec(ctx, `
		INSERT INTO audit_entries (at, action, actor_id, actor, actor_key, kind, target_id, target, ip, request_id, detail)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		database.At(l.now()), event.Action, idOrNull(event.ActorID), actor, actorKey(actor),
		event.Kind, idOrNull(event.TargetID), clean(event.Target, maxText), source.IP, source.RequestID,
		clean(event.Detail, maxDetail))
	if err != nil {
		return fmt.Errorf("audit %s: %w", event.Action, err)
	}
	return nil
}

// The longest texts that are stored, in characters. Titles of images are longer; their beginning
// is enough to know them by.
const (
	maxText   = 254
	maxDetail = 400
)

// clean returns the first characters of text on one line, without characters that a database
// refuses.
func clean(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " "))
	if len(runes) > most {
		runes = append(runes[:most-1], '…')
	}
	return strings.ReplaceAll(string(runes), "\x00", "")
}

func idOrNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// entryBytes is the size of an entry with its indexes: 150 MB for 300,000 on SQLite. The database
// knows the size of one table only by reading all of it.
const entryBytes = 500

// Size is how much there is in the log: entries, and about how many bytes of the database they
// take.
type Size struct {
	Entries, Bytes int64
}

// ReadSize returns the size of the log in db.
func ReadSize(ctx context.Context, db *database.DB) (size Size, err error) {
	if err := db.Get(ctx, &size.Entries, `SELECT COUNT(*) FROM audit_entries`); err != nil {
		return Size{}, fmt.Errorf("count the entries of the audit log: %w", err)
	}
	size.Bytes = size.Entries * entryBytes
	return size, nil
}

// CommandLine is the actor of commands.
const CommandLine = "command line"

// Sample is the actor that fills a site with the sample, and SampleDomain ends the addresses of the
// accounts that come with it.
const (
	Sample       = "sample"
	SampleDomain = "@sample.invalid"
)

// Source is the origin of a request, and its sender if known.
type Source struct {
	IP        string
	RequestID string
	actorID   int64
	actor     string
}

type sourceKey struct{}

// WithSource returns a context whose entries come from source.
func WithSource(ctx context.Context, source Source) context.Context {
	return context.WithValue(ctx, sourceKey{}, source)
}

// WithActor returns a context whose entries have that user as the actor and ctx's address. Its
// callers have authenticated the user.
func WithActor(ctx context.Context, userID int64, email string) context.Context {
	source := sourceOf(ctx)
	source.actorID, source.actor = userID, email
	return WithSource(ctx, source)
}

// ByCommand returns a context whose entries are the owner's, at the command line.
func ByCommand(ctx context.Context) context.Context {
	return WithSource(ctx, Source{actor: CommandLine})
}

// ByServer returns a context whose entries have no actor, since no user asked the server.
func ByServer(ctx context.Context) context.Context { return WithSource(ctx, Source{}) }

// ActorID returns the ID of the actor of ctx, or nil.
func ActorID(ctx context.Context) *int64 { return idOrNull(sourceOf(ctx).actorID) }

// sourceOf returns the source of ctx, by default that of the request.
func sourceOf(ctx context.Context) Source {
	source, ok := ctx.Value(sourceKey{}).(Source)
	if !ok {
		source = Source{IP: httpx.ClientIP(ctx), RequestID: httpx.RequestID(ctx)}
	}
	return source
}
