package app

import (
	"context"
	"net/url"
	"strings"

	"portfolio/api/admin"
	"portfolio/api/internal/config"
	"portfolio/api/publishing"
)

// admin returns the handler of the staff's overview screens.
func (a *App) admin() *admin.Handler {
	method, _ := a.publisher()
	return &admin.Handler{
		DB: a.db, Accounts: a.Accounts, Documents: a.Documents, Photos: a.Photos, Files: a.Files, PersonalData: a.PersonalData,
		Audit: a.Audit, Counters: a.Counters, Mails: a.mails, Limiter: a.limiter, Clock: a.clock,
		Builds: func(ctx context.Context) (publishing.Status, error) { return a.pages.Status(ctx, method) },
		Server: admin.Server{
			Build: config.ReadBuild(), Started: a.started, Storage: storageName(a.config.StorageURL), MailsBy: mailsName(a.config.SMTPURL),
			RateLimited: a.config.RateLimit != config.Off, Offsite: a.offsite != nil,
		},
	}
}

// secure reports whether browsers reach the site over HTTPS.
func (a *App) secure() bool { return strings.HasPrefix(a.config.PublicURL, "https://") }

// storageName names where files are stored, without the secrets that its URL may hold.
func storageName(storageURL string) string {
	u, err := url.Parse(storageURL)
	if storageURL == "" || err != nil {
		return "the folder media"
	}
	return "the S3 bucket " + u.Host
}

// mailsName names how mails are sent, without the secrets of the server's URL.
func mailsName(smtpURL string) string {
	u, err := url.Parse(smtpURL)
	if smtpURL == "" || err != nil {
		return "files in the folder outbox"
	}
	return "SMTP, " + u.Hostname()
}
