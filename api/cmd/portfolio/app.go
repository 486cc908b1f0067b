package main

import (
	"context"
	"errors"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/config"
	"portfolio/api/database"
)

// app is what every command works on: the settings, and the opened, migrated parts.
type app struct {
	config   config.Config
	db       *database.DB
	accounts *accounts.Service
}

// openApp reads the settings and opens everything they name. The error is one sentence per fault.
func openApp(ctx context.Context) (_ *app, err error) {
	settings, err := config.Load()
	if err != nil {
		return nil, err
	}
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
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	if _, err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	service, err := accounts.NewService(db, secret, time.Now)
	if err != nil {
		return nil, err
	}
	return &app{config: settings, db: db, accounts: service}, nil
}

// close ends the connections.
func (a *app) close() error { return a.db.Close() }
