package apitest_test

import (
	"slices"
	"strings"
	"testing"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
)

// TestStaffManageAUser sends each change twice, as an impatient hand does: it is made once.
func TestStaffManageAUser(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		path := userPath(site.Find(t, apitest.User))
		twice := func(status int, method, call string, body any) {
			t.Helper()
			expect(t, site, status, asStaff(method, path+call, body), asStaff(method, path+call, body))
		}
		twice(200, "PATCH", "", map[string]string{"first_name": " Ada ", "last_name": "Lovelace"})
		twice(204, "PUT", "notes/", map[string]string{"notes": "Wrote the first programme.\nOwes us a clock."})
		twice(204, "PUT", "staff/", map[string]bool{"is_staff": true})
		if got := readUser(t, site, path); got.FirstName != "Ada" || got.LastName != "Lovelace" || !got.IsStaff || got.Self ||
			got.StaffNotes != "Wrote the first programme.\nOwes us a clock." {
			t.Errorf("%+v", got)
		}
		twice(204, "PUT", "staff/", map[string]bool{"is_staff": false})
		signedIn := site.SignIn(t, apitest.User)
		twice(204, "PUT", "active/", map[string]bool{"is_active": false})
		if got := readUser(t, site, path); got.IsStaff || got.IsActive || len(got.Sessions) != 0 {
			t.Errorf("%+v", got)
		}
		site.Run(t, []apitest.Scenario{
			{Name: "a deactivated account's call", Request: profile(signedIn.Access), Status: 401, Want: badToken},
			{Name: "a reset mail to it", Request: asStaff("POST", path+"reset/", nil), Status: 409, Want: `{"detail":"` + httpx.ResetInactive + `"}`},
		})
		twice(204, "PUT", "active/", map[string]bool{"is_active": true})
		twice(204, "POST", "reset/", nil)
		for _, mail := range site.Mails(t, 2) {
			check(t, mail.To == apitest.Email(apitest.User) && strings.Contains(mail.Text, "/reset-password/"), "a mail to %s says %s", mail.To, mail.Text)
		}
		history := readUser(t, site, path).History
		for action, times := range map[string]int{
			audit.StaffGiven: 1, audit.StaffTaken: 1, audit.Activated: 1, audit.Deactivated: 1, audit.NotesChanged: 1, audit.UserChanged: 1, audit.ResetRequested: 2,
		} {
			made := slices.DeleteFunc(slices.Clone(history), func(entry audit.Entry) bool { return entry.Action != action })
			check(t, len(made) == times && made[0].Actor == apitest.Email(apitest.Staff), "%s: %+v", action, made)
		}
	})
}

func TestStaffChangeTheAddressOfAUser(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		path := userPath(site.Find(t, apitest.User))
		to := func(email string) apitest.Request {
			return asStaff("PUT", path+"email/", map[string]string{"email": email})
		}
		signedIn := site.SignIn(t, apitest.User)
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: to(""), Status: 400, Want: `{"email":["This field may not be blank."]}`},
			{Name: "no address", Request: to("ada"), Status: 400, Want: `{"email":["Enter a valid email address."]}`},
			{Name: "another's", Request: to("STAFF@example.test"), Status: 400, Want: emailTaken},
			{Name: "changed, in Unicode", Request: to(" Ada@bücher.example "), Status: 204},
			{Name: "sent twice", Request: to(" Ada@bücher.example "), Status: 204},
			{Name: "signed out", Request: profile(signedIn.Access), Status: 401, Want: badToken},
			{Name: "the former address", Request: login(apitest.Email(apitest.User), apitest.Password), Status: 401, Want: noAccount},
			{Name: "the new one", Request: login("ada@bücher.example", apitest.Password), Status: 200, Want: `{…"email":"` + asciiEmail + `",…}`},
		})
		mail := site.Mails(t, 1)[0]
		check(t, mail.To == apitest.Email(apitest.User) && strings.Contains(mail.Text, "has a new e-mail address"), "%+v", mail)
		equal(t, countEntries(t, site, audit.EmailChanged), 1, "entries")
		// A mistyped address must not lock staff out: the profile mails a link first.
		path = userPath(site.Find(t, apitest.Staff))
		site.Run(t, []apitest.Scenario{{Name: "their own", Request: to(newEmail), Status: 409, Want: `{"detail":"` + httpx.EmailOwn + `"}`}})
		got := readUser(t, site, path)
		check(t, got.Email == apitest.Email(apitest.Staff) && got.Self, "%+v", got)
	})
}

func TestStaffConfirmAnAddress(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		access, _ := newcomer(t, site)
		user := site.User(t, "ada@example.test")
		unconfirmed := func() (found []accounts.Account) {
			site.Do(t, get("/api/admin/users/?which=unconfirmed", apitest.Staff)).Decode(t, &found)
			return found
		}
		if found := unconfirmed(); len(found) != 1 || found[0].ID != user.ID || !readUser(t, site, userPath(user.ID)).EmailUnconfirmed {
			t.Errorf("%+v", found)
		}
		confirm := asStaff("POST", userPath(user.ID)+"email/confirm/", nil)
		expect(t, site, 204, confirm, confirm)
		if found := unconfirmed(); len(found) != 0 || readUser(t, site, userPath(user.ID)).EmailUnconfirmed {
			t.Errorf("%+v", found)
		}
		equal(t, countEntries(t, site, audit.EmailConfirmed), 1, "entries")
		expect(t, site, 201, by(access, "POST", "/api/users/app-token/"))
	})
}

func TestStaffEndSessions(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		path := userPath(site.Find(t, apitest.User))
		first, second := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
		sessions := readUser(t, site, path).Sessions
		if len(sessions) != 2 || sessions[0].Current {
			t.Fatal(sessions)
		}
		calls := func() (status [2]int) {
			for i, bearer := range []string{first.Access, second.Access} {
				status[i] = site.Do(t, profile(bearer)).Status
			}
			return status
		}
		one := asStaff("DELETE", path+"sessions/"+sessions[0].ID+"/", nil)
		expect(t, site, 204, one)
		expect(t, site, 404, one)
		got := calls()
		check(t, got[0]+got[1] == 200+401, "after one was ended: %v", got)
		expect(t, site, 204, asStaff("DELETE", path+"sessions/", nil))
		equal(t, calls(), [2]int{401, 401}, "after all were ended")
	})
}

func TestStaffDeleteAUser(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		path := userPath(site.Find(t, apitest.User))
		expect(t, site, 204, asStaff("DELETE", path, nil))
		expect(t, site, 404, asStaff("DELETE", path, nil), asStaff("GET", path, nil))
		answer := site.Do(t, get("/api/admin/users/", apitest.Staff))
		check(t, answer.Header.Get("X-Total-Count") == "1" && !strings.Contains(answer.Body, apitest.Email(apitest.User)), "%v %s", answer.Header, answer.Body)
		equal(t, countEntries(t, site, audit.UserDeleted), 1, "entries")
	})
}

func TestTheLastStaffAccountStays(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		// A deactivated account does not count.
		site.Join(t, apitest.Owner)
		site.Deactivate(t, apitest.Owner)
		path := userPath(site.Find(t, apitest.Staff))
		demote := asStaff("PUT", path+"staff/", map[string]bool{"is_staff": false})
		const last = `{"detail":"` + httpx.LastStaff + `"}`
		site.Run(t, []apitest.Scenario{
			{Name: "staff", Request: demote, Status: 409, Want: last},
			{Name: "active", Request: asStaff("PUT", path+"active/", map[string]bool{"is_active": false}), Status: 409, Want: last},
			{Name: "deleted", Request: asStaff("DELETE", path, nil), Status: 409, Want: last},
		})
		site.Promote(t, apitest.User)
		expect(t, site, 204, demote)
		expect(t, site, 403, asStaff("GET", path, nil))
	})
}

func TestInvalidChangesOfAUser(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		path := userPath(site.Find(t, apitest.User))
		nothing := map[string]string{}
		site.Run(t, []apitest.Scenario{
			{Name: "a blank name", Request: asStaff("PATCH", path, map[string]string{"first_name": "", "last_name": "L"}), Status: 400, Want: `{"first_name":["This field may not be blank."]}`},
			{Name: "a long name", Request: asStaff("PATCH", path, map[string]string{"first_name": strings.Repeat("x", 151)}), Status: 400,
				Want: `{"first_name":["Ensure this field has no more than 150 characters."]}`},
			{Name: "a null character", Request: asStaff("PATCH", path, map[string]string{"first_name": "a\x00b"}), Status: 400, Want: `{"first_name":["Null characters are not allowed."]}`},
			{Name: "long notes", Request: asStaff("PUT", path+"notes/", map[string]string{"notes": strings.Repeat("x", 5001)}), Status: 400, Want: `{"notes":["…5000…"]}`},
			{Name: "no notes", Request: asStaff("PUT", path+"notes/", nothing), Status: 400, Want: `{"notes":["This field is required."]}`},
			{Name: "no address", Request: asStaff("PUT", path+"email/", nothing), Status: 400, Want: `{"email":["This field is required."]}`},
			{Name: "no staff", Request: asStaff("PUT", path+"staff/", nothing), Status: 400, Want: `{"is_staff":["This field is required."]}`},
			{Name: "perhaps active", Request: asStaff("PUT", path+"active/", map[string]string{"is_active": "perhaps"}), Status: 400, Want: `{"is_active":["…"]}`},
			{Name: "no active", Request: asStaff("PUT", path+"active/", nothing), Status: 400, Want: `{"is_active":["This field is required."]}`},
		})
		got := readUser(t, site, path)
		check(t, got.FirstName == "Some" && got.LastName == "Body" && got.StaffNotes == "" && !got.IsStaff && got.IsActive, "%+v", got)
	})
}

func TestTheListOfUsers(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		site.Join(t, apitest.Owner)
		site.Join(t, apitest.Deactivated)
		site.Deactivate(t, apitest.Deactivated)
		for role, name := range map[apitest.Role][2]string{
			apitest.User: {"Ada", "Lovelace Body"}, apitest.Owner: {"100%", "Under_score"}, apitest.Deactivated: {`Back\slash`, "Able"}, apitest.Staff: {"Ada", "Zed"},
		} {
			names := map[string]string{"first_name": name[0], "last_name": name[1]}
			expect(t, site, 200, asStaff("PATCH", userPath(site.Find(t, role)), names))
		}
		for query, want := range map[string]string{
			"":                               "4: deactivated user owner staff",
			"?sort=-name":                    "4: staff owner user deactivated",
			"?sort=email":                    "4: deactivated owner staff user",
			"?sort=-email":                   "4: user staff owner deactivated",
			"?sort=joined":                   "4: user staff owner deactivated",
			"?sort=-seen&which=staff":        "2: staff owner",
			"?which=inactive":                "1: deactivated",
			"?sort=email&limit=2&offset=1":   "4: owner staff",
			"?limit=&offset=9":               "4:",
			"?q=OWNER@example":               "1: owner",
			"?q=body+user":                   "1: user",
			"?q=nobody":                      "0:",
			"?q=lovelace+ada":                "1: user",
			"?q=some+user":                   "0:",
			"?q=LOVE":                        "1: user",
			"?q=ada":                         "2: user staff",
			"?q=ada&limit=1&offset=1":        "2: staff",
			"?q=%25":                         "1: owner",
			"?q=_":                           "1: owner",
			"?q=%5C":                         "1: deactivated",
			"?q=%27+OR+1%3D1+--":             "0:",
			"?q=" + strings.Repeat("a+", 49): "4: deactivated user owner staff",
			"?which=staff&q=able":            "0:",
		} {
			answer := site.Do(t, get("/api/admin/users/"+query, apitest.Staff))
			var users []accounts.Account
			answer.Decode(t, &users)
			got := answer.Header.Get("X-Total-Count") + ":"
			for _, user := range users {
				got += " " + strings.TrimSuffix(user.Email, "@example.test")
			}
			check(t, answer.Status == 200 && got == want, "%s: %d %s, not %s", query, answer.Status, got, want)
		}
		site.Run(t, []apitest.Scenario{{Name: "an unknown choice", Request: get("/api/admin/users/?which=tall&sort=size&limit=0&offset=x&q=%00", apitest.Staff), Status: 400,
			Want: `{"limit":["…"],"offset":["…"],"q":["Null characters are not allowed."],"sort":["\"size\" is not a valid choice."],"which":["\"tall\" is not a valid choice."]}`}})
	})
}
