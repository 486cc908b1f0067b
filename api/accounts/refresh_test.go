package accounts_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/apperror"
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
		if generation(t, child) != generation(t, stored)+1 {
			t.Errorf("after %s came %s", stored, child)
		}
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
		if err != nil || answer.Access == "" || answer.Refresh != "" {
			t.Errorf("within 30 s: %+v, %v", answer, err)
		}
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
		if sessions, _, err := w.Sessions(context.Background(), w.user.ID, "", apperror.Page{}); err != nil || len(sessions) != 1 {
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
	wantKind(t, name, err, apperror.KindUnauthenticated)
}

func generation(t *testing.T, token string) int {
	t.Helper()
	gen, err := strconv.Atoi(strings.Split(token, ".")[1])
	noError(t, err)
	return gen
}
