package apitest_test

import (
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
)

// atOnce sends a request n times at once and returns the answers. One must have the status success,
// the others failure or 503.
func atOnce(t *testing.T, site *apitest.Site, n int, request apitest.Request, success, failure int) []apitest.Answer {
	t.Helper()
	return allAtOnce(t, site, several(n, func(int) apitest.Request { return request }), success, failure)
}

// allAtOnce is atOnce with several requests.
func allAtOnce(t *testing.T, site *apitest.Site, requests []apitest.Request, success, failure int) []apitest.Answer {
	t.Helper()
	n := len(requests)
	answers := make([]apitest.Answer, n)
	start := make(chan struct{})
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			<-start
			answers[i] = site.Do(t, requests[i])
		})
	}
	close(start)
	group.Wait()
	counts := map[int]int{}
	for _, answer := range answers {
		counts[answer.Status]++
	}
	if counts[success] != 1 || counts[success]+counts[failure]+counts[503] != n {
		t.Errorf("of %d at once: %v, by status", n, counts)
	}
	return answers
}

func issueAppToken(t *testing.T, site *apitest.Site, request apitest.Request) string {
	t.Helper()
	request.Method, request.Path = "POST", "/api/users/app-token/"
	answer := site.Do(t, request)
	var issued struct {
		Token     string `json:"token"`
		ExpiresIn int    `json:"expires_in"`
	}
	answer.Decode(t, &issued)
	if answer.Status != 201 || issued.ExpiresIn != 120 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return issued.Token
}

func TestAppToken(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		as := func(role apitest.Role) string { return issueAppToken(t, site, apitest.Request{As: role}) }
		token := as(apitest.Staff)
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: post("/login-with-token/", nothing), Status: 400, Want: `{"token":["This field is required."]}`},
			{Name: "blank", Request: redeem(""), Status: 400, Want: `{"token":["This field may not be blank."]}`},
			{Name: "no token", Request: redeem("x"), Status: 401, Want: badToken},
			{Name: "once", Request: redeem(token), Status: 200,
				Want: `{"access":"…","refresh":"…","user":{"id":…,"email":"staff@example.test",…"is_staff":true,…}}`},
			{Name: "twice", Request: redeem(token), Status: 401, Want: badToken},
		})
		last, late := as(apitest.User), as(apitest.User)
		site.Clock.Advance(2*time.Minute - time.Second)
		site.Run(t, []apitest.Scenario{{Name: "in time", Request: redeem(last), Status: 200, Want: `{…}`}})
		site.Clock.Advance(time.Second)
		site.Run(t, []apitest.Scenario{{Name: "too late", Request: redeem(late), Status: 401, Want: badToken}})
	})
}

func TestOfManyRedeemsOfATokenOneWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		token := issueAppToken(t, site, apitest.Request{As: apitest.User})
		atOnce(t, site, 50, redeem(token), 200, 401)
	})
}

func TestAnAppTokenEndsWithItsOwnersSessions(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Join(t, apitest.Owner)
		for _, role := range []apitest.Role{apitest.User, apitest.Staff} {
			opened := site.SignIn(t, role)
			token := issueAppToken(t, site, apitest.Request{Bearer: opened.Access})
			if role == apitest.User {
				site.Do(t, by(opened.Access, "DELETE", "/api/users/sessions/"))
			} else {
				site.Deactivate(t, role)
			}
			site.Run(t, []apitest.Scenario{{Name: "of " + string(role), Status: 401, Want: badToken,
				Request: redeem(token)}})
		}
	})
}
