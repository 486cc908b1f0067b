package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// examine checks the settings, and the files and servers that they name. It fails if a check does; warnings are for the
// owner to weigh.
func examine(ctx context.Context, args []string, std streams) error {
	if err := parse(newFlags("doctor", std), args); err != nil {
		return err
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	report := checkSettings(ctx, settings)
	report.print(std.out)
	if n := report.failures(); n > 0 {
		return found{fmt.Errorf("%d of %d checks failed", n, len(report))}
	}
	return nil
}

// levelFail is the level of what keeps a site from working. The others are ok and warn.
const levelFail = "FAIL"

// finding is the result of one check. Text includes the remedy.
type finding struct{ Level, Check, Text string }

// doctorReport is a list of findings.
type doctorReport []finding

func (r *doctorReport) ok(check, format string, args ...any) {
	*r = append(*r, finding{"ok", check, fmt.Sprintf(format, args...)})
}

func (r *doctorReport) warn(check, format string, args ...any) {
	*r = append(*r, finding{"warn", check, fmt.Sprintf(format, args...)})
}

func (r *doctorReport) fail(check, format string, args ...any) {
	*r = append(*r, finding{levelFail, check, fmt.Sprintf(format, args...)})
}

// failures returns the number of failed checks.
func (r doctorReport) failures() (n int) {
	for _, finding := range r {
		if finding.Level == levelFail {
			n++
		}
	}
	return n
}

// print writes one line for each finding.
func (r doctorReport) print(out io.Writer) {
	for _, finding := range r {
		fmt.Fprintf(out, "%-4s  %-14s  %s\n", finding.Level, finding.Check, finding.Text)
	}
}

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
	r.checkSecretKey(ctx, db, settings)
	staff, err := accounts.CountStaff(ctx, db)
	if err != nil || staff == 0 {
		r.fail("staff", "no account may manage the site: open the link of portfolio setup-link, or portfolio user create --staff, or user set --email E --staff on")
	}
}

// checkSecretKey warns of authenticator apps that were set up with another secret key.
func (r *doctorReport) checkSecretKey(ctx context.Context, db *database.DB, settings config.Config) {
	if _, err := os.Stat(filepath.Join(settings.DataDir, "secret.key")); settings.SecretKey == "" && err != nil {
		return // the next start makes a key, as the server's user
	}
	secret, err := settings.Secret()
	if err != nil {
		return // the start says so
	}
	if lost, err := accounts.LostAuthenticators(ctx, db, httpx.NewBox(secret)); err == nil && lost > 0 {
		r.warn("secrets", "%d authenticator apps were set up with another secret key: put it back, or let their users sign in with a recovery code and set the app up again", lost)
	}
}
