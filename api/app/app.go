// Package app opens the parts that the settings name and puts the site together from them,
// for the commands and for the tests that run the whole of it.
package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/config"
	"portfolio/api/database"
	"portfolio/api/server"
)

// App is the site's parts, opened and migrated.
type App struct {
	Accounts *accounts.Service

	config config.Config
	db     *database.DB
}

// Open opens everything that settings name; clock tells the time everywhere. The error is a sentence per fault.
func Open(ctx context.Context, settings config.Config, clock func() time.Time) (_ *App, err error) {
	if err := settings.MakeDataDir(); err != nil {
		return nil, err
	}
	secret, err := settings.Secret()
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, settings.DatabaseURL)
	if err != nil {
		return nil, err
	}
	a := &App{config: settings, db: db}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if _, err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	if a.Accounts, err = accounts.NewService(db, secret, clock); err != nil {
		return nil, err
	}
	return a, nil
}

// Close ends the connections.
func (a *App) Close() error { return a.db.Close() }

// Server returns the server of these parts and of site, which is nil where a CDN serves the pages.
func (a *App) Server(log *slog.Logger, site *server.Site) (*server.Server, error) {
	return server.New(server.Options{
		Log:      log,
		Accounts: accounts.NewHandler(a.Accounts, a.config.BackendAdminURL),
		Guards:   server.Guards{RequireUser: a.Accounts.RequireUser, RequireStaff: a.Accounts.RequireStaff},
		Checks:   map[string]func(context.Context) error{"database": a.db.Ping},
		Site:     site,
		Proxies:  a.config.Proxies,
		Origins:  a.config.CORSOrigins,
	})
}
