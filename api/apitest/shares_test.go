package apitest_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

const sharesPath = "/api/shares/"

// A share follows its document, and all that have ended answer alike.
func TestAShareEnds(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		document := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF)
		create := func() (id int64, path string) {
			var created struct {
				Share struct{ ID int64 }
				Link  string
			}
			answered(t, site, 201, asStaff("POST", sharesPath, map[string]any{
				"kind": "document", "document": document.ID, "access": "link", "max_downloads": 1,
			}), &created)
			return created.Share.ID, strings.TrimPrefix(created.Link, apitest.PublicURL)
		}
		show := func(path string) apitest.Request { return get(path, apitest.Anonymous) }
		gone := site.Do(t, show("/s/0123456789012345678901")).Body
		wantGone := func(path string) {
			t.Helper()
			answer := site.Do(t, show(path))
			check(t, answer.Status == 404 && answer.Body == gone, "%s: %d %s", path, answer.Status, answer.Body)
		}
		id, path := create()
		page := site.Do(t, show(path))
		check(t, page.Status == 200 && strings.Contains(page.Body, path+"/download"), "%d %s", page.Status, page.Body)
		file := site.Do(t, show(path+"/download")).Header.Get("Location")
		equal(t, site.Do(t, show(file)).Body, strings.TrimSpace(aPDF), "the file")
		ranged := show(file)
		ranged.Header = map[string]string{"Range": "bytes=3-"}
		equal(t, site.Do(t, ranged).Status, 206, "the status of a resumed download")
		wantGone(path)
		wantGone(path + "/download")
		wantGone(file + "x")
		expect(t, site, 200, asStaff("POST", fmt.Sprintf("%s%d/revoke/", sharesPath, id), nil))
		wantGone(file)
		_, path = create()
		expect(t, site, 204, remove(fmt.Sprintf("%s%d/", documentsPath, document.ID)))
		wantGone(path)
		check(t, !strings.Contains(site.Log.String(), path), "the log has the link")
	})
}

// An invitation leads its address to the share: by an account that it makes and confirms.
func TestAnInvitedVisitorOpensAShare(t *testing.T) {
	const email = "ada@example.test"
	server := servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted, Anonymous: true})
	address := strings.Replace(server.URL(), url.UserPassword(servertest.MailUser, servertest.MailPassword).String()+"@", "", 1)
	site := apitest.StartWith(t, apitest.Settings{"SMTP_URL": address + "?tls=none"})
	document := addDocument(t, site, map[string]string{"name": "Borders"}, "borders.pdf", aPDF)
	var created struct {
		Share struct{ ID int64 }
		Link  string
	}
	answered(t, site, 201, asStaff("POST", sharesPath, map[string]any{
		"kind": "document", "document": document.ID, "access": "address", "email": email, "label": "Northwind",
	}), &created)
	expect(t, site, 204, asStaff("POST", fmt.Sprintf("%s%d/invitation/", sharesPath, created.Share.ID), nil))
	site.Await(t, "the invitation", func() bool { return len(server.Mails()) == 1 })
	mail := apitest.ParseMail(t, server.Mails()[0].Content)
	_, invitation, found := strings.Cut(mail.Text, apitest.PublicURL+"/register#invitation=")
	check(t, found && strings.Contains(mail.Subject, "Borders") && !strings.Contains(mail.Text, "Northwind"), "%+v", mail)
	invitation, _, _ = strings.Cut(invitation, "\n")
	expect(t, site, 201, register(map[string]any{"email": email, "invitation": strings.TrimSpace(invitation)}))

	ref := fmt.Sprintf("/s/%d", created.Share.ID)
	var signedIn struct{ Access string }
	answered(t, site, 200, login(email, newPassword), &signedIn)
	open := post(sharesPath+"open/", map[string]any{"ref": fmt.Sprint(created.Share.ID)})
	open.Bearer = signedIn.Access
	answer := site.Do(t, open)
	check(t, answer.Status == 204, "%d %s", answer.Status, answer.Body)
	show := get(ref, apitest.Anonymous)
	check(t, !strings.Contains(site.Do(t, show).Body, "Borders"), "who is not signed in sees the share")
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	show.Header = map[string]string{"Cookie": cookie}
	check(t, strings.Contains(site.Do(t, show).Body, "Borders"), "the visitor does not see the share")
}
