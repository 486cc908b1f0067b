package apitest

import (
	"context"
	"sync"
	"testing"

	"portfolio/api/accounts"
)

// Password is that of every account of a Site.
const Password = "correct horse battery"

// Role is who a request comes from.
type Role string

// The roles. Each but Anonymous has an account, ROLE@example.test. Deactivated signed in as a user
// and Demoted as staff before that happened to them.
const (
	Anonymous   Role = "anonymous"
	User        Role = "user"
	Staff       Role = "staff"
	Deactivated Role = "deactivated"
	Demoted     Role = "demoted"
	Owner       Role = "owner"
)

// people are the accounts of a Site and the access tokens that they hold.
type people struct {
	mu     sync.Mutex
	access map[Role]string
}

// Email returns the address of a role's account.
func Email(role Role) string { return string(role) + "@example.test" }

// Join makes the account of a role. User and Staff have joined when a Site starts.
func (s *Site) Join(t *testing.T, role Role) {
	t.Helper()
	_, err := s.App.Accounts.CreateUser(context.Background(), accounts.NewUser{
		Email: Email(role), FirstName: "Some", LastName: "Body", Password: Password, IsStaff: role == Staff || role == Demoted || role == Owner,
	})
	noError(t, err)
}

// SignIn opens a new session for role and returns its tokens.
func (s *Site) SignIn(t *testing.T, role Role) accounts.Tokens {
	t.Helper()
	answer := s.Do(t, Request{Method: "POST", Path: "/api/users/login/", JSON: map[string]string{
		"email": Email(role), "password": Password,
	}})
	var opened accounts.Tokens
	answer.Decode(t, &opened)
	if opened.Access == "" || opened.Refresh == "" {
		t.Fatalf("sign in as %s: %d %s", role, answer.Status, answer.Body)
	}
	return opened
}

// bearer returns the access token of a role, which signs in at its first use; "" for Anonymous.
func (s *Site) bearer(t *testing.T, role Role) string {
	t.Helper()
	if role == "" || role == Anonymous {
		return ""
	}
	s.people.mu.Lock()
	defer s.people.mu.Unlock()
	if s.people.access[role] == "" {
		s.people.access[role] = s.signIn(t, role)
	}
	return s.people.access[role]
}

func (s *Site) signIn(t *testing.T, role Role) (access string) {
	t.Helper()
	switch role {
	case Deactivated:
		s.Join(t, role)
		access = s.SignIn(t, role).Access
		s.Deactivate(t, role)
	case Demoted:
		s.Join(t, role)
		access = s.SignIn(t, role).Access
		s.Demote(t, role)
	default:
		access = s.SignIn(t, role).Access
	}
	return access
}

// Deactivate deactivates a role's account, like the command line.
func (s *Site) Deactivate(t *testing.T, role Role) {
	t.Helper()
	noError(t, s.App.Accounts.SetActive(context.Background(), s.Find(t, role), false))
}

// Demote makes an ordinary user of a role's account.
func (s *Site) Demote(t *testing.T, role Role) {
	t.Helper()
	noError(t, s.App.Accounts.SetStaff(context.Background(), s.Find(t, role), false))
}

// Promote makes staff of a role's account.
func (s *Site) Promote(t *testing.T, role Role) {
	t.Helper()
	noError(t, s.App.Accounts.SetStaff(context.Background(), s.Find(t, role), true))
}

// Find returns the ID of a role's account.
func (s *Site) Find(t *testing.T, role Role) (id int64) {
	t.Helper()
	return s.User(t, Email(role)).ID
}

// User returns the account with the address.
func (s *Site) User(t *testing.T, email string) accounts.User {
	t.Helper()
	user, err := s.App.Accounts.FindUser(context.Background(), email)
	noError(t, err)
	return user
}
