package main

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/app"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
)

// The owner's commands are in the audit log, with the command line as the actor.
func TestCommandsAreAudited(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	// The last staff account could not lose its rights.
	portfolio(t, password+"\n", "user", "create", "--email", "bob@example.test", "--first-name", "Bob", "--last-name", "B", "--staff")
	ada := []string{"--email", "ada@example.test"}
	for _, command := range [][]string{
		{"user", "create", "--first-name", "Ada", "--last-name", "L"}, {"user", "set", "--staff", "on"}, {"user", "set", "--staff", "off"},
		{"user", "set", "--active", "off"}, {"user", "set", "--active", "on"}, {"user", "set", "--password"},
		{"user", "set", "--new-email", "Ada@example.test"}, {"user", "set", "--new-email", "ada@example.test"}, {"user", "delete", "--yes"}, {"user", "delete", "--yes"},
	} {
		portfolio(t, password+"\n", append(command, ada...)...)
	}
	var got []string
	err := withApp(t.Context(), func(parts *app.App) error {
		entries, _, err := parts.Audit.List(t.Context(), audit.Filter{Actor: audit.CommandLine})
		entries = slices.DeleteFunc(entries, func(e audit.Entry) bool { return e.Target == "bob@example.test" })
		for _, entry := range entries {
			if !strings.EqualFold(entry.Target, ada[1]) || entry.Kind != audit.User || entry.IP != "" {
				t.Errorf("%+v", entry)
			}
			got = append(got, entry.Action)
		}
		return err
	})
	slices.Reverse(got)
	want := []string{
		audit.UserCreated, audit.StaffGiven, audit.StaffTaken, audit.Deactivated, audit.Activated, audit.PasswordChanged,
		audit.EmailChanged, audit.EmailChanged, audit.UserDeleted,
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

// Deletions of the server itself have no actor, though serve is a command too.
func TestTheServersDeletionsAreNotTheOwners(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("STATIC_DIR", "none")
	t.Setenv("LISTEN_ADDR", "127.0.0.1:0")
	t.Setenv("METRICS_ADDR", "127.0.0.1:0")
	portfolio(t, password+"\n", "user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L", "--staff")
	settings, err := config.Load()
	noError(t, err)
	db := databasetest.Open(t, settings.DatabaseURL)
	now := time.Now()
	_, err = db.Exec(t.Context(), `INSERT INTO document_categories (name, deleted_at) VALUES ('Old', ?)`, database.At(now.AddDate(0, 0, -31)))
	if err == nil {
		_, err = db.Exec(t.Context(), `INSERT INTO jobs (kind, key, payload, created_at, run_at) VALUES ('cleanup', '', '', ?, ?)`, database.At(now), database.At(now))
	}
	noError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan int)
	go func() { done <- run(ctx, []string{"serve"}, streams{nil, io.Discard, io.Discard}) }()
	defer func() { stop(); <-done }()
	log, entries := audit.New(db, time.Now), []audit.Entry{}
	for limit := time.Now().Add(30 * time.Second); len(entries) == 0; <-time.After(10 * time.Millisecond) {
		if entries, _, err = log.List(t.Context(), audit.Filter{Action: audit.Purged}); err != nil || time.Now().After(limit) {
			t.Fatalf("nothing was purged, %v", err)
		}
	}
	if entries[0].Actor != "" || entries[0].Target != "Old" {
		t.Errorf("%+v", entries[0])
	}
}
