package app

import (
	"context"
	"log/slog"

	"portfolio/api/publishing"
)

// PublishDue has the pages built if that is due, as Run does from time to time, and returns what failed.
func (a *App) PublishDue(ctx context.Context, log *slog.Logger) error {
	worker := &publishing.Worker{Queue: a.pages, Publisher: a.publisher(), Log: log}
	return worker.RunDue(ctx)
}

// method returns how the pages are built after a change.
func (a *App) method() publishing.Method {
	switch {
	case a.config.BuildHookURL != "":
		return publishing.ByHook
	case a.config.BuildCommand != "":
		return publishing.ByCommand
	}
	return publishing.None
}

// publisher returns what has the pages built, or nil.
func (a *App) publisher() publishing.Publisher {
	switch a.method() {
	case publishing.ByHook:
		return publishing.NewHook(a.config.BuildHookURL)
	case publishing.ByCommand:
		return publishing.NewCommand(a.config.BuildCommand, a.config.PublicURL)
	}
	return nil
}
