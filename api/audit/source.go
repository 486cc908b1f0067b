package audit

import "context"

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
	return context.WithValue(ctx, sourceKey{}, &source)
}

// ByCommand returns a context whose entries are the owner's, at the command line.
func ByCommand(ctx context.Context) context.Context {
	return WithSource(ctx, Source{actor: CommandLine})
}

// SetActor says who sent the request of ctx; the server's own answers, such as a refusal, know it from then on. It is for
// those who checked it: the guards. Without a request it does nothing.
func SetActor(ctx context.Context, userID int64, email string) {
	if source, ok := ctx.Value(sourceKey{}).(*Source); ok {
		source.actorID, source.actor = userID, email
	}
}

func sourceOf(ctx context.Context) Source {
	if source, ok := ctx.Value(sourceKey{}).(*Source); ok {
		return *source
	}
	return Source{}
}
