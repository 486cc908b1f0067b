package accounts_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/httpx"
)

// settle is longer than the time in which a session does not move on.
const settle = 31 * time.Second

func TestALostAnswerCostsNothing(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		stored := w.signIn(t).Refresh
		for range 5 { // each of these answers is lost on the way
			w.clock.Advance(settle)
			w.refresh(t, stored)
		}
		w.clock.Advance(settle)
		child := w.refresh(t, stored)
		check(t, generation(t, child) == generation(t, stored)+1, "after %s came %s", stored, child)
		w.refresh(t, child)
	})
}

func TestWithinHalfAMinuteTheSameTokenComesBack(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		first := w.signIn(t).Refresh
		w.clock.Advance(29 * time.Second)
		if same := w.refresh(t, first); same != first {
			t.Errorf("moved on within 30 s: %s, %s", first, same)
		}
		w.clock.Advance(settle)
		child := w.refresh(t, first)
		if same := w.refresh(t, child); same != child {
			t.Errorf("the first use of a child answers another: %s, %s", child, same)
		}
	})
}

func TestThePreviousGenerationWorksForHalfAMinute(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		previous, current := w.moved(t)
		w.clock.Advance(29 * time.Second)
		answer, err := w.Refresh(context.Background(), previous)
		check(t, err == nil && answer.Access != "" && answer.Refresh == "", "within 30 s: %+v, %v", answer, err)
		w.clock.Advance(2 * time.Second)
		w.refused(t, "the previous token after 30 s", previous)
		w.refused(t, "the current one, after that reuse", current)
	})
}

func TestASiblingOfThePreviousTokenIsACopyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		first := w.signIn(t).Refresh
		w.clock.Advance(settle)
		owners, thiefs := w.refresh(t, first), w.refresh(t, first)
		w.refresh(t, owners)
		w.clock.Advance(settle)
		current := w.refresh(t, owners)
		w.refresh(t, current)
		w.refused(t, "a sibling, in the time of the previous token", thiefs)
		w.refused(t, "the owner, after that", current)
	})
}

func TestACopyEndsTheSession(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		stolen := w.signIn(t).Refresh
		w.clock.Advance(settle)
		thiefs, owners := w.refresh(t, stolen), w.refresh(t, stolen)
		if thiefs == owners {
			t.Fatal("two children of one token are the same")
		}
		w.clock.Advance(10 * time.Minute)
		w.refresh(t, thiefs)
		w.clock.Advance(10 * time.Minute)
		w.refused(t, "the sibling", owners)
		w.refused(t, "the copy that was used first", thiefs)
	})
}

func TestASessionEnds(t *testing.T) {
	const day = 24 * time.Hour
	each(t, func(t *testing.T, w world) {
		stored := w.signIn(t).Refresh
		w.clock.Advance(14*day - time.Second)
		w.refresh(t, stored) // the answer is lost, but this was a use
		w.clock.Advance(14*day - time.Second)
		child := w.refresh(t, stored)
		if sessions, _, err := w.Sessions(context.Background(), w.user.ID, "", httpx.Page{}); err != nil || len(sessions) != 1 {
			t.Errorf("a standing session is not listed: %v, %v", sessions, err)
		}
		w.clock.Advance(14*day + time.Hour)
		w.refused(t, "after 14 idle days", child)
	})
	each(t, func(t *testing.T, w world) {
		stored := w.signIn(t).Refresh
		for range 29 {
			w.clock.Advance(day)
			stored = w.refresh(t, stored)
		}
		w.clock.Advance(day)
		w.refused(t, "after 30 busy days", stored)
	})
}

func TestTabsThatRefreshAtOnceStaySignedIn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		stored := w.signIn(t).Refresh
		for range 6 {
			w.clock.Advance(settle)
			answers := make([]accounts.Tokens, 20)
			var group sync.WaitGroup
			for i := range answers {
				group.Go(func() {
					var err error
					if answers[i], err = w.Refresh(context.Background(), stored); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			for _, answer := range answers {
				if answer.Refresh != "" && generation(t, answer.Refresh) > generation(t, stored) {
					stored = answer.Refresh
				}
			}
		}
	})
}

// moved returns the previous and the current token of a session that has just moved on.
func (w world) moved(t *testing.T) (previous, current string) {
	t.Helper()
	previous = w.signIn(t).Refresh
	w.clock.Advance(settle)
	current = w.refresh(t, previous)
	return previous, w.refresh(t, current)
}

func (w world) refresh(t *testing.T, text string) string {
	t.Helper()
	answer, err := w.Refresh(context.Background(), text)
	if err != nil || answer.Access == "" || answer.Refresh == "" {
		t.Fatalf("refresh with generation %d: %+v, %v", generation(t, text), answer, err)
	}
	return answer.Refresh
}

func (w world) refused(t *testing.T, name, text string) {
	t.Helper()
	_, err := w.Refresh(context.Background(), text)
	wantKind(t, name, err, httpx.KindUnauthenticated)
}

func generation(t *testing.T, token string) int {
	t.Helper()
	gen, err := strconv.Atoi(strings.Split(token, ".")[1])
	noError(t, err)
	return gen
}

func TestASessionEndsWithItsParent(t *testing.T) {
	ctx := context.Background()
	for name, end := range map[string]func(t *testing.T, w world, issuer accounts.Tokens){
		"sign out": func(t *testing.T, w world, issuer accounts.Tokens) {
			noError(t, w.SignOut(ctx, issuer.Refresh))
		},
		"ended from another device": func(t *testing.T, w world, issuer accounts.Tokens) {
			noError(t, w.EndSession(ctx, w.user.ID, sessionOf(issuer)))
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
				wantKind(t, "an unused one-time token", err, httpx.KindUnauthenticated)
				w.refresh(t, other.Refresh)
				if sessions, _, err := w.Sessions(ctx, w.user.ID, "", httpx.Page{}); err != nil || len(sessions) != 1 {
					t.Errorf("%d sessions are left, %v", len(sessions), err)
				}
			})
		})
	}
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
		noError(t, w.SignOut(ctx, later.Refresh)) // looks for what ended sessions had opened
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
				wantKind(t, "redeemed too late", refusal, httpx.KindUnauthenticated)
			} else {
				w.refused(t, "a child of a session that has ended", opened.Refresh)
			}
		}
	})
}
