package apitest_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
)

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
		if err != nil || cookie.Name != "known_device" {
			continue
		}
		if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.MaxAge != 2*365*24*60*60 {
			t.Errorf("the cookie is not one to keep safely for two years: %s", line)
		}
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

// Wrong passwords from elsewhere do not lock an owner out on a trusted device.
func TestStrangersDoNotLockTheOwnerOut(t *testing.T) {
	apitest.AnyWith(t, limited, func(t *testing.T, site *apitest.Site) {
		staff := apitest.Email(apitest.Staff)
		cookie := deviceCookie(t, site, apitest.Staff)
		lockOut(t, site, apitest.Staff)

		expect(t, site, 200, on(cookie, login(staff, apitest.Password)), on(cookie, from("203.0.113.7", login(staff, apitest.Password))))
		expect(t, site, 429, login(staff, apitest.Password))
		expect(t, site, 401, on(cookie, login(apitest.Email(apitest.User), "wrong")))
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
		if pause > 20*time.Minute {
			t.Errorf("to wait: %v", pause)
		}
	})
}

// A signed-in user can change the password whatever strangers try.
func TestStrangersDoNotKeepAPassword(t *testing.T) {
	site := apitest.StartWith(t, limited)
	opened := site.SignIn(t, apitest.User)
	lockOut(t, site, apitest.User)
	change := post("/api/users/password/", map[string]string{
		"old_password": apitest.Password, "new_password": "another good one", "new_password2": "another good one",
	})
	change.Bearer = opened.Access
	if answer := site.Do(t, change); answer.Status >= 300 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
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
		if log := site.Log.String(); strings.Contains(log, strings.TrimPrefix(cookie, "known_device=")) {
			t.Error("the device's cookie is in the log")
		}
	})
}
