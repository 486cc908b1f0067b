package doctor

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/dustin/go-humanize"

	"portfolio/api/config"
	"portfolio/api/httpx"
	"portfolio/api/mailer"
	"portfolio/api/storage"
)

// CheckSettings checks what the settings name: directories, database, storage, mail, and what the owner has to know of them.
// now is the time.
func CheckSettings(ctx context.Context, settings config.Config, now time.Time) Report {
	var r Report
	r.checkDataDir(settings)
	r.checkAddresses(settings)
	r.checkSite(settings)
	r.checkDatabase(ctx, settings, now)
	r.checkStorage(ctx, settings)
	r.checkMail(ctx, settings)
	r.checkAnswers(ctx, settings)
	return r
}

func (r *Report) checkDataDir(settings config.Config) {
	info, err := os.Stat(settings.DataDir)
	if errors.Is(err, fs.ErrNotExist) {
		r.warn("data", "%s is not there yet: the first start makes it", settings.DataDir)
		return
	}
	if err != nil {
		r.fail("data", "%v", err)
		return
	}
	if err := settings.MakeDataDir(); err != nil {
		r.fail("data", "%v", err)
		return
	}
	if info.Mode().Perm()&0o077 != 0 {
		r.warn("data", "%s is open to other users of this machine (%v): chmod 700", settings.DataDir, info.Mode().Perm())
	} else {
		r.ok("data", "%s can be written, by its owner only", settings.DataDir)
	}
	r.checkSecret("secret key", settings.SecretKey, "SECRET_KEY", filepath.Join(settings.DataDir, "secret.key"))
	r.checkSecret("build token", settings.BuildToken, "BUILD_TOKEN", filepath.Join(settings.DataDir, "build.token"))
	r.checkSpace(settings.DataDir)
}

// checkSecret says whether a secret, that of a variable or of a file, is for the site alone.
func (r *Report) checkSecret(subject, set, variable, path string) {
	name := filepath.Base(path)
	file, err := os.Stat(path)
	switch {
	case set != "":
		r.ok(subject, "from %s", variable)
	case err != nil:
		r.warn(subject, "%s is not there yet: the first start makes it", name)
	case file.Mode().Perm()&0o077 != 0:
		r.fail(subject, "%s can be read by other users of this machine (%v): chmod 600, and make a new one if they may have", name, file.Mode().Perm())
	default:
		r.ok(subject, "%s is its owner's only", name)
	}
}

func (r *Report) checkAddresses(settings config.Config) {
	public, err := url.Parse(settings.PublicURL)
	local := err == nil && httpx.IsLoopback(public.Hostname())
	switch {
	case err != nil:
		r.fail("address", "PUBLIC_URL: %v", err)
	case local && public.Scheme != "https" && config.OpenToNetwork(settings.ListenAddr):
		r.fail("address", "PUBLIC_URL %s names this machine, and LISTEN_ADDR %s takes requests from others, whose passwords would travel in the open: set PUBLIC_URL to the https address that people use, or let LISTEN_ADDR begin with 127.0.0.1", settings.PublicURL, settings.ListenAddr)
	case local:
		r.ok("address", "%s, on this machine only", settings.PublicURL)
	case public.Scheme != "https":
		r.fail("address", "PUBLIC_URL %s is not https: passwords would travel in the open; put the server behind a proxy with a certificate", settings.PublicURL)
	default:
		r.ok("address", "%s", settings.PublicURL)
	}
	if !local && len(settings.Proxies) == 0 {
		r.warn("proxy", "TRUSTED_PROXIES is unset: behind a proxy all visitors share one address, and its limits")
	}
	if !local && settings.RateLimit == config.Off {
		r.fail("limits", "RATE_LIMIT is off: passwords can be guessed at any speed")
	}
	if config.OpenToNetwork(settings.MetricsAddr) {
		r.warn("metrics", "METRICS_ADDR %s is open to the network: let a firewall keep strangers out", settings.MetricsAddr)
	}
}

func (r *Report) checkSite(settings config.Config) {
	if settings.StaticDir == config.NoSite {
		r.ok("pages", "served elsewhere (STATIC_DIR=none)")
		return
	}
	info, err := os.Stat(filepath.Join(settings.StaticDir, "_site.json"))
	if err != nil {
		r.fail("pages", "%s holds no built site: run scripts/build", settings.StaticDir)
		return
	}
	r.ok("pages", "%s, built %s", settings.StaticDir, info.ModTime().UTC().Format(time.DateTime))
	r.checkSiteURL(settings)
}

// siteAddress finds the address in the sitemap, which a build has only when it was given SITE_URL.
var siteAddress = regexp.MustCompile(`<loc>(https?://[^/<]+)`)

// checkSiteURL looks whether the built pages of a public site know their own address, and the right one.
func (r *Report) checkSiteURL(settings config.Config) {
	public := settings.PublicURL
	if !strings.HasPrefix(public, "https://") {
		return
	}
	sitemap, err := os.ReadFile(filepath.Join(settings.StaticDir, "sitemap.xml"))
	address := siteAddress.FindSubmatch(sitemap)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		r.fail("site address", "%v", err)
	case address == nil:
		r.warn("site address", "the pages were built without SITE_URL: they have no canonical links, no pictures of shared links, no structured data and no sitemap; build them with SITE_URL=%s", public)
	case string(address[1]) != public:
		r.warn("site address", "the pages were built for SITE_URL %s, and PUBLIC_URL is %s: search engines and shared links get the address of SITE_URL", address[1], public)
	default:
		r.ok("site address", "the pages name %s", public)
	}
}

func (r *Report) checkStorage(ctx context.Context, settings config.Config) {
	where := "a bucket"
	if settings.StorageURL == "" {
		where = filepath.Join(settings.DataDir, "media")
		if _, err := os.Stat(where); err != nil {
			r.warn("storage", "%s is not there yet: the first start makes it", where)
			return
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	remedy := ""
	if settings.StorageURL != "" {
		remedy = "; meanwhile pictures that were seen lately are served, and uploads are answered 503: compare STORAGE_URL and the credentials with the store's, and see whether it runs"
	}
	store, err := storage.Open(ctx, settings.StorageURL, settings.DataDir)
	if err != nil {
		r.fail("storage", "%v%s", err, remedy)
		return
	}
	defer func() { _ = store.Close() }()
	if err := probe(ctx, store); err != nil {
		r.fail("storage", "%s: %v%s", where, err, remedy)
		return
	}
	r.ok("storage", "%s: written, read and removed a file", where)
}

// probe writes, reads and removes a file.
func probe(ctx context.Context, store storage.Store) (err error) {
	name := "probes/" + strings.ToLower(rand.Text())
	content := []byte("portfolio doctor was here")
	if err := store.Put(ctx, name, bytes.NewReader(content), "text/plain"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Delete(ctx, name)) }()
	object, err := store.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = object.Close() }()
	read, err := io.ReadAll(object)
	if err == nil && !bytes.Equal(read, content) {
		err = errors.New("what was read is not what was written")
	}
	return err
}

func (r *Report) checkMail(ctx context.Context, settings config.Config) {
	if settings.SMTPURL == "" {
		public, err := url.Parse(settings.PublicURL)
		if err == nil && httpx.IsLoopback(public.Hostname()) && public.Scheme != "https" {
			r.ok("mail", "written into %s", settings.Outbox())
		} else {
			r.warn("mail", "SMTP_URL is unset: mails become files in %s and reach nobody, so nobody can reset a password", settings.Outbox())
		}
		return
	}
	if err := mailer.Check(ctx, settings.SMTPURL, settings.PublicURL); err != nil {
		r.fail("mail", "SMTP_URL: %v", err)
		return
	}
	r.ok("mail", "the mail server takes our name and password")
}

// fullDisk is how many bytes are free on a disk that counts as full: an upload and the database's log need as much.
const fullDisk = 128 << 20

// The least free space, in bytes and as a share of the disk.
const (
	leastFree  = 1 << 30
	leastShare = 0.05
)

func (r *Report) checkSpace(dir string) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		r.warn("disk", "%v", err)
		return
	}
	size := uint64(disk.Bsize)
	free, all := disk.Bavail*size, disk.Blocks*size
	const remedy = "remove old backups and files of DATA_DIR/outbox, or enlarge the disk; the server needs no restart"
	if free < fullDisk {
		r.fail("disk", "full, with %s free of %s: what stores something is answered 507; %s", humanize.Bytes(free), humanize.Bytes(all), remedy)
		return
	}
	if free < leastFree || float64(free) < leastShare*float64(all) {
		r.warn("disk", "%s free of %s: uploads fail when it is full; %s", humanize.Bytes(free), humanize.Bytes(all), remedy)
		return
	}
	r.ok("disk", "%s free of %s", humanize.Bytes(free), humanize.Bytes(all))
}
