package main

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
)

// migrate runs the pending migrations and prints them. With --check it only prints them. With --new-secret the next server may
// have another secret key.
func migrate(ctx context.Context, args []string, std streams) (err error) {
	flags := newFlags("migrate", std)
	check := flags.Bool("check", false, "say what an upgrade to this program does to the database, and change nothing")
	newSecret := flags.Bool("new-secret", false, "let the next start set the secret key that all servers of a PostgreSQL database share")
	if err := parse(flags, args); err != nil {
		return err
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if *check {
		return checkMigration(ctx, settings.DatabaseURL, std)
	}
	if err := settings.MakeDataDir(); err != nil {
		return err
	}
	db, err := database.Open(ctx, settings.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	done, err := api.Migrate(ctx, db, settings.DataDir)
	if err != nil {
		return err
	}
	if done.Copy != "" {
		fmt.Fprintln(std.out, "backed up the database to", done.Copy)
	}
	for _, step := range done.Steps {
		fmt.Fprintln(std.out, "applied", step)
	}
	if len(done.Steps) == 0 {
		fmt.Fprintln(std.out, "The database is up to date.")
	}
	if *newSecret {
		return db.ForgetSecrets(ctx)
	}
	return nil
}

func checkMigration(ctx context.Context, url string, std streams) (err error) {
	db, err := database.OpenExisting(ctx, url)
	if errors.Is(err, database.ErrNoDatabase) {
		fmt.Fprintln(std.out, "There is no database yet; the first start creates it.")
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	plan, err := db.Plan(ctx)
	switch {
	case err != nil:
		return err
	case plan.Version == 0:
		fmt.Fprintln(std.out, "The database is empty; the first start creates its tables.")
	case len(plan.Pending) == 0:
		fmt.Fprintln(std.out, "The database is up to date.")
	default:
		fmt.Fprintf(std.out, "The database has version %d. These steps update it to %d:\n", plan.Version, plan.Newest)
		for _, name := range plan.Pending {
			fmt.Fprintln(std.out, " ", name)
		}
		backup := "The update first copies the database into DATA_DIR/backups."
		if db.Engine() == database.PostgreSQL {
			backup = "First make a backup with pg_dump."
		}
		fmt.Fprintln(std.out, "Stop all other programs that use the database.", backup)
	}
	return nil
}
