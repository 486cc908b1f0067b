package audit

import (
	"context"

	"portfolio/api/internal/httpx"
)

// CommandLine is the actor of commands.
const CommandLine = "command line"

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

// ByServer returns a context whose entries have no actor: nobody asked the server.
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
