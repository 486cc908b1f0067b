package main

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"portfolio/api"
	"portfolio/api/internal/config"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

// checkSettings checks the settings and the services in them: data folder, address, pages,
// database, storage and mail.
func checkSettings(ctx context.Context, settings config.Config) doctorReport {
	var r doctorReport
	r.checkDataDir(settings)
	r.checkAddress(settings)
	r.checkPages(settings)
	r.checkDatabase(ctx, settings)
	r.checkStorage(ctx, settings)
	r.checkMail(ctx, settings)
	r.checkBackups(ctx, settings)
	return r
}

func (r *doctorReport) checkBackups(ctx context.Context, settings config.Config) {
	var err error
	if settings.Backup.URL == "" {
		settings, err = api.WithStoredBackups(ctx, settings)
		if errors.As(err, new(*api.Unavailable)) {
			return // the check of the database says so
		}
	}
	if err == nil {
		err = settings.Backup.CheckSending()
	}
	if err != nil {
		r.fail("backup", "%v", err)
	}
}

func (r *doctorReport) checkDataDir(settings config.Config) {
	info, err := os.Stat(settings.DataDir)
	if errors.Is(err, fs.ErrNotExist) {
		r.warn("data", "%s does not exist yet: the first start creates it", settings.DataDir)
		return
	}
	if err == nil {
		err = settings.MakeDataDir()
	}
	if err != nil {
		r.fail("data", "%v", err)
		return
	}
	if info.Mode().Perm()&0o077 != 0 {
		r.warn("data", "%s is open to other users of this machine (%v): chmod 700", settings.DataDir, info.Mode().Perm())
	} else {
		r.ok("data", "%s can be written, only by its owner", settings.DataDir)
	}
	for _, name := range []string{"secret.key", "build.token"} {
		if file, err := os.Stat(filepath.Join(settings.DataDir, name)); err == nil && file.Mode().Perm()&0o077 != 0 {
			r.fail("secrets", "other users of this machine can read %s (%v): chmod 600, and replace it if they may have", name, file.Mode().Perm())
		}
	}
	r.checkSpace(settings.DataDir)
}

// A disk with less than fullDisk bytes free counts as full: an upload and the database's log need as much. Below leastFree
// bytes, or leastShare of the disk, the owner is warned.
const (
	fullDisk   = 128 << 20
	leastFree  = 1 << 30
	leastShare = 0.05
)

func (r *doctorReport) checkSpace(dir string) {
	all, free, err := files.Disk(dir)
	if err != nil {
		r.warn("disk", "%v", err)
		return
	}
	const remedy = "remove old backups and files in DATA_DIR/outbox, or enlarge the disk; the server needs no restart"
	switch {
	case free < fullDisk:
		r.fail("disk", "full, with %s free of %s: writes get 507; %s", humanize.Bytes(free), humanize.Bytes(all), remedy)
	case free < leastFree || float64(free) < leastShare*float64(all):
		r.warn("disk", "%s free of %s: uploads fail when it is full; %s", humanize.Bytes(free), humanize.Bytes(all), remedy)
	default:
		r.ok("disk", "%s free of %s", humanize.Bytes(free), humanize.Bytes(all))
	}
}

func (r *doctorReport) checkAddress(settings config.Config) {
	public, local := settings.PublicURL, isLocal(settings)
	secure := strings.HasPrefix(public, "https://")
	switch {
	case local && !secure && config.OpenToNetwork(settings.ListenAddr):
		r.fail("address", "PUBLIC_URL %s names this machine, but LISTEN_ADDR %s is open to the network, where passwords would travel unencrypted: set PUBLIC_URL to the site's https address, or let LISTEN_ADDR begin with 127.0.0.1", public, settings.ListenAddr)
	case !local && !secure:
		r.fail("address", "PUBLIC_URL %s is not https: passwords would travel unencrypted; let LISTEN_ADDR be :443, or put the server behind a proxy with a certificate", public)
	default:
		r.ok("address", "%s", public)
	}
	if !local && len(settings.Proxies) == 0 && !settings.HTTPS() {
		r.warn("proxy", "TRUSTED_PROXIES is unset, so X-Forwarded-For is ignored: behind a proxy all visitors share one address, and its limits")
	}
	if !local && settings.RateLimit == config.Off {
		r.fail("limits", "RATE_LIMIT is off: passwords can be guessed at any speed")
	}
	if config.OpenToNetwork(settings.MetricsAddr) {
		r.warn("metrics", "METRICS_ADDR %s is open to the network: block it in the firewall", settings.MetricsAddr)
	}
}

func isLocal(settings config.Config) bool {
	public, err := url.Parse(settings.PublicURL)
	return err == nil && httpx.IsLoopback(public.Hostname())
}

func (r *doctorReport) checkPages(settings config.Config) {
	dir, kit, err := api.FindPages(settings)
	switch {
	case err != nil:
		r.fail("pages", "%v", err)
		return
	case kit != nil:
		r.ok("pages", "rendered by this program")
		return
	case dir == config.NoSite:
		r.ok("pages", "served elsewhere (STATIC_DIR=none)")
		return
	}
	info, err := os.Stat(filepath.Join(dir, "_site.json"))
	if err != nil {
		r.fail("pages", "%s holds no built site: run scripts/build", dir)
		return
	}
	r.ok("pages", "%s, built %s", dir, info.ModTime().UTC().Format(time.DateTime))
	if !strings.HasPrefix(settings.PublicURL, "https://") {
		return
	}
	sitemap, err := os.ReadFile(filepath.Join(dir, "sitemap.xml")) // only in builds with SITE_URL
	if err != nil || !strings.Contains(string(sitemap), "<loc>"+settings.PublicURL+"/") {
		r.warn("pages", "they were not built for %[1]s: search engines and shared links need it; build them with SITE_URL=%[1]s", settings.PublicURL)
	}
}

func (r *doctorReport) checkMail(ctx context.Context, settings config.Config) {
	if settings.SMTPURL == "" {
		var err error
		settings, err = api.WithStoredMail(ctx, settings)
		if errors.As(err, new(*api.Unavailable)) {
			r.warn("mail", "not known without the database")
			return
		}
		if err != nil {
			r.fail("mail", "the settings in the database: %v", err)
			return
		}
	}
	if settings.SMTPURL != "" {
		if err := mailer.Check(ctx, settings.SMTPURL, settings.PublicURL); err != nil {
			r.fail("mail", "the mail server: %v", err)
			return
		}
		r.ok("mail", "the mail server accepts the credentials")
		return
	}
	if isLocal(settings) && !strings.HasPrefix(settings.PublicURL, "https://") {
		r.ok("mail", "written into %s", settings.Outbox())
		return
	}
	r.warn("mail", "no mail server is set: mails become files in %s and are not sent, so passwords cannot be reset", settings.Outbox())
}

func (r *doctorReport) checkStorage(ctx context.Context, settings config.Config) {
	where := settings.StorageName()
	if settings.StorageURL == "" {
		if _, err := os.Stat(where); err != nil {
			r.warn("storage", "%s does not exist yet: the first start creates it", where)
			return
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	store, err := files.OpenStore(ctx, settings.StorageURL, settings.DataDir)
	if err == nil {
		name := files.NewName("probes/", "")
		err = store.Put(ctx, name, strings.NewReader("portfolio doctor was here"), "text/plain")
		err = errors.Join(err, store.Delete(ctx, name), store.Close())
	}
	if err != nil {
		r.fail("storage", "%s: %v; files get 503 until it answers", where, err)
		return
	}
	if folder, ok := store.(*files.Folder); ok && folder.Warning() != "" {
		r.warn("storage", "%s: %s", where, folder.Warning())
	}
	r.ok("storage", "%s: wrote and removed a file", where)
}
