// Package site sets a site up and has its settings. Setup: with the printed link, the owner makes the first
// account and content, at once or after a look around in the sample. Settings of the browser: the visibility of
// the pages, registration, the mail server, and off-site backups. A variable of the environment wins.
package site

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

// The names of the settings in the table and in the audit log.
const (
	visibility   = "visibility"
	registration = "registration"
	mail         = "mail"
	backups      = "off-site backups"
	timeZone     = "time zone"
)

// Settings reads and changes the settings of the browser. Every replica sees a change at its next use.
type Settings struct {
	DB    *database.DB
	Audit *audit.Log
	// Box returns what encrypts settings that may hold a secret.
	Box func() (*httpx.Box, error)
	// Config has the environment's values.
	Config config.Config
	// ServesPages means that this server serves the pages. Others have no visibility to set. Renders is as Setup.Renders.
	ServesPages, Renders bool
	// MailSite returns the site as its mails name it.
	MailSite func() (mailer.Site, error)
	// BackupsChanged is called in the transaction that changes where off-site backups go.
	BackupsChanged func(ctx context.Context, tx *database.Tx, on bool) error

	// seen is the last visibility that was read, nil before the first. The holder of looking reads it, and then the time of
	// the last failure.
	seen     atomic.Pointer[seen]
	looking  sync.Mutex
	failedAt time.Time
}

// BeingSetUp reports whether the site is not its owner's yet.
func (s *Settings) BeingSetUp(ctx context.Context) (bool, error) {
	_, state, err := readState(ctx, s.DB, s.Renders)
	return state != StateDone, err
}

// Choice is a setting with a few values. SetBy is the variable of the environment that sets it, "" for none.
type Choice struct {
	Value string `json:"value"`
	SetBy string `json:"set_by"`
}

// findSetting returns a stored setting, "" if there is none.
func findSetting(ctx context.Context, from database.Reader, name string) (value string, err error) {
	if _, err := from.Find(ctx, &value, `SELECT value FROM settings WHERE name = ?`, name); err != nil {
		return "", fmt.Errorf("read the setting %s: %w", name, err)
	}
	return value, nil
}

// store writes a setting, "" to remove it, and records the change with detail. An equal value changes nothing.
func (s *Settings) store(ctx context.Context, tx *database.Tx, name, value, detail string) error {
	previous, err := findSetting(ctx, tx, name)
	if err != nil || previous == value {
		return err
	}
	if err := writeSetting(ctx, tx, name, value); err != nil {
		return err
	}
	return s.Audit.RecordIn(ctx, tx, audit.Event{Action: audit.SettingsChanged, Kind: audit.Setting, Target: name, Detail: detail})
}

func writeSetting(ctx context.Context, tx *database.Tx, name, value string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM settings WHERE name = ?`, name); err != nil || value == "" {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO settings (name, value) VALUES (?, ?)`, name, value)
	return err
}

// choose stores one of the values of a choice. It returns Conflict if the variable sets it, and an httpx.Error for another value.
func (s *Settings) choose(ctx context.Context, name, variable, fromEnvironment, value string, values ...string) error {
	if err := checkFree(variable, fromEnvironment); err != nil {
		return err
	}
	v := httpx.NewValidator()
	v.Check(slices.Contains(values, value), name, fmt.Sprintf(httpx.NotAChoice, value))
	if err := v.Err(); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx *database.Tx) error { return s.store(ctx, tx, name, value, value) })
}

// checkFree returns Conflict if a variable has a value, which wins.
func checkFree(variable, value string) error {
	if value == "" {
		return nil
	}
	return httpx.Conflict(fmt.Sprintf(httpx.SetByEnvironment, variable))
}

// readChoice returns the value that the variable sets, or the stored one, or otherwise.
func (s *Settings) readChoice(ctx context.Context, name, variable, fromEnvironment, otherwise string) (Choice, error) {
	if fromEnvironment != "" {
		return Choice{Value: fromEnvironment, SetBy: variable}, nil
	}
	value, err := findSetting(ctx, s.DB, name)
	if value == "" {
		value = otherwise
	}
	return Choice{Value: value}, err
}
