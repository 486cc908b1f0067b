package main

import (
	"io"
	"log/slog"

	"portfolio/api/internal/config"
)

// newLog returns the log that the settings ask for.
func newLog(settings config.Config, out io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: settings.Level}
	if settings.LogFormat == config.JSON {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}
