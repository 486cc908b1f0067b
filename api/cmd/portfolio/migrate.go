package main

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/config"
	"portfolio/api/database"
)

// migrate brings the database to the newest version and prints the steps.
func migrate(ctx context.Context, _ []string, std streams) (err error) {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if err := settings.MakeDataDir(); err != nil {
		return err
	}
	db, err := database.Open(ctx, settings.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	steps, err := db.Migrate(ctx)
	if err != nil {
		return err
	}
	for _, step := range steps {
		fmt.Fprintln(std.out, "applied", step)
	}
	if len(steps) == 0 {
		fmt.Fprintln(std.out, "The database is up to date.")
	}
	return nil
}
