// Package api opens the parts that the settings name and puts the site together from them, for the
// commands and for the tests that run the whole of it. It holds the description of the API.
package api

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/admin"
	"portfolio/api/backup"
	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/media"
	"portfolio/api/internal/throttle"
	"portfolio/api/messages"
	"portfolio/api/photos"
	"portfolio/api/publishing"
	"portfolio/api/server"
	"portfolio/api/shares"
	"portfolio/api/site"
	"portfolio/api/visits"
)

// closeLimit is the timeout for writing counts at the end.
const closeLimit = 5 * time.Second

// App has the connected features of a site.
type App struct {
	parts

	Accounts  *accounts.Service
	Photos    *photos.Service
	Documents *documents.Service
	Content   *content.Service
	Messages  *messages.Service
	Shares    *shares.Service
	Trash     *admin.Trash
	Setup     *site.Setup

	// PersonalData exports the data about one user.
	PersonalData *admin.Exporter

	// Settings are those of the browser.
	Settings *site.Settings

	// Metrics are the figures for Prometheus.
	Metrics *Metrics

	mailbox mailbox
	pages   *publishing.Queue
	// renderer renders the pages, or is nil if another program does.
	renderer *publishing.Renderer
	// served are the pages that this program serves, nil if they are elsewhere. OpenPages opens them.
	served *server.Site
}

// parts are the opened and migrated parts that features use.
type parts struct {
	Media *media.Library
	Files *files.Files

	// Audit and Counters are what happened and how often.
	Audit    *audit.Log
	Counters *visits.Counters

	// Migrated is what opening did to the schema.
	Migrated Migrated

	config config.Config
	// privateKit renders private pages, if another program makes the public ones.
	privateKit *publishing.Kit
	secret     []byte
	// buildToken is what builds show.
	buildToken string
	// pagesDir is the folder of the pages, and kit makes them; see FindPages.
	pagesDir string
	kit      *publishing.Kit
	started  time.Time
	clock    func() time.Time
	box      *httpx.Box
	db       *database.DB
	limiter  *throttle.Limiter
	jobs     *jobs.Queue
	mails    *mailer.Queue
	machine  *Machine
	store    files.Store
	// storeFault is why the store did not answer at the start: everything but files works without it.
	storeFault error
}

// Unavailable is something that the site rests on and that does not answer.
type Unavailable struct{ Err error }

// Error says what went wrong.
func (u *Unavailable) Error() string { return u.Err.Error() }

// Unwrap returns what went wrong.
func (u *Unavailable) Unwrap() error { return u.Err }

// Open opens everything that settings name, for a command; clock returns the time. It does not update the schema of an older
// program, whose server may be running. The error has a sentence for each fault.
func Open(ctx context.Context, settings config.Config, clock func() time.Time) (*App, error) {
	opened, err := openParts(ctx, settings, clock, migrateEmpty)
	if err != nil {
		return nil, err
	}
	return connect(opened), nil
}

// OpenToServe is Open for the server, which updates the schema of a SQLite database, shares its secret with other servers, and
// renders private pages.
func OpenToServe(ctx context.Context, settings config.Config, clock func() time.Time) (*App, error) {
	opened, err := openParts(ctx, settings, clock, migrateAtStart)
	if err != nil {
		return nil, err
	}
	if opened.kit == nil {
		if opened.privateKit, err = publishing.EmbeddedKit(); err != nil {
			return nil, errors.Join(err, connect(opened).Close())
		}
	}
	a := connect(opened)
	if err := checkSecret(ctx, a.db, settings); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// migration brings the schema of a database up to date, or refuses to.
type migration func(ctx context.Context, db *database.DB, dataDir string) (Migrated, error)

func openParts(ctx context.Context, settings config.Config, clock func() time.Time, migrate migration) (p parts, err error) {
	if err := settings.MakeDataDir(); err != nil {
		return p, err
	}
	secret, err := settings.Secret()
	if err != nil {
		return p, err
	}
	buildToken, err := settings.ReadBuildToken()
	if err != nil {
		return p, err
	}
	db, err := database.Open(ctx, settings.DatabaseURL)
	if err != nil {
		return p, &Unavailable{err}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	migrated, err := migrate(ctx, db, settings.DataDir)
	if err != nil {
		return p, err
	}
	if _, err := mailer.Open(settings.SMTPURL, settings.DataDir, settings.PublicURL); err != nil {
		return p, config.Wrong(err)
	}
	dir, kit, err := FindPages(settings)
	if err != nil && !errors.Is(err, errNoRenderer) { // commands need none
		return p, err
	}
	store, storeFault := files.OpenStore(ctx, settings.StorageURL, settings.DataDir)
	if store == nil {
		return p, &Unavailable{storeFault}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, store.Close())
		}
	}()
	library, err := media.New(filepath.Join(settings.DataDir, "tmp"))
	if err != nil {
		return p, err
	}
	queue := jobs.New(db, clock)
	return parts{
		Media: library,
		Files: &files.Files{
			DB: db, Storage: store, Clock: clock,
			BackupRuns: func(ctx context.Context) (bool, error) { return jobs.Runs(ctx, db, backup.JobKind, clock()) },
		},
		Audit: audit.New(db, clock), Counters: visits.NewCounters(db, clock), Migrated: migrated,
		config: settings, secret: secret, buildToken: buildToken, pagesDir: dir, kit: kit, started: clock(), clock: clock,
		box: httpx.NewBox(secret), db: db,
		limiter: &throttle.Limiter{DB: db, Clock: clock, Off: settings.RateLimit == config.Off},
		jobs:    queue, mails: mailer.NewQueue(queue),
		machine: &Machine{Dir: settings.DataDir, Site: settings.PublicURL},
		store:   store, storeFault: storeFault,
	}, nil
}

// connect makes the features. Each uses those before it.
func connect(p parts) *App {
	address := publishedAddress(p.config.PublicURL)
	own := bundledIn(p.kit, address)
	links := httpx.NewDownloadLinks(p.secret)
	pages := publishing.NewQueue(p.jobs, publishing.Options{Files: p.Files, NotifyStaff: notifyStaff(p.mails), RendersHere: p.kit != nil})
	texts := &content.Service{
		DB: p.db, Audit: p.Audit, Clock: p.clock, Pages: pages, Jobs: p.jobs, Images: own.images, CheckPages: own.check,
	}
	images := &photos.Service{
		DB: p.db, Library: p.Media, Files: p.Files, Audit: p.Audit, Clock: p.clock, Pages: pages,
		PagesShow: texts.PagesShow, TextsShow: texts.ShowsPhoto,
	}
	papers := &documents.Service{DB: p.db, Files: p.Files, Audit: p.Audit, Links: links, Clock: p.clock, Pages: pages}
	mail := &messages.Service{
		DB: p.db, Jobs: p.jobs, Limiter: p.limiter, Audit: p.Audit, Clock: p.clock, Times: httpx.NewKey(p.secret, "message time"),
		IsOpen: texts.HasContactForm, EmailKey: accounts.EmailKey,
		NotifyStaff: func(ctx context.Context, tx *database.Tx, mail mailer.Job) error {
			return accounts.NotifyStaff(ctx, tx, p.mails, mail)
		},
	}
	bin := &admin.Trash{
		DB: p.db, Files: p.Files, Audit: p.Audit, Links: links, Clock: p.clock, Pages: pages,
		Kinds: slices.Concat(images.TrashKinds(), papers.TrashKinds(), texts.TrashKinds(), mail.TrashKinds()),
	}
	var renderer *publishing.Renderer
	var served *server.Site
	// Without a kit it cannot render private pages.
	private := &publishing.Renderer{
		Kit: cmp.Or(p.kit, p.privateKit), DB: p.db, Files: p.Files, Queue: pages, Content: texts, Photos: images, Documents: papers,
		SiteURL: address, PrivatePages: []func(context.Context) ([]any, error){mail.Pages},
	}
	if private.Kit != nil {
		mail.Render = private.PrivatePage
	}
	switch {
	case p.kit != nil:
		renderer = private
		served = server.NewSite(renderer)
		private.Served = func(name string) []byte { return served.File(name, "") }
	case p.pagesDir != "" && p.pagesDir != config.NoSite:
		served = server.NewSite(server.Folder(p.pagesDir))
	}
	settings := &site.Settings{
		DB: p.db, Audit: p.Audit, Config: p.config, Box: func() (*httpx.Box, error) { return p.box, nil },
		ServesPages: p.pagesDir != config.NoSite, Renders: renderer != nil,
		BackupsChanged: restartBackups(p.jobs),
		MailSite:       func() (mailer.Site, error) { return mailSite(p.config.PublicURL, served) },
	}
	p.Counters.ReadZone = settings.Location
	mailbox := mailbox{settings: settings, dataDir: p.config.DataDir, publicURL: p.config.PublicURL}
	var shared *shares.Service
	users := accounts.New(accounts.Options{
		DB: p.db, Limiter: p.limiter, Mails: p.mails, Audit: p.Audit, Secret: p.secret,
		SendsUTF8: mailbox.sendsUTF8, SendsMail: settings.SendsMail,
		PublicURL: p.config.PublicURL, Clock: p.clock,
		Deleted: []func(context.Context, *database.Tx, string) error{
			messages.DeleteFrom,
			func(ctx context.Context, tx *database.Tx, emailKey string) error {
				return shared.EndFor(ctx, tx, emailKey)
			},
		},
		FindShare: func(ctx context.Context, id int64) (string, string, *time.Time, bool, error) {
			return shared.Invitation(ctx, id)
		},
		RegistrationOpen: settings.RegistrationOpen, CheapPasswords: p.config.CheapPasswords,
		StaffSecondFactor: p.config.StaffFactor == config.Required,
	})
	shared = &shares.Service{
		DB: p.db, Audit: p.Audit, Limiter: p.limiter, SendInvitation: users.Invite, Documents: papers, Photos: images, Links: links, Clock: p.clock,
		PublicURL: p.config.PublicURL, Zone: settings.Location, RegistrationOpen: users.RegistrationOpen, SendsMail: settings.SendsMail,
		HasAudience: func(ctx context.Context, slug string) (bool, error) {
			return texts.HasFile(ctx, "cv/audiences/"+slug+".md")
		},
	}
	if private.Kit != nil {
		shared.Render = private.PrivatePage
		private.PrivatePages = append(private.PrivatePages, shared.ActivePages)
	}
	return &App{
		parts:    p,
		Accounts: users, Photos: images, Documents: papers, Content: texts, Messages: mail, Shares: shared, Trash: bin,
		Setup: &site.Setup{
			DB: p.db, Accounts: users, Photos: images, Documents: papers, Media: p.Media, Content: texts, Audit: p.Audit,
			Files: p.Files, Links: httpx.NewKey(p.secret, "setup link"), PublicURL: p.config.PublicURL, Pages: pages,
			Renders: renderer != nil, SampleFiles: own.sample,
		},
		PersonalData: &admin.Exporter{DB: p.db, Audit: p.Audit, Site: p.config.PublicURL, Clock: p.clock},
		Settings:     settings,
		Metrics: NewMetrics(MetricsOptions{
			Build: config.ReadBuild(), Machine: p.machine, Pools: p.db.Stats, Calls: p.db.Calls, Gauges: gauges(p, settings),
		}),
		mailbox: mailbox, pages: pages, renderer: renderer, served: served,
	}
}

// Close writes the counts and closes the connections.
func (a *App) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	return errors.Join(a.Audit.Flush(ctx), a.Counters.Flush(ctx), a.db.Close(), a.store.Close())
}

// Server returns the server of these parts and of the static site, which is nil if a CDN serves the pages.
func (a *App) Server(log *slog.Logger, static *server.Site) (*server.Server, error) {
	method, _ := a.publisher()
	public := &httpx.PublicAnswers{Writes: a.db.Writes}
	ownAccounts := accounts.NewHandler(a.Accounts, a.config.BackendAdminURL)
	hasPage, serveNewest := a.pages.HasPage, func(context.Context) error { return nil }
	if static != nil {
		hasPage = func(_ context.Context, path string) (bool, error) { return static.HasPage(path), nil }
		serveNewest = static.Refresh
	}
	seen := &visits.Service{Counters: a.Counters, Clock: a.clock, HasPage: hasPage, IsStaff: a.Accounts.MayPreview}
	live := func(ctx context.Context) (int64, error) {
		_ = serveNewest(ctx) // the server logs why it keeps the former pages
		return publishing.ReadLive(ctx, a.db)
	}
	var programs fs.FS
	if a.privateKit != nil {
		programs = a.privateKit.Files
	}
	return server.New(server.Options{
		Programs: programs,
		Log:      log, Description: OpenAPI,
		Audit:    a.Audit,
		Counters: a.Counters,
		Accounts: ownAccounts,
		Photos:   &photos.Handler{Service: a.Photos, Public: public, HasPage: hasPage},
		Documents: &documents.Handler{
			Service: a.Documents, Public: public, Library: a.Media, SeesPages: a.seesPages, RendersPages: a.RendersPages(),
			Visits: seen,
		},
		Shares: &shares.Handler{
			Service: a.Shares, Visits: seen,
			Visitor: a.Accounts.Visitor, SetCookie: a.Accounts.SetVisitorCookie,
		},
		Content:    &content.Handler{Service: a.Content, BuildToken: a.buildToken, Live: live, TimeZone: a.Settings.Location},
		Setup:      &site.SetupHandler{Service: a.Setup, Accounts: ownAccounts},
		Messages:   &messages.Handler{Service: a.Messages},
		Visits:     &visits.Handler{Service: seen},
		Admin:      a.admin(seen),
		Settings:   &site.SettingsHandler{Service: a.Settings, Sender: senderOf},
		IsPrivate:  a.Settings.IsPrivate,
		BeingSetUp: a.Settings.BeingSetUp,
		MayPreview: a.Accounts.MayPreview,
		Publishing: &publishing.Handler{Queue: a.pages, Audit: a.Audit, Method: method, ServeNewest: serveNewest},
		Media: media.Handler(func(ctx context.Context, name string) (*files.Object, bool, error) {
			return a.Photos.OpenFile(ctx, name, a.pagesName(static))
		}, a.Photos.IsFileShown),
		Guards: server.Guards{
			User: a.Accounts.RequireUser, Confirmed: a.Accounts.RequireConfirmed, Staff: a.Accounts.RequireStaff,
			Recent: func(r *http.Request, guard server.Guard) (context.Context, error) {
				return a.Accounts.RequireRecentAuth(r, guard)
			},
		},
		Ping:      a.db.Ping,
		Site:      static,
		PublicURL: a.config.PublicURL,
		Proxies:   a.config.Proxies,
		Origins:   a.config.CORSOrigins,
		Observe:   a.Metrics.Observe,
	})
}

// pagesName returns a function that reports whether the current pages name a file that was taken away. static is nil if they
// are elsewhere.
func (a *App) pagesName(static *server.Site) func(context.Context, photos.TakenFile) (bool, error) {
	return func(ctx context.Context, file photos.TakenFile) (bool, error) {
		if static != nil {
			return static.Names("/media/" + file.Name), nil
		}
		// Pages elsewhere name files of shown galleries alone, and builds report when they are live.
		live, err := a.pages.BuiltSince(ctx, file.At)
		return file.Shown && !live, err
	}
}

// PublishDue has the pages built if that is due, as Run does from time to time, and returns what failed.
func (a *App) PublishDue(ctx context.Context, log *slog.Logger) error {
	return a.worker(log).RunDue(ctx, publishing.JobKind)
}

// publisher returns the method that builds the pages after a change, and its publisher, or nil.
func (a *App) publisher() (publishing.Method, publishing.Publisher) {
	switch {
	case a.renderer != nil:
		return publishing.ByServer, a.renderer
	case a.config.BuildHookURL != "":
		return publishing.ByHook, publishing.NewHook(a.config.BuildHookURL, a.pages.MarkPublished)
	}
	return publishing.None, nil
}

// gauges are the figures of the database that the metrics have.
func gauges(p parts, settings *site.Settings) []Gauge {
	mails := func(number func(mailer.Counts) int64) func(context.Context) (float64, error) {
		return func(ctx context.Context) (float64, error) {
			counts, err := p.mails.Counts(ctx)
			return float64(number(counts)), err
		}
	}
	failures := func(ctx context.Context) (float64, error) {
		failures, err := publishing.ReadFailures(ctx, p.db)
		return float64(failures), err
	}
	gauges := []Gauge{
		{Name: "mails_waiting", Help: "Mails that are to be sent.", Value: mails(func(c mailer.Counts) int64 { return c.Waiting })},
		{Name: "mails_failed", Help: "Mails that were given up.", Value: mails(func(c mailer.Counts) int64 { return c.Failed })},
		{Name: "publishing_failures", Help: "Builds of the pages that failed since the last that did not.", Value: failures},
	}
	return append(gauges, backupGauges(p.db, settings)...)
}

// admin returns the handler of the staff's overview screens.
func (a *App) admin(seen *visits.Service) *admin.Handler {
	method, _ := a.publisher()
	return &admin.Handler{
		DB: a.db, Accounts: a.Accounts, Documents: a.Documents, Photos: a.Photos, Files: a.Files, PersonalData: a.PersonalData,
		Trash: a.Trash,
		Audit: a.Audit, Counters: a.Counters, Visits: seen, Mails: a.mails, Limiter: a.limiter, Clock: a.clock,
		SetupState: a.Setup.State,
		Builds:     func(ctx context.Context) (publishing.Status, error) { return a.pages.Status(ctx, method) },
		Site:       a.backedUp(), TempDir: a.config.DataDir, Box: a.box, PublicURL: a.config.PublicURL,
		MailsBy: a.mailbox.describe, Offsite: offsiteState(a.Settings),
		Server: admin.Server{
			Build: config.ReadBuild(), Started: a.started, Storage: storageName(a.config.StorageURL),
			RateLimited: a.config.RateLimit != config.Off,
		},
	}
}

// storageName names where files are stored, without the secrets that its URL may hold.
func storageName(storageURL string) string {
	u, err := url.Parse(storageURL)
	if storageURL == "" || err != nil {
		return "the folder media"
	}
	return "the S3 bucket " + u.Host
}
