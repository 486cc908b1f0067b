package app

import (
	"context"
	"log/slog"

	"portfolio/api/publishing"
)

// PublishDue has the pages built if that is due, as Run does from time to time, and returns what failed.
func (a *App) PublishDue(ctx context.Context, log *slog.Logger) error {
	_, publisher := a.publisher()
	worker := &publishing.Worker{Queue: a.pages, Publisher: publisher, Log: log}
	return worker.RunDue(ctx)
}

// publisher returns how the pages are built after a change, and what has them built, or nil.
func (a *App) publisher() (publishing.Method, publishing.Publisher) {
	switch {
	case a.config.BuildHookURL != "":
		return publishing.ByHook, publishing.NewHook(a.config.BuildHookURL)
	case a.config.BuildCommand != "":
		return publishing.ByCommand, publishing.NewCommand(a.config.BuildCommand, a.config.PublicURL)
	}
	return publishing.None, nil
}
