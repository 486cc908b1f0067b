// Package app opens the parts that the settings name and puts the site together from them,
// for the commands and for the tests that run the whole of it.
package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
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
	"portfolio/api/photos"
	"portfolio/api/publishing"
	"portfolio/api/server"
	"portfolio/api/site"
	"portfolio/api/visits"
)

// closeLimit is the timeout for writing counts at the end.
const closeLimit = 5 * time.Second

// App is the site's parts, opened and migrated.
type App struct {
	Accounts  *accounts.Service
	Photos    *photos.Service
	Documents *documents.Service
	Content   *content.Service
	Media     *media.Library
	Files     *files.Files
	Trash     *admin.Trash
	Setup     *site.Setup

	// PersonalData exports the data about one user.
	PersonalData *admin.Exporter

	// Settings are what staff set in the browser.
	Settings *site.Settings

	// Audit and Counters are what happened and how often.
	Audit    *audit.Log
	Counters *visits.Counters

	// Metrics are the figures for Prometheus.
	Metrics *Metrics

	// Migrated is what opening did to the schema.
	Migrated Migrated

	config config.Config
	// buildToken is what builds show.
	buildToken string
	started    time.Time
	box        *httpx.Box
	clock      func() time.Time
	db         *database.DB
	limiter    *throttle.Limiter
	jobs       *jobs.Queue
	mails      *mailer.Queue
	pages      *publishing.Queue
	machine    *Machine
	// renderer renders the pages, or is nil if another program does.
	renderer *publishing.Renderer
	site     *server.Site // nil until the pages are open
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
	return open(ctx, settings, clock, migrateEmpty)
}

// OpenToServe is Open for the server, which updates the schema of a SQLite database, and shares its secret with other servers.
func OpenToServe(ctx context.Context, settings config.Config, clock func() time.Time) (*App, error) {
	a, err := open(ctx, settings, clock, migrateAtStart)
	if err != nil {
		return nil, err
	}
	if err := checkSecret(ctx, a.db, settings); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func open(ctx context.Context, settings config.Config, clock func() time.Time,
	migrate func(ctx context.Context, db *database.DB, dataDir string) (Migrated, error)) (_ *App, err error) {
	if err := settings.MakeDataDir(); err != nil {
		return nil, err
	}
	secret, err := settings.Secret()
	if err != nil {
		return nil, err
	}
	buildToken, err := settings.ReadBuildToken()
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, settings.DatabaseURL)
	if err != nil {
		return nil, &Unavailable{err}
	}
	a := &App{config: settings, buildToken: buildToken, started: clock(), clock: clock, db: db}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.Migrated, err = migrate(ctx, db, settings.DataDir); err != nil {
		return nil, err
	}
	if _, err = mailer.Open(settings.SMTPURL, settings.DataDir, settings.PublicURL); err != nil {
		return nil, config.Wrong(err)
	}
	a.limiter = &throttle.Limiter{DB: db, Clock: clock, Off: settings.RateLimit == config.Off}
	a.jobs = jobs.New(db, clock)
	a.mails, a.pages = mailer.NewQueue(a.jobs), publishing.NewQueue(a.jobs)
	a.pages.NotifyStaff = notifyStaff(a.mails)
	a.machine = &Machine{Dir: settings.DataDir, Site: settings.PublicURL}
	a.Metrics = NewMetrics(MetricsOptions{Build: config.ReadBuild(), Machine: a.machine, Pools: db.Stats, Calls: db.Calls, Gauges: a.gauges()})
	a.Audit, a.Counters = audit.New(db, clock), visits.NewCounters(db, clock)
	a.box = httpx.NewBox(secret)
	a.Settings = a.newSettings()
	a.Accounts = accounts.New(accounts.Options{
		DB: db, Limiter: a.limiter, Mails: a.mails, Audit: a.Audit, Secret: secret,
		SendsUTF8: a.sendsUTF8, SendsMail: a.Settings.SendsMail,
		PublicURL: settings.PublicURL, Clock: clock,
		RegistrationOpen: a.Settings.RegistrationOpen, CheapPasswords: settings.CheapPasswords,
		StaffSecondFactor: settings.StaffFactor == config.Required,
	})
	a.PersonalData = &admin.Exporter{DB: db, Audit: a.Audit, Site: settings.PublicURL, Clock: clock}
	a.store, a.storeFault = files.OpenStore(ctx, settings.StorageURL, settings.DataDir)
	if a.store == nil {
		return nil, &Unavailable{a.storeFault}
	}
	if a.Media, err = media.New(filepath.Join(settings.DataDir, "tmp")); err != nil {
		return nil, err
	}
	a.Files = &files.Files{
		DB: db, Storage: a.store, Clock: clock,
		BackupRuns: func(ctx context.Context) (bool, error) { return jobs.Runs(ctx, db, backup.JobKind, clock()) },
	}
	a.pages.Files = a.Files
	links := httpx.NewDownloadLinks(secret)
	a.Trash = &admin.Trash{
		DB: db, Files: a.Files, Audit: a.Audit, Links: links, Clock: clock, Pages: a.pages,
	}
	a.Content = &content.Service{
		DB: db, Audit: a.Audit, Clock: clock, Pages: a.pages,
		OpenPhoto: func(ctx context.Context, id int64) (io.ReadCloser, error) { return a.Photos.OpenFull(ctx, id) },
	}
	a.Photos = &photos.Service{
		DB: db, Library: a.Media, Files: a.Files, Audit: a.Audit, Clock: clock, Pages: a.pages,
		PagesShow: a.Content.PagesShow, TextsShow: a.Content.ShowsPhoto,
	}
	a.Documents = &documents.Service{
		DB: db, Files: a.Files, Audit: a.Audit, Links: links, Clock: clock, Pages: a.pages,
	}
	a.Trash.Kinds = append(a.Photos.TrashKinds(), a.Documents.TrashKinds()...)
	a.Trash.Kinds = append(a.Trash.Kinds, a.Content.TrashKinds()...)
	a.Setup = &site.Setup{
		DB: db, Accounts: a.Accounts, Photos: a.Photos, Documents: a.Documents, Media: a.Media, Content: a.Content, Audit: a.Audit,
		Files: a.Files, Links: httpx.NewKey(secret, "setup link"), PublicURL: settings.PublicURL, Pages: a.pages,
	}
	return a, a.choosePages()
}

// Close writes the counts and closes the connections.
func (a *App) Close() error {
	var err error
	if a.Audit != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		err = errors.Join(a.Audit.Flush(ctx), a.Counters.Flush(ctx))
	}
	err = errors.Join(err, a.db.Close())
	if a.store != nil {
		err = errors.Join(err, a.store.Close())
	}
	return err
}

// Server returns the server of these parts and of the static site, which is nil if a CDN serves the pages.
func (a *App) Server(log *slog.Logger, static *server.Site) (*server.Server, error) {
	method, _ := a.publisher()
	public := &httpx.PublicAnswers{Writes: a.db.Writes}
	ownAccounts := accounts.NewHandler(a.Accounts, a.config.BackendAdminURL)
	seen := &visits.Service{Counters: a.Counters, Clock: a.clock, HasPage: a.pages.HasPage, IsStaff: a.Accounts.MayPreview}
	serveNewest := func(context.Context) error { return nil }
	if static != nil {
		serveNewest = static.Refresh
		seen.HasPage = func(_ context.Context, path string) (bool, error) { return static.HasPage(path), nil }
	}
	live := func(ctx context.Context) (int64, error) {
		_ = serveNewest(ctx) // the server logs why it keeps the former pages
		return publishing.ReadLive(ctx, a.db)
	}
	return server.New(server.Options{
		Log:      log,
		Audit:    a.Audit,
		Counters: a.Counters,
		Accounts: ownAccounts,
		Photos:   &photos.Handler{Service: a.Photos, Public: public, HasPage: seen.HasPage},
		Documents: &documents.Handler{
			Service: a.Documents, Public: public, Library: a.Media, SeesPages: a.seesPages, RendersPages: a.RendersPages(),
			Visits: seen,
		},
		Content:    &content.Handler{Service: a.Content, BuildToken: a.buildToken, Live: live},
		Setup:      &site.SetupHandler{Service: a.Setup, Accounts: ownAccounts},
		Visits:     &visits.Handler{Service: seen},
		Admin:      a.admin(seen),
		Settings:   a.settingsHandler(),
		IsPrivate:  a.Settings.IsPrivate,
		BeingSetUp: a.isBeingSetUp,
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
func (a *App) gauges() []Gauge {
	mails := func(number func(mailer.Counts) int64) func(context.Context) (float64, error) {
		return func(ctx context.Context) (float64, error) {
			counts, err := a.mails.Counts(ctx)
			return float64(number(counts)), err
		}
	}
	failures := func(ctx context.Context) (float64, error) {
		failures, err := publishing.ReadFailures(ctx, a.db)
		return float64(failures), err
	}
	gauges := []Gauge{
		{Name: "mails_waiting", Help: "Mails that are to be sent.", Value: mails(func(c mailer.Counts) int64 { return c.Waiting })},
		{Name: "mails_failed", Help: "Mails that were given up.", Value: mails(func(c mailer.Counts) int64 { return c.Failed })},
		{Name: "publishing_failures", Help: "Builds of the pages that failed since the last that did not.", Value: failures},
	}
	return append(gauges, a.backupGauges()...)
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
		MailsBy: a.mailsBy, Offsite: a.offsiteState,
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
