package apitest_test

import (
	"encoding/json"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/admin"
	"portfolio/api/apitest"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/servertest"
)

const (
	dataPath   = "/api/users/data/"
	deletePath = "/api/users/delete/"
)

func deleteAccount(bearer, password string) apitest.Request {
	return apitest.Request{Method: "POST", Path: deletePath, Bearer: bearer, JSON: map[string]string{"password": password}}
}

// Users get the data that the database has about them, none about others, and no secrets.
func TestAPersonGetsEverythingThatIsKnownOfThem(t *testing.T) {
	user, staff := apitest.Email(apitest.User), apitest.Email(apitest.Staff)
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		path := userPath(site.Find(t, apitest.User))
		expect(t, site, 204, asStaff("PUT", path+"notes/", map[string]string{"notes": "Owes us a clock."}))
		opened, other := site.SignIn(t, apitest.User), site.SignIn(t, apitest.User)
		link := requestEmailChange(t, site, opened.Access, newEmail, 2)
		site.Promote(t, apitest.User)
		site.Do(t, post("/api/users/logout/", map[string]string{"refresh": other.Refresh}))
		site.Do(t, login(user, "wrong"))
		token := issueAppToken(t, site, apitest.Request{Bearer: opened.Access})
		as := func(request apitest.Request) apitest.Request {
			request.As, request.Bearer = "", opened.Access
			return request
		}
		if answer := site.Do(t, as(upload(map[string]string{"title": "Crane", "description": "At dawn"}, "crane.jpg", jpegOf(t, 40, 20, color.Black)))); answer.Status != 201 {
			t.Fatal(answer)
		}
		site.Do(t, as(sendDocument(map[string]string{"name": "A paper"}, "paper.pdf", aPDF)))
		site.Do(t, sendDocument(map[string]string{"name": "Of staff's"}, "other.pdf", aPDF))
		expect(t, site, 200, asStaff("PATCH", path, map[string]string{"first_name": "Ada", "last_name": "Lovelace"}))
		noError(t, site.App.Accounts.SetStaffNotes(t.Context(), site.Find(t, apitest.Staff), "About somebody else."))
		// The audit entry of this change has data of another account, too.
		rename := asStaff("PATCH", userPath(site.Find(t, apitest.Staff)), map[string]string{"first_name": "Grace", "last_name": "H"})
		expect(t, site, 200, as(rename))

		// A mail leaves the queue a moment after it has been sent.
		db := servertest.OpenDatabase(t, site.Database)
		site.Await(t, "an empty queue of mails", func() bool {
			pending, err := mailer.NewQueue(jobs.New(db, time.Now)).Pending(t.Context())
			return err == nil && len(pending) == 0
		})
		answer := site.Do(t, by(opened.Access, "GET", dataPath))
		var got admin.PersonalData
		if err := json.Unmarshal([]byte(answer.Body), &known{&got}); err != nil || answer.Status != 200 {
			t.Fatalf("%d %v %s", answer.Status, err, answer.Body)
		}
		for _, secret := range []string{opened.Access, opened.Refresh, token, link, "argon2", apitest.Password, staff, "somebody else", "Of staff's", "Grace"} {
			check(t, !strings.Contains(answer.Body, secret), "the document holds %q: %s", secret, answer.Body)
		}
		if got.Version != 1 || got.Site != apitest.PublicURL || got.Account.Email != user || got.Account.FirstName != "Ada" ||
			got.Account.StaffNotes != "Owes us a clock." || !got.Account.IsStaff || got.EmailChange.Email != newEmail {
			t.Errorf("%+v", got)
		}
		check(t, len(got.Sessions) == 2 && len(got.AppTokens) == 1 && len(got.Mails) == 0 && len(got.Documents) == 1 && len(got.Images) == 1, "%+v", got)
		ended := slices.DeleteFunc(slices.Clone(got.Sessions), func(s accounts.PersonalSession) bool { return s.RevokedAt == nil })
		check(t, len(ended) == 1, "sessions: %+v", got.Sessions)
		check(t, got.Documents[0].Name == "A paper" && got.Documents[0].FileName == "paper.pdf" && got.Images[0].Title == "Crane" && got.Images[0].Bytes != 0, "uploads: %+v %+v", got.Documents, got.Images)
		for _, want := range []admin.PersonalEntry{
			{Action: audit.UserCreated, Kind: "user", About: user},
			{Action: audit.NotesChanged, By: "another account", Kind: "user", About: user},
			{Action: audit.SignInRefused, Kind: "user", About: user, IP: "127.0.0.1", Detail: "wrong password"},
			{Action: audit.ImageUploaded, By: "you", Kind: "image", About: "Crane", IP: "127.0.0.1", Detail: "crane.jpg"},
			{Action: audit.EmailChangeRequested, By: "you", Kind: "user", About: user, IP: "127.0.0.1", Detail: "to " + newEmail},
			{Action: audit.UserChanged, By: "you", Kind: "user", About: "another account", IP: "127.0.0.1"},
		} {
			if !slices.ContainsFunc(got.Audit, func(entry admin.PersonalEntry) bool {
				entry.At = want.At
				return entry == want
			}) {
				t.Errorf("no %+v among %+v", want, got.Audit)
			}
		}

		file := site.Do(t, asStaff("GET", path+"data/", nil))
		if file.Status != 200 || !strings.HasPrefix(file.Header.Get("Content-Disposition"), "attachment; filename=") ||
			!strings.Contains(file.Body, `"staff_notes":"Owes us a clock."`) || !strings.Contains(file.Body, `"data exported"`) {
			t.Errorf("%d %v %s", file.Status, file.Header, file.Body)
		}
	})
}

// known reads a document, and refuses members that it does not know.
type known struct{ into *admin.PersonalData }

func (k *known) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	return decoder.Decode(k.into)
}

func TestAsksForPersonalDataAreLimitedAndAudited(t *testing.T) {
	user := apitest.Email(apitest.User)
	eachAudited(t, limited, func(t *testing.T, w *auditReader) {
		ask := get(dataPath, apitest.User)
		for range 10 {
			w.expect(t, ask, 200, wantEntry{audit.DataExported, user, audit.User, user, ""})
		}
		wait(t, w.site.Do(t, ask))
		w.expect(t, get(dataPath, apitest.Anonymous), 401)
	})
}

func TestAPersonDeletesTheirAccount(t *testing.T) {
	user := apitest.Email(apitest.User)
	eachAudited(t, limited, func(t *testing.T, w *auditReader) {
		site := w.site
		bearer := site.SignIn(t, apitest.User).Access
		site.Promote(t, apitest.User)
		request := upload(map[string]string{"title": "Crane"}, "crane.jpg", jpegOf(t, 40, 20, color.Black))
		request.As, request.Bearer = "", bearer
		var image struct{ ID int64 }
		site.Do(t, request).Decode(t, &image)
		site.Demote(t, apitest.User)
		requestEmailChange(t, site, bearer, newEmail, 2)
		w.newEntries(t)

		w.expect(t, apitest.Request{Method: "POST", Path: deletePath, Bearer: bearer, JSON: nothing}, 400)
		wrong := w.expect(t, deleteAccount(bearer, "wrong"), 400)
		check(t, wrong.Body == `{"password":["Your password was entered incorrectly. Please enter it again."]}`, "%v", wrong.Body)
		w.expect(t, deleteAccount(bearer, apitest.Password), 204, wantEntry{audit.UserDeleted, user, audit.User, user, ""})
		w.expect(t, deleteAccount(bearer, apitest.Password), 401)
		w.expect(t, login(user, apitest.Password), 401, wantEntry{audit.SignInRefused, "", audit.User, "", "unknown address"})
		images := site.Do(t, get(imagesPath, apitest.Staff))
		check(t, strings.Contains(images.Body, `"title":"Crane"`), "uploads of the account: %s", images.Body)
		left := tablesWith(t, site, user, newEmail)
		check(t, slices.Equal(left, []string{"audit_entries"}), "the address is left in %v", left)
	})
}

// tablesWith returns the tables of which a row holds one of the words.
func tablesWith(t *testing.T, site *apitest.Site, words ...string) (names []string) {
	t.Helper()
	db := servertest.OpenDatabase(t, site.Database)
	err := db.InSnapshot(t.Context(), func(tx *database.Tx) error {
		tables, err := tx.Tables(t.Context())
		for _, table := range tables {
			found := false
			err := tx.All(t.Context(), table, func(values []any) error {
				row := fmt.Sprint(values...)
				found = found || slices.ContainsFunc(words, func(word string) bool { return strings.Contains(row, word) })
				return nil
			})
			if err != nil {
				return err
			}
			if found {
				names = append(names, table.Name)
			}
		}
		return err
	})
	noError(t, err)
	return names
}

// A mail that was given up, or waits for its next try, goes with the account.
func TestAMailThatWaitsGoesWithTheAccount(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		breakOutbox(t, site)
		bearer := site.SignIn(t, apitest.User).Access
		site.Do(t, post(forgotPath, map[string]string{"email": apitest.Email(apitest.User)}))
		site.Do(t, changeEmail(bearer, newEmail, apitest.Password))
		var got admin.PersonalData
		site.Do(t, by(bearer, "GET", dataPath)).Decode(t, &known{&got})
		check(t, len(got.Mails) == 3 && got.Mails[0].Kind == "password reset" && got.Mails[1].Recipient == newEmail, "%+v", got.Mails)
		expect(t, site, 204, deleteAccount(bearer, apitest.Password))
		left := tablesWith(t, site, apitest.Email(apitest.User), newEmail)
		check(t, slices.Equal(left, []string{"audit_entries"}), "the address is left in %v", left)
	})
}
