package audit

import (
	"context"

	"portfolio/api/httpx"
)

// CommandLine is the actor of what the owner does by a command.
const CommandLine = "command line"

// Source is where a request comes from, and who sent it as far as that is known.
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

// WithActor returns a context whose entries are by that user and come from where those of ctx do. It is for those who
// checked who it is.
func WithActor(ctx context.Context, userID int64, email string) context.Context {
	source := sourceOf(ctx)
	source.actorID, source.actor = userID, email
	return WithSource(ctx, source)
}

// ByCommand returns a context whose entries are the owner's, at the command line.
func ByCommand(ctx context.Context) context.Context {
	return WithSource(ctx, Source{actor: CommandLine})
}

// ActorID returns the id of the user who does what ctx is for, nil where it is nobody.
func ActorID(ctx context.Context) *int64 { return idOrNull(sourceOf(ctx).actorID) }

// sourceOf returns the source of ctx, by default that of the request.
func sourceOf(ctx context.Context) Source {
	source, ok := ctx.Value(sourceKey{}).(Source)
	if !ok {
		source = Source{IP: httpx.ClientIP(ctx), RequestID: httpx.RequestID(ctx)}
	}
	return source
}
