package apitest_test

import (
	"errors"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/admin"
	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/mailer"
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
	maps.Copy(fields, changed)
	if fields["kind"] != "document" {
		delete(fields, "document")
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
	return inBrowser(fmt.Sprintf("/s/%d", id), map[string]string{"Cookie": cookie})
}

// People get the shares for their confirmed address and those that they created, without what staff wrote about the former and
// what is known of the visitors of the latter. The former end with the account, and lose the address.
func TestSharesOfAnAccount(t *testing.T) {
	user := apitest.Email(apitest.User)
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		breakOutbox(t, site)
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
		noError(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			return site.App.Accounts.Invite(t.Context(), tx, mine.ID, mine.Email)
		}))

		var got admin.PersonalData
		answer := site.Do(t, by(bearer, "GET", dataPath))
		answer.Decode(t, &known{&got})
		if len(got.Shares) != 1 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		isInvitation := func(mail mailer.Personal) bool { return mail.Kind == "share invitation" && mail.Recipient == user }
		check(t, slices.ContainsFunc(got.Mails, isInvitation), "no invitation waits: %+v", got.Mails)
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

// days returns the counts of a share as rows of day, views and downloads.
func days(t *testing.T, site *apitest.Site, id int64) (counted string) {
	t.Helper()
	var rows []shares.PersonalDay
	db := servertest.OpenDatabase(t, site.Database)
	noError(t, db.Select(t.Context(), &rows, `SELECT day, views, downloads FROM share_days WHERE share_id = ? ORDER BY day`, id))
	for _, row := range rows {
		counted += fmt.Sprintf("%s %d %d;", row.Day, row.Views, row.Downloads)
	}
	return counted
}

// inBrowser is a visitor's request.
func inBrowser(path string, header map[string]string) apitest.Request {
	request := apitest.Request{Method: "GET", Path: path, Header: browser("Pixel 9")}
	maps.Copy(request.Header, header)
	return request
}

// A share counts by day in the owner's time zone: at noon in UTC, Kiritimati has the next day. A download that goes on after
// an interruption is one.
func TestASharesDays(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		site.Clock.Advance(site.Clock.Now().Truncate(24 * time.Hour).Add(36 * time.Hour).Sub(site.Clock.Now()))
		paper := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF).ID
		noon := site.Clock.Now().UTC()
		shared := share(t, site, paper, map[string]any{"max_downloads": 2})
		equal(t, site.Do(t, inBrowser(shared.Path, nil)).Status, 200, "the page")
		site.Clock.Advance(time.Minute)
		expect(t, site, 204, asStaff("PUT", settingsPath+"time-zone/", map[string]string{"time_zone": "Pacific/Kiritimati"}))
		for range 2 {
			equal(t, site.Do(t, inBrowser(shared.Path, nil)).Status, 200, "the page")
		}
		file := site.Do(t, inBrowser(shared.Path+"/download", nil)).Header.Get("Location")
		for _, part := range []string{"bytes=0-", "bytes=3-", "bytes=5-8"} {
			equal(t, site.Do(t, inBrowser(file, map[string]string{"Range": part})).Status, 206, "the status of %s", part)
		}
		equal(t, days(t, site, shared.ID), fmt.Sprintf("%s 1 0;%s 2 1;", noon.Format(time.DateOnly), noon.AddDate(0, 0, 1).Format(time.DateOnly)), "the days")
		listed := listShares(t, site, "")[0]
		check(t, listed.Views == 3 && listed.Downloads == 1 && listed.OpenedAt.Equal(noon.Add(time.Minute)) && listed.State == shares.StateActive, "%+v", listed)
	})
}

// A share that cannot be counted is shown all the same.
func TestAShareThatIsNotCounted(t *testing.T) {
	site := apitest.StartOn(t, servertest.MigratedSQLiteURL(t), nil)
	shared := share(t, site, addDocument(t, site, nil, "borders.pdf", aPDF).ID, nil)
	_, err := servertest.OpenDatabase(t, site.Database).Exec(t.Context(), `
		CREATE TRIGGER broken BEFORE INSERT ON share_days BEGIN SELECT RAISE(ABORT, 'full'); END`)
	noError(t, err)
	equal(t, site.Do(t, inBrowser(shared.Path, nil)).Status, 200, "the page")
	equal(t, site.Do(t, inBrowser(shared.Path+"/download", nil)).Status, 303, "the download")
	check(t, strings.Contains(site.Log.String(), "a share was not counted") && days(t, site, shared.ID) == "", "%s", site.Log)
}

// Of simultaneous downloads no more than allowed succeed, and each is counted.
func TestManyDownloadsAtOnce(t *testing.T) {
	const calls, limit = 50, 10
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		paper := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF).ID
		for _, test := range []struct {
			most any
			want int64
		}{{nil, calls}, {limit, limit}} {
			shared := share(t, site, paper, map[string]any{"max_downloads": test.most})
			var succeeded, refused atomic.Int64
			var group sync.WaitGroup
			for range calls {
				group.Go(func() {
					switch answer := site.Do(t, inBrowser(shared.Path+"/download", nil)); answer.Status {
					case 303:
						succeeded.Add(1)
						equal(t, site.Do(t, inBrowser(answer.Header.Get("Location"), nil)).Body, strings.TrimSpace(aPDF), "the file")
					case 404:
						refused.Add(1)
					default:
						t.Errorf("%d %s", answer.Status, answer.Body)
					}
				})
			}
			group.Wait()
			counted := listShares(t, site, "")[0]
			check(t, succeeded.Load() == test.want && refused.Load() == calls-test.want && counted.Downloads == test.want,
				"of %d downloads with the limit %v: %d succeeded, %d were refused, %d were counted", calls, test.most, succeeded.Load(), refused.Load(), counted.Downloads)
		}
	})
}

// A revoked share is gone from other replicas at the next request: page, file by a link from before, photos, ranges and checks of
// copies. No copy of them is in a cache.
func TestARevokedShareIsGoneFromAllReplicas(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		replica := apitest.Open(t, site.Database, apitest.Settings{"DATA_DIR": site.Data})
		paper := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF).ID
		expect(t, site, 201, asStaff("POST", galleriesPath, map[string]string{"name": "Quay"}))
		var photo struct{ ID, Gallery int64 }
		answered(t, site, 201, upload(map[string]string{"title": "Quay", "gallery": "1"}, "quay.jpg", jpegOf(t, 400, 200, color.Black)), &photo)
		byLink := share(t, site, paper, nil)
		byAddress := share(t, site, paper, map[string]any{"access": "address", "email": apitest.Email(apitest.User)})
		quay := share(t, site, 0, map[string]any{"kind": "gallery", "gallery": photo.Gallery})

		file := site.Do(t, inBrowser(byLink.Path+"/download", nil)).Header.Get("Location")
		own := openShare(t, site, site.SignIn(t, apitest.User).Access, byAddress.ID)
		ownFile := own
		ownFile.Path = site.Do(t, inBrowser(own.Path+"/download", own.Header)).Header.Get("Location")
		requests := []apitest.Request{
			inBrowser(byLink.Path, nil), inBrowser(file, nil), inBrowser(quay.Path, nil), inBrowser(fmt.Sprintf("%s/photos/%d/320", quay.Path, photo.ID), nil), own, ownFile,
		}
		for _, request := range requests {
			answer := replica.Do(t, request)
			check(t, answer.Status == 200 && strings.Contains(answer.Header.Get("Cache-Control"), "no-store"), "%s: %d %v", request.Path, answer.Status, answer.Header)
			if tag := answer.Header.Get("ETag"); tag != "" {
				requests = append(requests, inBrowser(request.Path, map[string]string{"Range": "bytes=1-", "Cookie": request.Header["Cookie"]}),
					inBrowser(request.Path, map[string]string{"If-None-Match": tag, "Cookie": request.Header["Cookie"]}))
			}
		}
		for _, revoked := range []aShare{byLink, byAddress, quay} {
			expect(t, site, 200, asStaff("POST", fmt.Sprintf("%s%d/revoke/", sharesPath, revoked.ID), nil))
		}
		requests = append(requests, inBrowser(byLink.Path+"/download", nil), inBrowser(own.Path+"/download", own.Header))
		equal(t, len(requests), 20, "the number of requests")
		for _, request := range requests {
			equal(t, replica.Do(t, request).Status, 404, "the status of %s, %v", request.Path, request.Header)
		}
	})
}

// A wrong link costs as many calls of the database as one of a share that has ended, an ID without a cookie costs none, and none
// of them leaves a row. So neither the time of an answer nor its content tells whether there is a share.
func TestGuessesCostTheSame(t *testing.T) {
	apitest.EachWith(t, limited, func(t *testing.T, site *apitest.Site) {
		of := func(fields map[string]any) aShare {
			return share(t, site, addDocument(t, site, nil, "borders.pdf", aPDF).ID, fields)
		}
		active, revoked, usedUp, deleted, expired := of(nil), of(nil), of(map[string]any{"max_downloads": 1}), of(nil),
			of(map[string]any{"until": site.Clock.Now().UTC().Format(time.DateOnly)})
		expect(t, site, 200, asStaff("POST", fmt.Sprintf("%s%d/revoke/", sharesPath, revoked.ID), nil))
		expect(t, site, 204, remove(documentPath(*deleted.Document)))
		expect(t, site, 303, get(usedUp.Path+"/download", apitest.Anonymous))
		site.Clock.Advance(25 * time.Hour)

		db := servertest.OpenDatabase(t, site.Database)
		rows := func() (all string) {
			noError(t, db.InSnapshot(t.Context(), func(tx *database.Tx) error {
				tables, err := tx.Tables(t.Context())
				for _, table := range tables {
					var count int
					if err == nil && table.Name != "jobs" {
						err = tx.Get(t.Context(), &count, `SELECT COUNT(*) FROM `+table.Name)
						all += fmt.Sprint(table.Name, " ", count, "\n")
					}
				}
				return err
			}))
			return all
		}
		// What has expired is deleted and what was counted is stored before, not meanwhile.
		noError(t, errors.Join(site.App.DeleteExpired(t.Context()), site.App.Counters.Flush(t.Context()), site.App.Audit.Flush(t.Context())))
		before := rows()
		id := fmt.Sprint("/s/", active.ID)
		for path, want := range map[string]int{
			"/s/0123456789012345678901": 1, "/s/-": 1, revoked.Path: 1, usedUp.Path: 1, deleted.Path: 1, expired.Path: 1,
			revoked.Path + "/download": 1, revoked.Path + "/photos/1/320": 1, id: 0, "/s/987654": 0, id + "/download": 0,
		} {
			least := math.MaxInt
			for range 20 { // jobs call the database, too
				calls := callsOf(t, site)
				site.Do(t, inBrowser(path, nil))
				least = min(least, callsOf(t, site)-calls)
			}
			equal(t, least, want, "the calls for %s", path)
		}
		equal(t, rows(), before, "the rows after guesses")
	})
}

// Shares are kept for twelve months after their end. One whose document is in the trash goes on with it when that is restored.
func TestEndedSharesAreDeleted(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		app, ctx := site.App, t.Context()
		today := site.Clock.Now().UTC().Format(time.DateOnly)
		endless := func(fields map[string]any) aShare {
			all := map[string]any{"until": nil}
			maps.Copy(all, fields)
			return share(t, site, addDocument(t, site, nil, "borders.pdf", aPDF).ID, all)
		}
		once := map[string]any{"max_downloads": 1}
		expired, revoked, usedUp, usedLater, deleted, active, trashed := endless(map[string]any{"until": today}), endless(nil), endless(once), endless(once),
			endless(nil), endless(nil), endless(nil)
		revoke := func(share aShare) {
			t.Helper()
			_, err := app.Shares.Revoke(ctx, share.ID)
			noError(t, err)
		}
		use := func(share aShare) {
			equal(t, site.Do(t, inBrowser(share.Path+"/download", nil)).Status, 303, "the download")
		}
		left := func(when string, want ...aShare) {
			t.Helper()
			noError(t, app.DeleteExpired(ctx))
			listed, _, err := app.Shares.List(ctx, shares.Filter{})
			noError(t, err)
			var ids, wanted []int64
			for _, share := range listed {
				ids = append(ids, share.ID)
			}
			for _, share := range want {
				wanted = append(wanted, share.ID)
			}
			slices.Sort(ids)
			check(t, slices.Equal(ids, wanted), "%s there are %v, not %v", when, ids, wanted)
		}
		use(usedUp)
		revoke(revoked)
		noError(t, app.Documents.Delete(ctx, *deleted.Document))
		const month = 31 * 24 * time.Hour
		site.Clock.Advance(11 * month)
		left("eleven months later", expired, revoked, usedUp, usedLater, deleted, active, trashed)
		use(usedLater)
		site.Clock.Advance(month)
		noError(t, app.Documents.Delete(ctx, *trashed.Document))
		left("after a year", usedLater, active, trashed)
		equal(t, site.Do(t, inBrowser(trashed.Path, nil)).Status, 404, "the page of a document in the trash")
		_, err := app.Trash.Restore(ctx, fmt.Sprint("document-", *trashed.Document))
		noError(t, err)
		equal(t, site.Do(t, inBrowser(trashed.Path, nil)).Status, 200, "the page of a restored document")
	})
}
