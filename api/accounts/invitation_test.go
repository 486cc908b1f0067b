package accounts_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/servertest"
)

// The mail of an invitation is written when it is sent: with the share of that moment, and a link for an address that may have got
// an account since.
func TestTheMailOfAnInvitation(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		clock := servertest.NewClock(startOfTests)
		berlin, err := time.LoadLocation("Europe/Berlin")
		noError(t, err)
		fourth := time.Date(2026, 5, 5, 0, 0, 0, 0, berlin)
		ends := map[int64]*time.Time{7: nil, 8: &fourth}
		options := optionsOf(db, clock.Now)
		var invited string
		options.FindShare = func(_ context.Context, share int64) (string, string, *time.Time, bool, error) {
			until, ok := ends[share]
			return "Data borders,\nthe slides", invited, until, ok, nil
		}
		w := newWorld(t, options, clock)

		// invite returns the mails that an invitation sends.
		invite := func(share int64, email, language string) (sent []mailer.Message) {
			t.Helper()
			invited = email
			noError(t, db.InTx(t.Context(), func(tx *database.Tx) error { return w.Invite(t.Context(), tx, share, email) }))
			send := func(_ context.Context, message mailer.Message) error {
				sent = append(sent, message)
				return nil
			}
			render := func(ctx context.Context, order mailer.Job) (*mailer.Message, error) {
				return w.RenderMail(ctx, mailer.Site{
					Name: "Edda Quillane", URL: &url.URL{Scheme: "https", Host: "site.example"}, Language: language,
				}, order)
			}
			var job jobs.Job
			noError(t, db.Get(t.Context(), &job.Payload, `SELECT payload FROM jobs WHERE key = ?`, accounts.EmailKey(email)))
			job.Key = accounts.EmailKey(email)
			noError(t, mailer.Handler(send, render).Run(t.Context(), job))
			_, err := db.Exec(t.Context(), `DELETE FROM jobs WHERE key = ?`, job.Key)
			noError(t, err)
			return sent
		}
		for _, test := range []struct {
			share           int64
			email, language string
			subject, text   string
		}{
			{7, address, "en", "Edda Quillane shared “Data borders, the slides” with you", "with you.\n\nOpen it:\nhttps://site.example/s/7\n"},
			{8, address, "", "Edda Quillane shared “Data borders, the slides” with you", "Hello Ada,\n\nEdda Quillane shared “Data borders, the slides” with you, until 4 May 2026.\n"},
			{8, address, "de", "Edda Quillane hat „Data borders, the slides“ mit Ihnen geteilt", "bis 04.05.2026."},
			{8, address, "fr", "Edda Quillane a partagé «\u202fData borders, the slides\u202f» avec vous", "jusqu’au 04/05/2026."},
			{8, address, "es", "Edda Quillane ha compartido «Data borders, the slides» contigo", "hasta el 04/05/2026."},
			{8, address, "it", "Edda Quillane ha condiviso «Data borders, the slides» con te", "fino al 04/05/2026."},
			{8, address, "nl", "Edda Quillane heeft ‘Data borders, the slides’ met je gedeeld", "tot en met 04-05-2026."},
		} {
			sent := invite(test.share, test.email, test.language)
			check(t, len(sent) == 1 && sent[0].To == test.email && sent[0].Subject == test.subject && strings.Contains(sent[0].Text, test.text) &&
				strings.Count(sent[0].Text, "https://") == 2, "%+v", sent) // a link, and the site's address below
		}

		invitations := accounts.NewInvitations(options.Secret)
		for share, expires := range map[int64]time.Time{7: startOfTests.Add(30 * 24 * time.Hour), 8: fourth} {
			sent := invite(share, "bob@example.test", "en")
			_, text, _ := strings.Cut(sent[0].Text, "https://site.example/register#invitation=")
			text, _, _ = strings.Cut(text, "\n")
			found, email, ok := invitations.Verify(text, expires.Add(-time.Second))
			check(t, ok && found == share && email == "bob@example.test", "the invitation %q: %d, %q", text, found, email)
			_, _, ok = invitations.Verify(text, expires)
			check(t, !ok, "the invitation to share %d has no end", share)
		}
		if sent := invite(9, address, "en"); len(sent) != 0 {
			t.Errorf("an ended share was mailed: %+v", sent)
		}
	})
}
