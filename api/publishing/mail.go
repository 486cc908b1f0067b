package publishing

import (
	"cmp"
	"context"
	"time"

	"portfolio/api/content"
	"portfolio/api/internal/database"
	"portfolio/api/internal/mailer"
)

// mailFailed is the kind of the mail to staff about a scheduled publication that failed.
const mailFailed = "notice: scheduled publication failed"

// notifyWithin is how long after a scheduled publication a failed build counts as its own. Later failures, such as those after
// a restart, are not reported again.
const notifyWithin = 30 * time.Minute

// notifyOfScheduled mails staff if the build that failed was that of a scheduled publication, when nobody sees the dashboard;
// before is when the build before it ended, nil for none.
func (q *Queue) notifyOfScheduled(ctx context.Context, tx *database.Tx, before *database.Time) error {
	since := q.jobs.Clock().Add(-notifyWithin)
	if before != nil && before.After(since) {
		since = before.Time
	}
	scheduled, err := content.CountAnnounced(ctx, tx, since)
	if err != nil || scheduled == 0 || q.NotifyStaff == nil {
		return err
	}
	return q.NotifyStaff(ctx, tx, mailFailed)
}

// RenderMail makes the mail to staff about a failed build. It returns ok false for a mail of another kind, and no message if the
// failure is over.
func (q *Queue) RenderMail(ctx context.Context, site mailer.Site, job mailer.Job) (message *mailer.Message, ok bool, err error) {
	if job.Kind != mailFailed {
		return nil, false, nil
	}
	status, err := q.Status(ctx, None)
	if err != nil {
		return nil, true, err
	}
	reason := status.Failure
	if status.Report != nil && status.Report.State == Error {
		reason = cmp.Or(reason, status.Report.Message, "The build service does not say why.")
	}
	if reason == "" {
		return nil, true, nil
	}
	message, err = mailer.Compose(site, job.Recipient, "Scheduled publication of "+site.Name+" failed\n\nHello,\n\n"+
		"Scheduled content could not be published. Visitors still see the previous pages.\n\n"+
		"Reason: "+firstCharacters(reason, maxMessage)+"\n\nOpen the content:\n"+site.URL.JoinPath("/content").String())
	return message, true, err
}
