package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
)

func (r *doctorReport) checkDatabase(ctx context.Context, settings config.Config) {
	if path, ok := strings.CutPrefix(settings.DatabaseURL, "sqlite://"); ok {
		if _, err := os.Stat(path); err != nil { // opening it would create it
			r.warn("database", "%s does not exist yet: the first start creates it", path)
			return
		}
	}
	if ignored := database.IgnoredParameters(settings.DatabaseURL); len(ignored) > 0 {
		r.warn("database", "DATABASE_URL has parameters for other clients, which are ignored: %s", strings.Join(ignored, ", "))
	}
	if warning := settings.DatabaseWarning(); warning != "" {
		r.warn("database", "%s", warning)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	db, err := database.Open(ctx, settings.DatabaseURL)
	if err != nil {
		r.fail("database", "%v", err)
		return
	}
	defer func() { _ = db.Close() }()
	plan, planErr := db.Plan(ctx)
	if err := errors.Join(db.CheckAccess(ctx), planErr); err != nil {
		r.fail("database", "%v", err)
		return
	}
	if behind := len(plan.Pending); behind > 0 {
		r.warn("database", "%s: %d migrations are pending; the next start, or portfolio migrate, runs them", db.Engine(), behind)
		return
	}
	if err := db.CheckIntegrity(ctx); err != nil {
		r.fail("database", "%s: %v; restore a backup", db.Engine(), err)
		return
	}
	r.ok("database", "%s accepts writes and has the tables of this version", db.Engine())
	staff, err := accounts.CountStaff(ctx, db)
	if err != nil || staff == 0 {
		r.fail("staff", "no account may manage the site: portfolio user create --staff, or user set --email E --staff on")
	}
}
