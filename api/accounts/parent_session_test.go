package accounts_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/apperror"
)

func TestASessionEndsWithItsParent(t *testing.T) {
	ctx := context.Background()
	for name, end := range map[string]func(t *testing.T, w world, issuer accounts.Tokens){
		"sign out": func(t *testing.T, w world, issuer accounts.Tokens) {
			if err := w.SignOut(ctx, issuer.Refresh); err != nil {
				t.Error(err)
			}
		},
		"ended from another device": func(t *testing.T, w world, issuer accounts.Tokens) {
			if err := w.EndSession(ctx, w.user.ID, sessionOf(issuer)); err != nil {
				t.Error(err)
			}
		},
		"a copy came back": func(t *testing.T, w world, issuer accounts.Tokens) {
			w.clock.Advance(settle)
			w.refresh(t, w.refresh(t, issuer.Refresh))
			w.clock.Advance(settle)
			w.refused(t, "the copy", issuer.Refresh)
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, w world) {
				other, issuer := w.signIn(t), w.signIn(t)
				child := w.openBeside(t, issuer)
				grandchild := w.openBeside(t, child)
				unspent, err := w.IssueAppToken(ctx, accounts.Identity{Session: sessionOf(child)})
				noError(t, err)
				end(t, w, issuer)
				w.refused(t, "its child session", child.Refresh)
				w.refused(t, "its grandchild session", grandchild.Refresh)
				_, _, err = w.RedeemAppToken(ctx, unspent, accounts.Device{})
				wantKind(t, "an unused one-time token", err, apperror.KindUnauthenticated)
				w.refresh(t, other.Refresh)
				if sessions, _, err := w.Sessions(ctx, w.user.ID, "", apperror.Page{}); err != nil || len(sessions) != 1 {
					t.Errorf("%d sessions are left, %v", len(sessions), err)
				}
			})
		})
	}
}

func TestAParentOutlivesItsChild(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		issuer := w.signIn(t)
		child, sibling := w.openBeside(t, issuer), w.openBeside(t, issuer)
		noError(t, w.SignOut(context.Background(), child.Refresh))
		w.refused(t, "the ended one", child.Refresh)
		w.refresh(t, issuer.Refresh)
		w.refresh(t, sibling.Refresh)
	})
}

func TestAChildExpiresWithItsParent(t *testing.T) {
	const day = 24 * time.Hour
	each(t, func(t *testing.T, w world) {
		issuer := w.signIn(t)
		stored := issuer.Refresh
		for range 29 {
			w.clock.Advance(day)
			stored = w.refresh(t, stored)
		}
		child := w.openBeside(t, issuer)
		w.clock.Advance(day - time.Second)
		w.refresh(t, child.Refresh)
		w.clock.Advance(time.Second)
		w.refused(t, "thirty days after the password", child.Refresh)
	})
}

// A session that changes the password remains open although its parent session ends.
func TestTheSessionOfANewPasswordHasNoParent(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := context.Background()
		issuer := w.signIn(t)
		child := w.openBeside(t, issuer)
		who := accounts.Identity{User: w.user, Session: sessionOf(child)}
		change := accounts.PasswordChange{Old: password, New: "another good password", Repeated: "another good password"}
		noError(t, w.ChangePassword(ctx, who, change))
		w.refused(t, "the one that opened it", issuer.Refresh)
		later := w.openBeside(t, child)
		if err := w.SignOut(ctx, later.Refresh); err != nil { // looks for what ended sessions had opened
			t.Fatal(err)
		}
		w.refresh(t, child.Refresh)
	})
}

// In whatever order the two requests commit, no active session has a parent that has ended.
func TestNoChildOfAnEndedSessionStaysOpen(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := context.Background()
		first := w.signIn(t)
		for range 20 {
			issuer := w.openBeside(t, first)
			token, err := w.IssueAppToken(ctx, accounts.Identity{Session: sessionOf(issuer)})
			noError(t, err)
			var opened accounts.Tokens
			var refusal error
			var group sync.WaitGroup
			group.Go(func() { opened, _, refusal = w.RedeemAppToken(ctx, token, accounts.Device{}) })
			group.Go(func() {
				if err := w.SignOut(ctx, issuer.Refresh); err != nil {
					t.Error(err)
				}
			})
			group.Wait()
			if refusal != nil {
				wantKind(t, "redeemed too late", refusal, apperror.KindUnauthenticated)
			} else {
				w.refused(t, "a child of a session that has ended", opened.Refresh)
			}
		}
	})
}
