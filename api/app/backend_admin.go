package app

import (
	"net/url"
	"strings"

	"portfolio/api/backendadmin"
	"portfolio/api/config"
	"portfolio/api/dashboard"
	"portfolio/api/server"
	"portfolio/api/version"
)

// backendAdmin returns the back office beside site, which is nil where a CDN serves the pages.
func (a *App) backendAdmin(site *server.Site, content *dashboard.Handler) (*backendadmin.Admin, error) {
	options := backendadmin.Options{
		DB: a.db, Accounts: a.Accounts, Content: content.Figures, PersonalData: a.PersonalData, Audit: a.Audit, Counters: a.Counters, Mails: a.mails, Limiter: a.limiter,
		System: backendadmin.System{
			Build: version.Read(), Started: a.started, Storage: storageName(a.config.StorageURL), MailsBy: mailsName(a.config.SMTPURL),
			Outbox: a.config.Outbox(), Used: a.Files.Used, Trashed: a.Files.Trashed, Throttling: a.config.RateLimit != config.Off,
			Offsite: a.offsite != nil,
		},
		PublicURL: a.config.PublicURL, Secure: a.secure(), Clock: a.clock,
	}
	if site != nil {
		options.Site = site
	}
	return backendadmin.New(options)
}

// secure reports whether browsers reach the site by https.
func (a *App) secure() bool { return strings.HasPrefix(a.config.PublicURL, "https://") }

// storageName says where files are stored, by no more than the bucket's name: the rest of its URL may hold what is secret.
func storageName(storageURL string) string {
	u, err := url.Parse(storageURL)
	if storageURL == "" || err != nil {
		return "the folder media"
	}
	return "the S3 bucket " + u.Host
}

// mailsName says how mails go out, by no more than the server's name.
func mailsName(smtpURL string) string {
	u, err := url.Parse(smtpURL)
	if smtpURL == "" || err != nil {
		return "files in the folder outbox"
	}
	return "SMTP, " + u.Hostname()
}
