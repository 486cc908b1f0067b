package main

import (
	"slices"
	"strings"
	"testing"

	"portfolio/api/app"
	"portfolio/api/internal/audit"
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
