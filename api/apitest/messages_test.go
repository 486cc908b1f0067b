package apitest_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/admin"
	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
	"portfolio/api/messages"
)

const (
	messagesPath = "/api/messages/"
	timePath     = messagesPath + "time/"
	formPath     = messagesPath + "form/"
	contactOff   = "---\nname: Ann Vega\n---\n"
	contactOn    = "---\nname: Ann Vega\ncontact_form: true\n---\n"
)

// openContact publishes a site with a contact form, and returns a time with which a message can be sent.
func openContact(t *testing.T, site *apitest.Site) (formTime string) {
	t.Helper()
	expect(t, site, 200, importFiles(t, site, map[string]string{"site.md": contactOn}))
	return readyTime(t, site)
}

// readyTime returns the time of a form that was begun ten seconds ago.
func readyTime(t *testing.T, site *apitest.Site) string {
	t.Helper()
	var issued struct{ Time string }
	answered(t, site, 200, get(timePath, apitest.Anonymous), &issued)
	site.Clock.Advance(10 * time.Second)
	return issued.Time
}

// aMessage is a valid message with some fields changed.
func aMessage(formTime string, changed map[string]any) apitest.Request {
	fields := map[string]any{"name": "Ada Lovelace", "email": "ada@example.org", "message": "Your talk about looms", "website": "", "time": formTime}
	for name, value := range changed {
		fields[name] = value
	}
	return post(messagesPath, fields)
}

// aForm is a form of a browser without a script.
func aForm(formTime string, changed map[string]string) apitest.Request {
	fields := url.Values{"name": {"Ada Lovelace"}, "email": {"ada@example.org"}, "message": {"Your talk about looms"}, "website": {""}, "time": {formTime}}
	for name, value := range changed {
		fields.Set(name, value)
	}
	return apitest.Request{Method: "POST", Path: formPath, Text: fields.Encode(),
		Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}
}

// network is the address of a client in the nth network.
func network(n int) string { return fmt.Sprintf("10.%d.%d.1", n/250, n%250) }

// listMessages returns the messages as staff see them, and their number on all pages.
func listMessages(t *testing.T, site *apitest.Site, query string) (listed []messages.Message, total string) {
	t.Helper()
	answer := site.Do(t, by(site.SignIn(t, apitest.Staff).Access, "GET", messagesPath+query))
	answer.Decode(t, &listed)
	return listed, answer.Header.Get("X-Total-Count")
}

func TestWhatAMessageMustHave(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		formTime := openContact(t, site)
		other := apitest.Start(t)
		foreign := openContact(t, other)
		const late = `{"time":["Send the message once more."]}`
		refused := func(name string, changed map[string]any, want string) apitest.Scenario {
			return apitest.Scenario{Name: name, Request: aMessage(formTime, changed), Status: 400, Want: want}
		}
		var young struct{ Time string }
		answered(t, site, 200, get(timePath, apitest.Anonymous), &young)
		site.Run(t, []apitest.Scenario{
			{Name: "nothing", Request: post(messagesPath, nothing), Status: 400, Want: `{"email":["This field is required."],"message":["This field is required."],` +
				`"name":["This field is required."],"time":["Send the message once more."]}`},
			refused("blank", map[string]any{"name": " ", "email": "", "message": "\n"}, `{"email":["This field may not be blank."],`+
				`"message":["This field may not be blank."],"name":["This field may not be blank."]}`),
			refused("an invalid address", map[string]any{"email": "ada@"}, `{"email":["Enter a valid email address."]}`),
			refused("two addresses", map[string]any{"email": "ada@example.org, eve@example.org"}, `{"email":["Enter a valid email address."]}`),
			refused("a header in an address", map[string]any{"email": "ada@example.org\r\nBcc: eve@example.org"}, `{"email":["…"]}`),
			refused("a long name", map[string]any{"name": strings.Repeat("n", 201)}, `{"name":["Ensure this field has no more than 200 characters."]}`),
			refused("a long address", map[string]any{"email": strings.Repeat("a", 250) + "@a.io"}, `{"email":["Ensure this field has no more than 254 characters."]}`),
			refused("a long message", map[string]any{"message": strings.Repeat("é", 5001)}, `{"message":["Ensure this field has no more than 5000 characters."]}`),
			refused("not a text", map[string]any{"name": 1}, `{"name":["Not a valid string."]}`),
			refused("without a time", map[string]any{"time": ""}, late),
			refused("too early", map[string]any{"time": young.Time}, late),
			refused("forged", map[string]any{"time": fmt.Sprintf("%d.%s", site.Clock.Now().Add(-time.Minute).UnixMilli(), strings.Split(formTime, ".")[1])}, late),
			refused("of another site", map[string]any{"time": foreign}, late),
			{Name: "of a program", Request: aMessage("", map[string]any{"website": "https://example.org"}), Status: 201, Want: `{}`},
			{Name: "the longest", Request: aMessage(formTime, map[string]any{"name": strings.Repeat("n", 200), "message": strings.Repeat("é", 5000)}), Status: 201, Want: `{}`},
			// No message is lost for characters of keyboards and copied texts.
			{Name: "with control characters", Request: aMessage(formTime, map[string]any{"name": "  Ada\nLove\u202elace\x00 ", "message": "\u200fשלום\r\n\r\nAda\x07\x00"}), Status: 201, Want: `{}`},
		})
		listed, total := listMessages(t, site, "")
		check(t, total == "2" && listed[0].Name == "Ada Love lace" && listed[0].Text == "שלום\n\nAda" && listed[0].ReadAt == nil, "%s: %+v", total, listed)
		site.Clock.Advance(time.Hour)
		site.Run(t, []apitest.Scenario{{Name: "too late", Request: aMessage(formTime, nil), Status: 400, Want: late}})
	})
}

func TestASiteWithoutAContactFormTakesNoMessages(t *testing.T) {
	site := apitest.Start(t)
	for _, text := range []string{"", contactOff, strings.Replace(contactOn, "true", "false", 1), strings.Replace(contactOn, "contact", "  contact", 1)} {
		if text != "" {
			expect(t, site, 200, importFiles(t, site, map[string]string{"site.md": text}))
		}
		expect(t, site, 404, get(timePath, apitest.Anonymous), aMessage("", nil), aForm("", nil))
	}
	openContact(t, site)
}

// The answer to a form would show visitors parts of a private site's pages.
func TestAPrivateSiteTakesNoMessages(t *testing.T) {
	site := apitest.StartWith(t, apitest.Settings{"STATIC_DIR": writePages(t)})
	served, formTime := openPages(t, site), openContact(t, site)
	for _, row := range []struct {
		visibility string
		statuses   [3]int
	}{{"private", [3]int{503, 503, 503}}, {"public", [3]int{200, 201, 201}}} {
		expect(t, site, 204, asStaff("PUT", visibilityPath, map[string]string{"visibility": row.visibility}))
		for i, call := range []apitest.Request{get(timePath, apitest.Anonymous), aMessage(formTime, nil), aForm(formTime, nil)} {
			request, _, err := call.Build(t.Context(), apitest.PublicURL)
			noError(t, err)
			recorder := httptest.NewRecorder()
			served.ServeHTTP(recorder, request)
			equal(t, recorder.Code, row.statuses[i], "%s of a %s site", call.Path, row.visibility)
		}
	}
}

func TestStaffReadMessages(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		formTime := openContact(t, site)
		for _, name := range []string{"Ada", "Zoë", "Grace"} {
			site.Clock.Advance(time.Second)
			expect(t, site, 201, aMessage(formTime, map[string]any{"name": name, "message": "From " + name + ", 100% true"}))
		}
		mark := func(id int, read bool) apitest.Request {
			return asStaff("PATCH", fmt.Sprint(messagesPath, id, "/"), map[string]bool{"read": read})
		}
		list := func(query string) apitest.Request { return get(messagesPath+query, apitest.Staff) }
		one := map[string]string{"X-Total-Count": "1"}
		site.Run(t, []apitest.Scenario{
			{Name: "all", Request: list(""), Status: 200, Want: `[{"id":3,"name":"Grace","email":"ada@example.org","message":"From Grace, 100% true","sent_at":"…","read_at":null},{"id":2,…},{"id":1,…}]`,
				Header: map[string]string{"X-Total-Count": "3"}},
			{Name: "a page", Request: list("?limit=1&offset=1"), Status: 200, Want: `[{"id":2,…}]`, Header: map[string]string{"X-Total-Count": "3"}},
			{Name: "search", Request: list("?search=zoe+TRUE"), Status: 200, Want: `[{"id":2,…}]`, Header: one},
			{Name: "search for a pattern", Request: list("?search=100%25_"), Status: 200, Want: `[]`},
			{Name: "a wrong page", Request: list("?limit=0"), Status: 400, Want: `{"limit":["…"]}`},
			{Name: "unread", Request: list("unread/"), Status: 200, Want: `{"count":3}`},
			{Name: "read", Request: mark(2, true), Status: 200, Want: `{"id":2,…"read_at":"…"}`},
			{Name: "unread after that", Request: list("unread/"), Status: 200, Want: `{"count":2}`},
			{Name: "unread again", Request: mark(2, false), Status: 200, Want: `{"id":2,…"read_at":null}`},
			{Name: "without a mark", Request: asStaff("PATCH", messagesPath+"2/", nothing), Status: 400, Want: `{"read":["This field is required."]}`},
			{Name: "unknown", Request: mark(9, true), Status: 404, Want: `{…}`},
			{Name: "delete", Request: remove(messagesPath + "2/"), Status: 204},
			{Name: "again", Request: remove(messagesPath + "2/"), Status: 404, Want: `{…}`},
			{Name: "mark a deleted one", Request: mark(2, true), Status: 404, Want: `{…}`},
			{Name: "the others", Request: list(""), Status: 200, Want: `[{"id":3,…},{"id":1,…}]`},
			{Name: "in the trash", Request: get(trashPath+"?kind=message", apitest.Staff), Status: 200,
				Want: `[{"id":"message-2","kind":"message","original_id":2,"name":"Zoë","bytes":0,"thumbnail_url":null,…}]`},
			{Name: "restore", Request: asStaff("POST", trashPath+"message-2/restore/", nil), Status: 200, Want: `{"kind":"message","id":2,"name":"Zoë","notes":[]}`},
			{Name: "restored", Request: list("?search=zoe"), Status: 200, Want: `[{"id":2,…}]`, Header: one},
			{Name: "delete once more", Request: remove(messagesPath + "2/"), Status: 204},
			{Name: "for good", Request: remove(trashPath + "message-2/"), Status: 204},
		})
		left := tablesWith(t, site, "Zoë")
		check(t, len(left) == 0, "a message that was deleted for good is left in %v", left)
	})
}

// Messages are deleted twelve months after they were sent.
func TestMessagesAreKeptForTwelveMonths(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		expect(t, site, 201, aMessage(openContact(t, site), nil))
		site.Clock.Advance(364 * 24 * time.Hour)
		expect(t, site, 201, aMessage(readyTime(t, site), nil))
		noError(t, site.App.DeleteExpired(t.Context()))
		_, total := listMessages(t, site, "")
		equal(t, total, "2", "messages after 364 days")
		site.Clock.Advance(3 * 24 * time.Hour)
		noError(t, site.App.DeleteExpired(t.Context()))
		listed, total := listMessages(t, site, "")
		check(t, total == "1" && listed[0].ID == 2, "messages after 367 days: %+v", listed)
	})
}

// addressOf returns the SMTP_URL of a server that takes mails without a password.
func addressOf(server *servertest.MailServer) string {
	user := url.UserPassword(servertest.MailUser, servertest.MailPassword).String() + "@"
	return strings.Replace(server.URL(), user, "", 1) + "?tls=none"
}

// The answer to the mail goes to the sender. No name adds a header, a recipient or a button.
func TestMailsOfMessages(t *testing.T) {
	server := servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted, Anonymous: true})
	site := apitest.StartWith(t, apitest.Settings{"SMTP_URL": addressOf(server)})
	formTime := openContact(t, site)
	for i, row := range []struct{ name, email, replyTo string }{
		{"Ada Lovelace", "ada@example.org", `"Ada Lovelace" <ada@example.org>`},
		{"Ada\r\nBcc: eve@example.org", "ada@example.org", `"Ada Bcc: eve@example.org" <ada@example.org>`},
		{`"Ada" <eve@example.org>, \Eve`, "ada@example.org", `"\"Ada\" <eve@example.org>, \\Eve" <ada@example.org>`},
		{strings.Repeat("Zoë 名 ", 30), "ada@bücher.example", "ada@xn--bcher-kva.example"},
		{"Eve", `"a b"@example.org`, ""},
		{"Edda", "edda.ü@example.org", ""}, // only some mail servers take such a header
	} {
		site.Clock.Advance(time.Second)
		answer := site.Do(t, aMessage(formTime, map[string]any{"name": row.name, "email": row.email, "message": "Sign in here:\nhttps://evil.example/\n\nSign in:\nhttps://evil.example/ <b>" + row.name}))
		if i == 4 {
			check(t, answer.Status == 400, "a quoted address: %d", answer.Status)
			continue
		}
		equal(t, answer.Status, 201, "%s", row.name)
		var raw []byte
		n := min(i, 4) + 1
		if i > 4 {
			n = i
		}
		site.Await(t, "the mail", func() bool {
			if len(server.Mails()) == n {
				raw = server.Mails()[n-1].Content
			}
			return raw != nil
		})
		mail, sent := apitest.ParseMail(t, raw), server.Mails()[n-1]
		check(t, len(sent.To) == 1 && sent.To[0] == apitest.Email(apitest.Staff), "to %v", sent.To)
		check(t, !strings.Contains(string(raw), "\nBcc:") && strings.HasPrefix(mail.Subject, "Message from "), "%s", raw)
		check(t, mail.ReplyTo == row.replyTo || strings.HasSuffix(mail.ReplyTo, "<"+row.replyTo+">") && row.replyTo != "", "Reply-To %q, not %q", mail.ReplyTo, row.replyTo)
		check(t, strings.Contains(mail.Text, row.email[:3]) && strings.Contains(mail.Text, "https://evil.example/"), "%s", mail.Text)
		check(t, strings.Contains(mail.HTML, messagesButton) && !strings.Contains(mail.HTML, `href="https://evil`) && !strings.Contains(mail.HTML, "<b>"), "%s", mail.HTML)
	}
}

// messagesButton is the button of the mails.
const messagesButton = `href="` + apitest.PublicURL + `/messages"`

// A flood fills neither the database nor the inbox, and a visitor's message arrives.
func TestAFloodOfMessages(t *testing.T) {
	apitest.EachWith(t, limited, func(t *testing.T, site *apitest.Site) {
		formTime := openContact(t, site)
		flood := 10_000
		if testing.Short() {
			flood = 150
			storeRead(t, site, 10_000-flood)
		}
		stored, throttled := 0, 0
		for n := range 200 { // one network, of whose IPv6 addresses each is another one
			answer := site.Do(t, from(fmt.Sprintf("2001:db8:1:%x::%x", n%6, n), aMessage(formTime, map[string]any{"name": "Flood"})))
			switch answer.Status {
			case 201:
				stored++
			case 429:
				throttled++
			}
		}
		check(t, stored == 20 && throttled == 180, "one subscriber: %d stored, %d throttled", stored, throttled)
		wait(t, site.Do(t, from("2001:db8:1::5", aMessage(formTime, nil))))
		for n := range flood {
			expect(t, site, 201, from(network(n), aMessage(formTime, map[string]any{"name": "Flood"})))
		}
		site.Clock.Advance(time.Second)
		expect(t, site, 201, from("203.0.113.9", aMessage(formTime, map[string]any{"name": "A real visitor"})))

		listed, total := listMessages(t, site, "?limit=1")
		check(t, total == "10000" && listed[0].Name == "A real visitor", "%s messages, the newest is %+v", total, listed)
		site.Mails(t, 20)
		site.Clock.Advance(time.Hour)
		summaries := 0
		for _, mail := range site.Mails(t, 21) {
			if strings.Contains(mail.Text, "more messages") {
				summaries++
				want := fmt.Sprintf("%d more messages at site.example", flood+1)
				check(t, mail.Subject == want || !testing.Short() && strings.HasSuffix(mail.Subject, " more messages at site.example"), "%s, not %s", mail.Subject, want)
			}
		}
		equal(t, summaries, 1, "summaries")
		// An hour later a message has a mail again.
		expect(t, site, 201, from("203.0.113.9", aMessage(readyTime(t, site), map[string]any{"name": "Another visitor"})))
		site.Mails(t, 22)
	})
}

// storeRead stores read messages that have been there for two hours.
func storeRead(t *testing.T, site *apitest.Site, rows int) {
	t.Helper()
	db, at := servertest.OpenDatabase(t, site.Database), database.At(site.Clock.Now().Add(-2*time.Hour))
	_, err := db.Exec(t.Context(), `
		INSERT INTO messages (name, email, email_key, text, search_key, sent_at, read_at, notice)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		SELECT 'Old', 'a@b.c', 'a@b.c', 'x', 'old', at, at, 'mail' FROM n, (SELECT sent_at AS at FROM messages UNION ALL SELECT date_joined FROM users LIMIT 1) times`, rows)
	noError(t, err)
	_, err = db.Exec(t.Context(), `UPDATE messages SET sent_at = ?, read_at = ?`, at, at)
	noError(t, err)
}

// Unread messages are kept longest.
func TestWhichMessagesLeaveAFullTable(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		formTime := openContact(t, site)
		expect(t, site, 201, aMessage(formTime, map[string]any{"name": "Unread"}), aMessage(formTime, map[string]any{"name": "Deleted"}))
		listed, _ := listMessages(t, site, "?search=deleted")
		expect(t, site, 204, remove(fmt.Sprint(messagesPath, listed[0].ID, "/")))
		storeRead(t, site, 9_998)
		db := servertest.OpenDatabase(t, site.Database)
		_, err := db.Exec(t.Context(), `UPDATE messages SET read_at = NULL WHERE name = 'Unread'`)
		noError(t, err)
		for range 3 {
			expect(t, site, 201, aMessage(formTime, nil))
		}
		for name, want := range map[string]string{"unread": "1", "lovelace": "3", "old": "9996"} {
			_, total := listMessages(t, site, "?search="+name+"&limit=1")
			equal(t, total, want, "messages of %s", name)
		}
		check(t, len(listTrash(t, site, "?kind=message")) == 0, "a message in the trash outlives read ones")

		// The limit of mails counts those that were mailed within the hour, so they outlive newer ones.
		_, err = db.Exec(t.Context(), `UPDATE messages SET read_at = NULL, notice = 'waiting', sent_at = ? WHERE name = 'Old'`,
			database.At(site.Clock.Now().Add(time.Second)))
		noError(t, err)
		for range 3 {
			expect(t, site, 201, aMessage(formTime, nil))
		}
		for name, want := range map[string]string{"unread": "0", "lovelace": "6", "old": "9994"} {
			_, total := listMessages(t, site, "?search="+name+"&limit=1")
			equal(t, total, want, "messages of %s, of which some were mailed", name)
		}
	})
}

// A hundred messages come while the mail server is down for an hour. Twenty are mailed, and a summary counts the others.
func TestMessagesOutliveTheMailServer(t *testing.T) {
	var up atomic.Bool
	server := servertest.StartMail(t, servertest.MailOptions{Encryption: servertest.Unencrypted, Anonymous: true, Answer: func(int) error {
		if up.Load() {
			return nil
		}
		return servertest.MailLater("ada@example.org")
	}})
	settings := apitest.Settings{"SMTP_URL": addressOf(server), "RATE_LIMIT": "on"}
	apitest.AnyWith(t, settings, func(t *testing.T, site *apitest.Site) {
		up.Store(false)
		before, db := len(server.Mails()), servertest.OpenDatabase(t, site.Database)
		awaitRetries := func(number int64) {
			t.Helper()
			// Its next try counts from the end of the failed one, so that no time may pass before that.
			site.Await(t, fmt.Sprintf("%d failed mails", number), func() bool {
				var failed int64
				err := db.Get(t.Context(), &failed, `SELECT COUNT(*) FROM jobs WHERE kind = 'mail' AND locked_until IS NULL AND run_at > ?`,
					database.At(site.Clock.Now()))
				noError(t, err)
				return failed == number
			})
		}
		formTime := openContact(t, site)
		for n := range 100 {
			expect(t, site, 201, from(network(n%20), aMessage(formTime, map[string]any{"name": fmt.Sprintf("Visitor %d", n), "message": "Looms " + canary})))
		}
		awaitRetries(20)
		site.Clock.Advance(61 * time.Minute)
		awaitRetries(21)
		up.Store(true)
		site.Clock.Advance(time.Hour)
		site.Await(t, "all mails", func() bool { return len(server.Mails()) == before+21 })
		bodies, summaries := map[string]bool{}, 0
		for _, sent := range server.Mails()[before:] {
			mail := apitest.ParseMail(t, sent.Content)
			if strings.HasPrefix(mail.Subject, "80 more messages at ") {
				summaries++
			} else if strings.Contains(mail.Text, canary) {
				bodies[mail.Subject] = true
			}
		}
		check(t, summaries == 1 && len(bodies) == 20, "%d summaries, mails of %v", summaries, bodies)
		_, total := listMessages(t, site, "")
		equal(t, total, "100", "stored messages")
		for _, word := range []string{canary, "ada@example.org", "Visitor"} {
			check(t, !strings.Contains(site.Log.String(), word), "%q was logged", word)
		}
	})
}

// templatePage is a page of a renderer in tests.
func templatePage(_ context.Context, page any) (*httpx.Content, error) {
	return httpx.NewContent(http.Header{
		"Content-Type": {"text/html; charset=utf-8"}, "Cache-Control": {"private, no-store"}, "X-Robots-Tag": {"noindex"},
		"Content-Security-Policy": {"default-src 'none'; form-action 'self'"},
	}, fmt.Appendf(nil, `<html>%v<input value="%%name%%"><input value="%%email%%"><textarea>%%text%%</textarea><input name="time" value="%%time%%">`+
		strings.Repeat(" ", 2000), page)), nil
}

func TestAFormWithoutAScript(t *testing.T) {
	const script = `<script>alert("1")</script>&'`
	for name, render := range map[string]func(context.Context, any) (*httpx.Content, error){
		"plain": nil, "rendered": templatePage,
		"unrendered": func(context.Context, any) (*httpx.Content, error) { return nil, context.DeadlineExceeded },
	} {
		t.Run(name, func(t *testing.T) {
			site := apitest.StartWith(t, limited)
			site.App.Messages.Render = render
			formTime := openContact(t, site)
			expectPage := func(state string, status int, request apitest.Request, words ...string) {
				t.Helper()
				request.Header["Accept-Encoding"] = "gzip"
				answer := site.Do(t, request)
				equal(t, answer.Status, status, "%s", state)
				equal(t, answer.Header.Get("Cache-Control"), "private, no-store", "caches")
				check(t, strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html"), "%v", answer.Header)
				check(t, !strings.Contains(answer.Body, "<script>alert") && !strings.Contains(answer.Body, "%name%") && !strings.Contains(answer.Body, "%time%"), "%s", answer.Body)
				if name == "rendered" {
					words = append(words, "{contact "+state+"}")
				}
				for _, word := range words {
					check(t, strings.Contains(answer.Body, word), "%s without %q: %s", state, word, answer.Body)
				}
				if status == 429 {
					check(t, answer.Header.Get("Retry-After") != "", "no Retry-After")
				}
			}
			// A field may have the name of another one in it.
			evil := map[string]string{"name": script + "%email%", "email": script, "message": script + "\n%name%%time%"}
			escaped := html.EscapeString(script)
			request := aForm(formTime, evil)
			request.Header["Accept-Encoding"] = "gzip"
			answer := site.Do(t, request)
			equal(t, answer.Status, 400, "invalid fields")
			check(t, strings.Contains(answer.Body, escaped+"%email%") && strings.Contains(answer.Body, escaped+"\n%name%%time%") && !strings.Contains(answer.Body, "<script>alert"), "%s", answer.Body)

			evil["email"] = "ada@example.org"
			evil["name"], evil["message"] = script, script
			expectPage("again", 400, aForm("", evil), escaped, "ada@example.org")
			expectPage("invalid", 400, aForm("", map[string]string{"name": script, "email": "", "message": script}), escaped)
			expectPage("sent", 201, aForm(formTime, map[string]string{"website": "x", "name": script}), "ada@example.org")
			_, total := listMessages(t, site, "")
			equal(t, total, "0", "messages before the first")
			expectPage("sent", 201, aForm(formTime, evil), escaped, "ada@example.org")
			for range 4 {
				expectPage("sent", 201, aForm(formTime, nil))
			}
			expectPage("throttled", 429, aForm(formTime, evil), escaped)
			listed, total := listMessages(t, site, "")
			check(t, total == "5" && listed[4].Name == script && listed[4].Text == script, "%s: %+v", total, listed)

			wrong := aForm(formTime, nil)
			wrong.Header = map[string]string{"Content-Type": "text/plain"}
			long := aForm(formTime, map[string]string{"message": strings.Repeat("m", 200<<10)})
			unreadable := aForm(formTime, nil)
			unreadable.Text = "name=%zz"
			site.Run(t, []apitest.Scenario{
				{Name: "another type", Request: wrong, Status: 415, Want: `{"detail":"Unsupported media type \"text/plain\" in request. Send application/x-www-form-urlencoded."}`},
				{Name: "too long", Request: long, Status: 413, Want: `{…}`},
				{Name: "unreadable", Request: unreadable, Status: 400, Want: `{"detail":"The form cannot be read."}`},
			})

			// The time on the page is one with which the form can be sent.
			page := site.Do(t, aForm("", nil)).Body
			_, rest, _ := strings.Cut(page, `name="time" value="`)
			fresh, _, _ := strings.Cut(rest, `"`)
			site.Clock.Advance(2 * time.Hour / 3)
			expectPage("sent", 201, fromAddress("203.0.113.9", aForm(fresh, nil)))

			// The form that could not be stored is filled.
			release := breakMessages(t, site)
			expectPage("failed", 503, fromAddress("203.0.113.10", aForm(fresh, map[string]string{"message": script})), escaped)
			release()
			for _, word := range []string{"alert(", "ada@example.org", "looms"} {
				check(t, !strings.Contains(site.Log.String(), word), "%q was logged", word)
			}
		})
	}
}

// fromAddress sets the client address of a request with other headers.
func fromAddress(ip string, request apitest.Request) apitest.Request {
	request.Header["X-Forwarded-For"] = ip
	return request
}

// breakMessages lets no message be stored until it is repaired.
func breakMessages(t *testing.T, site *apitest.Site) (repair func()) {
	t.Helper()
	db := servertest.OpenDatabase(t, site.Database)
	run := func(statement string) {
		_, err := db.Exec(t.Context(), statement)
		noError(t, err)
	}
	run(`ALTER TABLE messages RENAME COLUMN notice TO broken`)
	return func() { run(`ALTER TABLE messages RENAME COLUMN broken TO notice`) }
}

// A person gets the messages from their confirmed address, and they go with the account. An unconfirmed address may be
// another person's.
func TestMessagesOfAnAccount(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		formTime := openContact(t, site)
		user := apitest.Email(apitest.User)
		expect(t, site, 201, register(map[string]any{"email": "new@example.test"}))
		for _, email := range []string{strings.ToUpper(user[:4]) + user[4:], "new@example.test", "other@example.test"} {
			site.Clock.Advance(time.Second)
			expect(t, site, 201, aMessage(formTime, map[string]any{"email": email, "message": "From " + email}))
		}
		listed, _ := listMessages(t, site, "?search=user")
		expect(t, site, 204, remove(fmt.Sprint(messagesPath, listed[0].ID, "/")))
		bearer := site.SignIn(t, apitest.User).Access
		var data admin.PersonalData
		site.Do(t, by(bearer, "GET", dataPath)).Decode(t, &known{&data})
		check(t, len(data.Messages) == 1 && data.Messages[0].Text == "From USER@example.test" && data.Messages[0].Name == "Ada Lovelace", "%+v", data.Messages)
		// The export of staff names no visitor whose message they deleted.
		staff := site.Do(t, get(dataPath, apitest.Staff)).Body
		check(t, !strings.Contains(staff, "Lovelace") && strings.Contains(staff, `"kind":"message"`), "%s", staff)
		expect(t, site, 204, deleteAccount(bearer, apitest.Password))
		unconfirmed := site.User(t, "new@example.test")
		stranger, err := site.App.PersonalData.Of(t.Context(), unconfirmed.ID)
		check(t, err == nil && len(stranger.Messages) == 0, "%+v %v", stranger.Messages, err)
		noError(t, site.App.Accounts.Delete(t.Context(), unconfirmed.ID))
		left, _ := listMessages(t, site, "")
		check(t, len(left) == 2 && left[0].Email == "other@example.test" && left[1].Email == "new@example.test", "%+v", left)
		equal(t, len(listTrash(t, site, "?kind=message")), 0, "messages of the account in the trash")
	})
}
