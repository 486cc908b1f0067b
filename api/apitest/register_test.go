package apitest_test

import (
	"maps"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
)

const registerPath = "/api/users/register/"

// register is a form that is right, with the given members changed; nil takes one away.
func register(changed map[string]any) apitest.Request {
	form := map[string]any{
		"email": "ada@example.test", "password": newPassword, "password2": newPassword,
		"first_name": "Ada", "last_name": "Lovelace", "interest_notes": "Looms.\nAnd “numbers”.",
	}
	maps.Copy(form, changed)
	maps.DeleteFunc(form, func(_ string, value any) bool { return value == nil })
	return post(registerPath, form)
}

func TestRegister(t *testing.T) {
	type some = map[string]any
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "made, and not as staff", Request: register(some{"email": " Ada@Example.test ", "is_staff": true, "is_active": false, "id": 99}),
				Status: 201, Want: `{"id":…,"email":"Ada@example.test","first_name":"Ada","last_name":"Lovelace","is_staff":false,"date_joined":"…Z","email_unconfirmed":true}`},
			{Name: "the address again, in another case", Request: register(some{"email": "aDA@example.TEST"}), Status: 400,
				Want: `{"email":["User with this email already exists."]}`},
			{Name: "without notes", Request: register(some{"email": "bob@example.test", "interest_notes": nil}), Status: 201, Want: `{…}`},

			{Name: "nothing", Request: post(registerPath, nothing), Status: 400,
				Want: `{"email":["This field is required."],"first_name":["This field is required."],"last_name":["This field is required."],"password":["This field is required."],"password2":["This field is required."]}`},
			{Name: "blank", Request: register(some{"email": "", "first_name": "", "last_name": "", "password": "", "password2": ""}), Status: 400,
				Want: `{"email":["This field may not be blank."],"first_name":["This field may not be blank."],"last_name":["This field may not be blank."],"password":["This field may not be blank."],"password2":["This field may not be blank."]}`},
			{Name: "spaces", Request: register(some{"first_name": "  ", "last_name": "\t"}), Status: 400,
				Want: `{"first_name":["This field may not be blank."],"last_name":["This field may not be blank."]}`},
			{Name: "every fault at once", Request: register(some{"email": "ada", "password": "12345", "password2": "54321", "first_name": strings.Repeat("é", 151)}), Status: 400,
				Want: `{"email":["Enter a valid email address."],"first_name":["Ensure this field has no more than 150 characters."],"password":["The two password fields didn't match.","This password is too short. It must contain at least 8 characters.","This password is too common.","This password is entirely numeric."]}`},
			{Name: "an address with a name", Request: register(some{"email": "Ada <a@example.test>"}), Status: 400, Want: `{"email":["Enter a valid email address."]}`},
			{Name: "too long", Request: register(some{"email": strings.Repeat("a", 250) + "@example.test", "interest_notes": strings.Repeat("x", 2001)}), Status: 400,
				Want: `{"email":["Ensure this field has no more than 254 characters."],"interest_notes":["Ensure this field has no more than 2000 characters."]}`},
			{Name: "null characters", Request: register(some{"email": "a\x00@example.test", "first_name": "A\x00"}), Status: 400,
				Want: `{"email":["Null characters are not allowed."],"first_name":["Null characters are not allowed."]}`},
			{Name: "a null character in the notes", Request: register(some{"interest_notes": "\x00"}), Status: 400,
				Want: `{"interest_notes":["Null characters are not allowed."]}`},
			{Name: "a name of numbers", Request: register(some{"first_name": 7}), Status: 400, Want: `{"first_name":["Not a valid string."]}`},

			{Name: "passwords that differ", Request: register(some{"password2": newPassword + " "}), Status: 400,
				Want: `{"password":["The two password fields didn't match."]}`},
		})
		site.Run(t, []apitest.Scenario{{Name: "sign in, in another case", Status: 200, Want: `{"access":…`,
			Request: post("/api/users/login/", map[string]string{"email": "ADA@example.test", "password": newPassword})}})
		if notes := notesOf(t, site, "Ada@example.test"); notes != "Looms.\nAnd “numbers”." {
			t.Errorf("notes: %q", notes)
		}
	})
}

// notesOf reads the interest notes from the database: no call returns them.
func notesOf(t *testing.T, site *apitest.Site, email string) (notes string) {
	t.Helper()
	db := databasetest.Open(t, site.Database)
	noError(t, db.Get(t.Context(), &notes, `SELECT interest_notes FROM users WHERE email = ?`, email))
	return notes
}

func TestOfManyRegistrationsOfAnAddressOneWins(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		atOnce(t, site, 10, register(nil), 201, 400)
	})
}
