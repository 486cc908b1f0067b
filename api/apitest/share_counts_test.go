package apitest_test

import (
	"fmt"
	"strings"
	"testing"

	"portfolio/api/admin"
	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
	"portfolio/api/shares"
)

// aShare is a share and its link.
type aShare struct {
	shares.Share
	// Path is the link's, /s/TOKEN.
	Path string
}

// share shares a document with some fields changed.
func share(t *testing.T, site *apitest.Site, document int64, changed map[string]any) aShare {
	t.Helper()
	fields := map[string]any{"kind": "document", "document": document, "access": "link"}
	for name, value := range changed {
		fields[name] = value
	}
	var created shares.Created
	answered(t, site, 201, asStaff("POST", sharesPath, fields), &created)
	return aShare{created.Share, strings.TrimPrefix(created.Link, apitest.PublicURL)}
}

// listShares returns the shares that staff see.
func listShares(t *testing.T, site *apitest.Site, query string) (listed []shares.Share) {
	t.Helper()
	answered(t, site, 200, asStaff("GET", sharesPath+query, nil), &listed)
	return listed
}

// openShare returns the request of a page with the visitor cookie of an account for a share.
func openShare(t *testing.T, site *apitest.Site, bearer string, id int64) apitest.Request {
	t.Helper()
	open := post(sharesPath+"open/", map[string]any{"ref": fmt.Sprint(id)})
	open.Bearer = bearer
	answer := site.Do(t, open)
	check(t, answer.Status == 204, "open a share: %d %s", answer.Status, answer.Body)
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	request := apitest.Request{Method: "GET", Path: fmt.Sprintf("/s/%d", id), Header: browser("Pixel 9")}
	request.Header["Cookie"] = cookie
	return request
}

// People get the shares for their confirmed address and those that they created, without what staff wrote about the former and
// what is known of the visitors of the latter. The former end with the account, and lose the address.
func TestSharesOfAnAccount(t *testing.T) {
	user := apitest.Email(apitest.User)
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		paper := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF).ID
		db := servertest.OpenDatabase(t, site.Database)
		address := func(email, label string) aShare {
			return share(t, site, paper, map[string]any{"access": "address", "email": email, "label": label})
		}
		expect(t, site, 201, register(map[string]any{"email": "new@example.test"}))
		mine, unconfirmed, other := address(strings.ToUpper(user[:4])+user[4:], "Northwind"), address("new@example.test", ""), address("other@example.test", "")
		bearer := site.SignIn(t, apitest.User).Access
		opened := openShare(t, site, bearer, mine.ID)
		equal(t, site.Do(t, opened).Status, 200, "the page")
		// It waits for a mail server.
		noError(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			return site.App.Accounts.Invite(t.Context(), tx, mine.ID, mine.Email)
		}))

		var got admin.PersonalData
		answer := site.Do(t, by(bearer, "GET", dataPath))
		answer.Decode(t, &known{&got})
		if len(got.Shares) != 1 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		one := got.Shares[0]
		check(t, one.Name == "Borders" && one.Label == "" && one.ForMe && !one.CreatedByMe && one.OpenedAt != nil && len(one.Days) == 1 && one.Days[0].Views == 1,
			"for the account: %+v", one)
		staff := site.Do(t, get(dataPath, apitest.Staff))
		staff.Decode(t, &known{&got})
		check(t, len(got.Shares) == 3 && got.Shares[0].Label == "Northwind" && got.Shares[0].OpenedAt == nil && len(got.Shares[0].Days) == 0,
			"of the creator: %+v", got.Shares)
		check(t, !strings.Contains(strings.ToLower(staff.Body), user), "the creator's copy has the address of another account: %s", staff.Body)

		expect(t, site, 204, deleteAccount(bearer, apitest.Password))
		noError(t, site.App.Accounts.Delete(t.Context(), site.User(t, "new@example.test").ID))
		for _, share := range listShares(t, site, "") {
			want := shares.StateActive
			if share.ID == mine.ID {
				want = shares.StateRevoked
			}
			check(t, share.State == want && (share.Email == "") == (share.ID == mine.ID), "%+v", share)
		}
		check(t, len(listShares(t, site, "?search=northwind")) == 1 && len(listShares(t, site, "?search=user")) == 0, "the search finds the address")
		check(t, !strings.Contains(strings.ToLower(fmt.Sprint(tablesWith(t, site, mine.Email, user))), "share"), "a table of shares has the address")
		equal(t, fmt.Sprint(tablesWith(t, site, mine.Email)), "[]", "tables with the address as staff wrote it")
		site.Join(t, apitest.User)
		expect(t, site, 404, get(mine.Path, apitest.Anonymous))
		for _, kept := range []aShare{unconfirmed, other} {
			equal(t, site.Do(t, get(kept.Path, apitest.Anonymous)).Status, 200, "the screen to sign in")
		}

		site.Join(t, apitest.Owner)
		noError(t, site.App.Accounts.Delete(t.Context(), site.Find(t, apitest.Staff)))
		var listed []shares.Share
		answered(t, site, 200, get(sharesPath, apitest.Owner), &listed)
		check(t, len(listed) == 3 && listed[0].CreatedBy == "" && listed[0].State == shares.StateActive, "%+v", listed)
	})
}
