package apitest_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
)

var limited = apitest.Settings{"RATE_LIMIT": "on"}

// from sets the client address of a request, like a proxy of the site.
func from(ip string, request apitest.Request) apitest.Request {
	request.Header = map[string]string{"X-Forwarded-For": ip}
	return request
}

func login(email, password string) apitest.Request {
	return post("/api/users/login/", map[string]string{"email": email, "password": password})
}

// wait returns how long the answer, which must be a 429, asks to wait, and checks that its two ways
// of saying so agree.
func wait(t *testing.T, answer apitest.Answer) time.Duration {
	t.Helper()
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	want := fmt.Sprintf(`{"detail":"Request was throttled. Expected available in %d seconds."}`, seconds)
	if answer.Status != 429 || err != nil || seconds < 1 || answer.Body != want {
		t.Fatalf("%d, Retry-After %q: %s", answer.Status, answer.Header.Get("Retry-After"), answer.Body)
	}
	return time.Duration(seconds) * time.Second
}

// expect sends the requests, a few at once because each costs a password, and compares the
// statuses.
func expect(t *testing.T, site *apitest.Site, status int, requests ...apitest.Request) {
	t.Helper()
	slots := make(chan struct{}, 8)
	var group sync.WaitGroup
	for i, request := range requests {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			answer := site.Do(t, request)
			check(t, answer.Status == status, "request %d: %d %s, not %d", i, answer.Status, answer.Body, status)
		})
	}
	group.Wait()
}

// check reports an error unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

// equal reports an error unless got is want.
func equal[V comparable](t testing.TB, got, want V, what string, args ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, not %v", fmt.Sprintf(what, args...), got, want)
	}
}

// answered sends a request, whose answer must have the status, and reads the answer into v.
func answered(t *testing.T, site *apitest.Site, status int, request apitest.Request, v any) {
	t.Helper()
	answer := site.Do(t, request)
	if answer.Status != status {
		t.Fatalf("%s %s: %d %s, not %d", request.Method, request.Path, answer.Status, answer.Body, status)
	}
	answer.Decode(t, v)
}

// several returns n requests, which build makes from their numbers.
func several(n int, build func(i int) apitest.Request) (requests []apitest.Request) {
	for i := range n {
		requests = append(requests, build(i))
	}
	return requests
}

func TestFiveWrongPasswordsFromOneNetwork(t *testing.T) {
	user := apitest.Email(apitest.User)
	// A household chooses among the addresses of its IPv6 network, so the network counts as one client.
	const here, there = "2001:db8::1", "2001:db8:0:1::1"
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		wrong := func(i int) apitest.Request { return from(fmt.Sprintf("2001:db8::%x:1", i), login(user, "wrong")) }
		right := from(here, login(user, apitest.Password))
		expect(t, site, 401, several(4, wrong)...)
		expect(t, site, 200, right) // and the four are forgotten
		expect(t, site, 401, several(5, wrong)...)
		pause := wait(t, site.Do(t, from(here, login(" USER@example.test", apitest.Password))))
		check(t, pause <= 10*time.Minute, "to wait: %v", pause)
		expect(t, site, 200, from(there, login(user, apitest.Password)), from(here, login(apitest.Email(apitest.Staff), apitest.Password)))
		site.Clock.Advance(pause - time.Second)
		wait(t, site.Do(t, right))
		site.Clock.Advance(time.Second)
		expect(t, site, 200, right)
	})
}

func TestLimitsOfANetwork(t *testing.T) {
	for name, test := range map[string]struct {
		most, status int
		request      func(i int) apitest.Request
	}{
		"sign-ins":                 {30, 401, func(i int) apitest.Request { return login(fmt.Sprintf("nobody%d@example.test", i), "wrong") }},
		"requests for reset links": {20, 200, func(i int) apitest.Request { return forgot(fmt.Sprintf("nobody%d@example.test", i)) }},
		// Each time the form is sent the password's strength is estimated.
		"tries to register": {30, 400, func(int) apitest.Request { return register(map[string]any{"password": "short"}) }},
	} {
		t.Run(name, func(t *testing.T) {
			site := apitest.StartWith(t, limited)
			expect(t, site, test.status, several(test.most, func(i int) apitest.Request {
				// The client sets the entries before its address.
				return from(fmt.Sprintf("198.51.100.%d, 203.0.113.1", i), test.request(i))
			})...)
			next := test.request(test.most)
			pause := wait(t, site.Do(t, from("203.0.113.1", next)))
			expect(t, site, test.status, from("203.0.113.2", next))
			site.Clock.Advance(pause)
			expect(t, site, test.status, from("203.0.113.1", next))
		})
	}
}

func TestFiveAccountsFromOneNetwork(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		visitor := func(i int) apitest.Request {
			return from(fmt.Sprintf("2001:db8::%x", i+1), register(map[string]any{"email": fmt.Sprintf("visitor%d@example.test", i)}))
		}
		expect(t, site, 201, several(4, visitor)...)
		expect(t, site, 400, several(6, func(int) apitest.Request {
			return from("2001:db8::1", register(map[string]any{"password": "short"}))
		})...)
		expect(t, site, 400, from("2001:db8::1", register(map[string]any{"email": apitest.Email(apitest.User)})))
		wait(t, site.Do(t, visitor(5)))
		expect(t, site, 201, from("2001:db8:0:1::1", register(nil)))
	})
}

func forgot(email string) apitest.Request { return post(forgotPath, map[string]string{"email": email}) }

// A stranger's requests use up the stranger's limit and a higher one of the address, which trusted
// devices bypass.
func TestResetLinksAreLimited(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		user, mails := apitest.Email(apitest.User), 0
		cookie := deviceCookie(t, site, apitest.User)
		for _, email := range []string{"nobody@example.test", user} {
			ask := func(i int) apitest.Request { return from(fmt.Sprintf("203.0.113.%d", i), forgot(email)) }
			expect(t, site, 200, several(3, func(int) apitest.Request { return ask(0) })...)
			pause := wait(t, site.Do(t, ask(0)))
			expect(t, site, 200, several(17, func(i int) apitest.Request { return ask(i + 1) })...)
			wait(t, site.Do(t, ask(99)))
			if email == user {
				expect(t, site, 200, several(3, func(int) apitest.Request { return on(cookie, ask(0)) })...)
				wait(t, site.Do(t, on(cookie, ask(0))))
				mails += 20 + 3
			}
			site.Clock.Advance(pause + time.Hour)
		}
		site.Mails(t, mails)
	})
}

// Clients that try invalid links or tokens are stopped, even with a valid one. Other clients are
// not.
func TestGuessesOfLinksAndTokensAreLimited(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		here, there := "203.0.113.1", "203.0.113.2"
		good := []string{issueAppToken(t, site, apitest.Request{As: apitest.User}), issueAppToken(t, site, apitest.Request{As: apitest.User})}
		expect(t, site, 200, from(here, redeem(good[0])))
		expect(t, site, 401, several(20, func(i int) apitest.Request { return from(here, redeem(fmt.Sprint("guess ", i))) })...)
		wait(t, site.Do(t, from(here, redeem(good[1]))))
		expect(t, site, 200, from(there, redeem(good[1])))

		confirm := func(ip string) apitest.Request {
			return from(ip, post("/backend/password-reset-confirm/MQ/x-y/", map[string]string{"new_password": "another good one", "new_password2": "another good one"}))
		}
		expect(t, site, 400, several(20, func(int) apitest.Request { return confirm(here) })...)
		wait(t, site.Do(t, confirm(here)))
		expect(t, site, 400, confirm(there))
	})
}

// A password signs in at most 120 times an hour, from any address. Strangers do not use up this
// limit, and a new password from a mailed link resets it.
func TestManySignInsOfAnAccount(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		user := apitest.Email(apitest.User)
		signIn := func(password string) func(i int) apitest.Request {
			return func(i int) apitest.Request { return from(fmt.Sprintf("203.0.113.%d", i), login(user, password)) }
		}
		expect(t, site, 401, several(20, signIn("wrong"))...)
		expect(t, site, 200, several(120, signIn(apitest.Password))...)
		pause := wait(t, site.Do(t, signIn(apitest.Password)(121)))
		expect(t, site, 401, signIn("wrong")(121))
		expect(t, site, 200, from("203.0.113.121", login(apitest.Email(apitest.Staff), apitest.Password)))
		link := requestReset(t, site, apitest.User, 1)
		expect(t, site, 200, confirm(link, newPassword, newPassword))
		expect(t, site, 200, several(120, signIn(newPassword))...)
		wait(t, site.Do(t, signIn(newPassword)(122)))
		site.Clock.Advance(pause + time.Hour)
		expect(t, site, 200, signIn(newPassword)(122))
	})
}

// on adds the cookie of a device to a request.
func on(cookie string, request apitest.Request) apitest.Request {
	header := map[string]string{"Cookie": cookie}
	maps.Copy(header, request.Header)
	request.Header = header
	return request
}

// deviceCookie signs a role in and returns the cookie that the device keeps, as name=value.
func deviceCookie(t *testing.T, site *apitest.Site, role apitest.Role) string {
	t.Helper()
	return cookieOf(t, site.Do(t, login(apitest.Email(role), apitest.Password)))
}

// cookieOf returns the cookie that a device keeps of its sign-in, as name=value.
func cookieOf(t *testing.T, answer apitest.Answer) (pair string) {
	t.Helper()
	for _, line := range answer.Header.Values("Set-Cookie") {
		cookie, err := http.ParseSetCookie(line)
		if err != nil || cookie.Name != "trusted_device" {
			continue
		}
		check(t, cookie.HttpOnly && cookie.Secure && cookie.SameSite == http.SameSiteLaxMode && cookie.MaxAge == 2*365*24*60*60, "the cookie is not one to keep safely for two years: %s", line)
		pair = cookie.Name + "=" + cookie.Value
	}
	if pair == "" {
		t.Fatalf("no cookie for the device: %d %v", answer.Status, answer.Header)
	}
	return pair
}

// lockOut has strangers try wrong passwords for a role until its address is refused from
// everywhere.
func lockOut(t *testing.T, site *apitest.Site, role apitest.Role) {
	t.Helper()
	expect(t, site, 401, several(50, func(i int) apitest.Request {
		return from(fmt.Sprintf("203.0.113.%d", i), login(apitest.Email(role), "wrong"))
	})...)
	wait(t, site.Do(t, from("203.0.113.99", login(apitest.Email(role), apitest.Password))))
}

// Wrong passwords from elsewhere do not lock an owner out on a trusted device, and keep no signed-in
// user from changing the password.
func TestStrangersDoNotLockTheOwnerOut(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		staff := apitest.Email(apitest.Staff)
		cookie, signedIn := deviceCookie(t, site, apitest.Staff), site.SignIn(t, apitest.Staff)
		lockOut(t, site, apitest.Staff)

		expect(t, site, 200, on(cookie, login(staff, apitest.Password)), on(cookie, from("203.0.113.7", login(staff, apitest.Password))))
		expect(t, site, 429, login(staff, apitest.Password))
		expect(t, site, 401, on(cookie, login(apitest.Email(apitest.User), "wrong")))
		expect(t, site, 204, apitest.Request{Method: "POST", Path: "/api/users/password/", Bearer: signedIn.Access, JSON: map[string]string{
			"old_password": apitest.Password, "new_password": newPassword, "new_password2": newPassword}})
	})
}

// Wrong passwords on a trusted device are counted for the device at any address. They lock no other
// device out.
func TestWrongPasswordsOnAKnownDevice(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		user := apitest.Email(apitest.User)
		cookie := deviceCookie(t, site, apitest.User)
		wrong := func(i int) apitest.Request {
			return on(cookie, from(fmt.Sprintf("203.0.113.%d", i), login(user, "wrong")))
		}
		expect(t, site, 401, several(9, wrong)...)
		expect(t, site, 200, on(cookie, login(user, apitest.Password))) // and the nine are forgotten
		expect(t, site, 401, several(10, wrong)...)
		pause := wait(t, site.Do(t, on(cookie, login(user, apitest.Password))))
		expect(t, site, 200, from("203.0.113.99", login(user, apitest.Password)))
		site.Clock.Advance(pause)
		expect(t, site, 200, on(cookie, login(user, apitest.Password)))
		check(t, pause <= 20*time.Minute, "to wait: %v", pause)
	})
}

func TestTheOwnerLiftsLimits(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		user, here := apitest.Email(apitest.User), "198.51.100.1"
		cookie := deviceCookie(t, site, apitest.User)
		expect(t, site, 401, several(10, func(int) apitest.Request { return on(cookie, login(user, "wrong")) })...)
		expect(t, site, 401, several(5, func(int) apitest.Request { return from(here, login(user, "wrong")) })...)
		expect(t, site, 401, several(45, func(i int) apitest.Request {
			return from(fmt.Sprintf("203.0.113.%d", i), login(user, "wrong"))
		})...)
		for _, request := range []apitest.Request{login(user, apitest.Password), on(cookie, login(user, apitest.Password)), from(here, login(user, apitest.Password))} {
			wait(t, site.Do(t, request))
		}
		found := site.User(t, user)
		noError(t, site.App.Accounts.Unthrottle(context.Background(), found))
		expect(t, site, 200, login(user, apitest.Password), on(cookie, login(user, apitest.Password)), from(here, login(user, apitest.Password)))
		log := site.Log.String()
		check(t, !strings.Contains(log, strings.TrimPrefix(cookie, "trusted_device=")), "the device's cookie is in the log")
	})
}

// Wrong passwords from one network, however many addresses of IPv6 it has, leave room under the limit
// of the address for others.
func TestOneNetworkDoesNotUseUpTheLimitOfAnAddress(t *testing.T) {
	user := apitest.Email(apitest.User)
	for name, address := range map[string]func(i int) string{
		"IPv4": func(int) string { return "203.0.113.1" },
		"IPv6": func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i) },
	} {
		t.Run(name, func(t *testing.T) {
			apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
				statuses := map[int]int{}
				for i := range 60 {
					if i%5 == 0 {
						site.Clock.Advance(4 * time.Minute) // so that the shorter limit refuses none
					}
					statuses[site.Do(t, from(address(i), login(user, "wrong"))).Status]++
				}
				check(t, statuses[401] < 50 && statuses[401]+statuses[429] == 60, "the answers: %v", statuses)
				expect(t, site, 200, from("198.51.100.1", login(user, apitest.Password)))
			})
		})
	}
}

// A new password from a mailed link opens the account everywhere, and strangers cannot close it again
// for the device on which the link was opened.
func TestAResetLetsTheOwnerIn(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		user, here := apitest.Email(apitest.User), "198.51.100.1"
		expect(t, site, 401, several(5, func(int) apitest.Request { return from(here, login(user, "forgotten")) })...)
		expect(t, site, 401, several(45, func(i int) apitest.Request { return from(fmt.Sprintf("203.0.113.%d", i), login(user, "wrong")) })...)
		link := requestReset(t, site, apitest.User, 1)
		answer := site.Do(t, from(here, confirm(link, newPassword, newPassword)))
		equal(t, answer.Status, 200, "the reset")
		cookie := cookieOf(t, answer)
		expect(t, site, 200, from(here, login(user, newPassword)), from("192.0.2.1", login(user, newPassword)))

		lockOut(t, site, apitest.User)
		expect(t, site, 200, on(cookie, from(here, login(user, newPassword))))
		wait(t, site.Do(t, from("192.0.2.1", login(user, newPassword))))
	})
}

// A mailed link is not a second factor: it does not clear the count of wrong codes, and the device on
// which it was opened is not counted separately before it has signed in.
func TestAResetDoesNotGiveMoreCodes(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		setUpAuthenticator(t, site, apitest.User)
		user := apitest.Email(apitest.User)
		first := firstStep(t, site.Do(t, login(user, apitest.Password)))
		expect(t, site, 400, several(5, func(int) apitest.Request { return secondStep(first, "000000") })...)
		link := requestReset(t, site, apitest.User, 1)
		answer := site.Do(t, confirm(link, newPassword, newPassword))
		equal(t, answer.Status, 200, "the reset")
		cookie := cookieOf(t, answer)
		first = firstStep(t, site.Do(t, on(cookie, login(user, newPassword))))
		wait(t, site.Do(t, on(cookie, secondStep(first, "000000"))))
	})
}
