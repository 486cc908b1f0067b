package accounts

import (
	"context"
	"regexp"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

// The kinds of notices: each names a change of the account, and the remedy if the owner did not
// make it.
const (
	noticePassword      = "notice: password changed"
	noticeDevice        = "notice: new device"
	noticeStaff         = "notice: staff granted"
	noticeFactorAdded   = "notice: factor added"
	noticeFactorRemoved = "notice: factor removed"
)

// notices are the templates of the notices.
var notices = map[string]string{
	mailEmailRequested:  "email-asked",
	mailEmailChanged:    "email-changed",
	noticePassword:      "password-changed",
	noticeDevice:        "new-device",
	noticeStaff:         "staff-granted",
	noticeFactorAdded:   "factor-added",
	noticeFactorRemoved: "factor-removed",
}

// notify queues a notice to the owner of an account, in the transaction of the change.
func (s *Service) notify(ctx context.Context, tx *database.Tx, kind string, user User) error {
	return s.mails.Add(ctx, tx, eventMail(ctx, kind, user.Email, user.ID))
}

// eventMail returns a mail about the change that the request of ctx made to an account. It has the device and IP
// address only if the user made the request, so that users do not learn those of staff.
func eventMail(ctx context.Context, kind, recipient string, userID int64) mailer.Job {
	job := mailer.Job{Kind: kind, Recipient: recipient, UserID: userID}
	userAgent := httpx.UserAgent(ctx)
	if actor := audit.ActorID(ctx); userAgent != "" && (actor == nil || *actor == userID) {
		job.Browser, job.System = firstName(browserNames, userAgent), firstName(systemNames, userAgent)
		job.IP = httpx.ClientIP(ctx)
	}
	return job
}

// NotifyStaff queues a mail of another package to all active staff. It sets the recipient.
func NotifyStaff(ctx context.Context, tx *database.Tx, mails *mailer.Queue, mail mailer.Job) error {
	var staff []User
	if err := tx.Select(ctx, &staff, `SELECT id, email FROM users WHERE is_staff AND is_active ORDER BY id`); err != nil {
		return err
	}
	for _, user := range staff {
		mail.Recipient, mail.UserID = user.Email, user.ID
		if err := mails.Add(ctx, tx, mail); err != nil {
			return err
		}
	}
	return nil
}

type namePattern struct {
	pattern *regexp.Regexp
	name    string
}

// Most browsers also claim to be those further down, so the first match counts.
var browserNames = []namePattern{
	{regexp.MustCompile(`\bEdg(e|A|iOS)?/`), "Edge"},
	{regexp.MustCompile(`\b(OPR|OPT|OPiOS)/`), "Opera"},
	{regexp.MustCompile(`\bSamsungBrowser/`), "Samsung Internet"},
	{regexp.MustCompile(`\b(Firefox|FxiOS)/`), "Firefox"},
	{regexp.MustCompile(`\b(HeadlessChrome|Chrome|CriOS)/`), "Chrome"},
	{regexp.MustCompile(`\bVersion/.*Safari/`), "Safari"},
}

var systemNames = []namePattern{
	{regexp.MustCompile(`\biPhone\b`), "iPhone"},
	{regexp.MustCompile(`\biPad\b`), "iPad"},
	{regexp.MustCompile(`\bAndroid\b`), "Android"},
	{regexp.MustCompile(`\bWindows\b`), "Windows"},
	{regexp.MustCompile(`\bCrOS\b`), "ChromeOS"},
	{regexp.MustCompile(`\bMacintosh\b`), "Mac"},
	{regexp.MustCompile(`\bLinux\b`), "Linux"},
}

// firstName returns the name of the first pattern that matches userAgent, or "".
func firstName(names []namePattern, userAgent string) string {
	for _, n := range names {
		if n.pattern.MatchString(userAgent) {
			return n.name
		}
	}
	return ""
}
