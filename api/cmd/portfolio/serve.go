package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"portfolio/api"
	"portfolio/api/accounts"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/server"
)

const (
	// stopDelay is how long the server keeps answering after a signal to stop, while its health
	// answers 503: balancers that check it every half second find the other replicas meanwhile.
	stopDelay = 700 * time.Millisecond
	// stopGrace is how long running requests may then take.
	stopGrace = 13 * time.Second
	// lookTimeout is how long the database may take to say at the start whether the site is public.
	lookTimeout = time.Minute
	// siteCheck is how often new pages are looked for, so that a replica serves them within two seconds.
	siteCheck = 250 * time.Millisecond
	// metricsTimeout is how long Prometheus may take to ask, and to read the answer.
	metricsTimeout = 30 * time.Second
)

// serve answers requests until it gets a signal to stop.
func serve(ctx context.Context, args []string, std streams) (err error) {
	flags := newFlags("serve", std)
	demo := flags.Bool("demo", false, "fill a new site with the sample first")
	if err := parse(flags, args); err != nil {
		return err
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if err := settings.Backup.CheckSending(); err != nil {
		return err
	}
	parts, err := api.OpenToServe(ctx, settings, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, parts.Close()) }()
	log := newLog(settings, std.err)
	if ignored := database.IgnoredParameters(settings.DatabaseURL); len(ignored) > 0 {
		log.Warn("DATABASE_URL has parameters for other clients, which are ignored", "parameters", ignored)
	}
	if warning := settings.DatabaseWarning(); warning != "" {
		log.Warn("the database: " + warning)
	}
	if parts.Migrated.Copy != "" {
		log.Info("updated the database after a backup", "backup", parts.Migrated.Copy, "steps", len(parts.Migrated.Steps))
	}
	var guest *accounts.NewUser
	if *demo {
		if guest, err = addSample(ctx, parts, true, std); err != nil {
			return err
		}
	}
	site, err := openSite(ctx, parts, log)
	if err != nil {
		return err
	}
	handler, err := parts.Server(log, site)
	if err != nil {
		return err
	}
	// The first visitors of a public site must not wait for this, or read that it is private.
	if err := parts.Settings.Look(database.WithTimeout(ctx, lookTimeout)); err != nil {
		return &api.Unavailable{Err: err}
	}
	listener, err := listen(ctx, "LISTEN_ADDR", settings.ListenAddr)
	if err != nil {
		return err
	}
	listener = server.Drain(listener)
	background, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer func() { stop(); group.Wait() }()
	address := "http://" + config.Reachable(listener.Addr().String())
	if settings.HTTPS() {
		address = settings.PublicURL
		if listener, err = secure(background, &group, settings, listener, log); err != nil {
			return err
		}
	}
	if err := serveMetrics(background, &group, settings.MetricsAddr, parts.Metrics.Handler(), log); err != nil {
		return err
	}
	group.Go(func() { parts.Run(background, log) })
	serving, end := context.WithCancel(ctx)
	defer end()
	served := make(chan error, 1)
	go func() {
		defer end()
		served <- handler.Serve(serving, listener, server.Stop{Delay: stopDelay, Grace: stopGrace})
	}()
	err = parts.AwaitPages(serving, func() { fmt.Fprintln(std.out, "Rendering the pages for the first time …") })
	if err != nil || serving.Err() != nil {
		end()
		return errors.Join(err, <-served)
	}
	fmt.Fprintf(std.out, "Serving on %s (Ctrl-C stops)\n", address)
	// Last, so that no other line pushes them off the screen. A signal to stop is not an error.
	if err := printWelcome(context.WithoutCancel(ctx), parts, guest, std); err != nil {
		return err
	}
	if err = <-served; err == nil {
		fmt.Fprintln(std.out, "Stopped.")
	}
	return err
}

// printWelcome prints the link that sets the site up, until that is done, and before it the account that came with the sample,
// if any. Only a terminal gets them: any other output may be a log, which must not contain them.
func printWelcome(ctx context.Context, parts *api.App, guest *accounts.NewUser, std streams) error {
	link, err := parts.Setup.Link(ctx)
	if err != nil || link == "" {
		return err
	}
	terminal := std.out
	if !isTerminal(terminal) {
		terminal = std.err
	}
	if !isTerminal(terminal) {
		fmt.Fprintln(std.out, "The site is not set up yet: portfolio setup-link prints the link for it.")
		return nil
	}
	if guest != nil {
		printGuest(*guest, terminal)
	}
	fmt.Fprintf(terminal, "Make it your site in a browser:\n\n  %s\n\n", link)
	return nil
}

// openSite opens the pages, and looks for newer ones until ctx ends. It returns nil for the API alone.
func openSite(ctx context.Context, parts *api.App, log *slog.Logger) (*server.Site, error) {
	site, err := parts.OpenPages(ctx, log)
	if site == nil || err != nil {
		return nil, err
	}
	ticker := time.NewTicker(siteCheck)
	context.AfterFunc(ctx, ticker.Stop)
	go site.Watch(ctx, ticker.C, parts.PageWrites(), log)
	return site, nil
}

// serveMetrics answers Prometheus at address until ctx ends, in group. Without an address it does nothing. The default
// address may be another server's already; a chosen one must be free.
func serveMetrics(ctx context.Context, group *sync.WaitGroup, address string, handler http.Handler, log *slog.Logger) error {
	if address == config.None {
		return nil
	}
	listener, err := listen(ctx, "METRICS_ADDR", address)
	if err != nil {
		if address == config.DefaultMetricsAddr {
			log.Warn("no metrics: the default address is taken; set METRICS_ADDR to another, or to none", "address", address)
			return nil
		}
		return err
	}
	metrics := &http.Server{Handler: handler, ReadTimeout: metricsTimeout, WriteTimeout: metricsTimeout}
	context.AfterFunc(ctx, func() { _ = metrics.Close() })
	group.Go(func() {
		if err := metrics.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics are no longer served", "error", err)
		}
	})
	return nil
}

// secure returns listener with TLS and the certificate of the site's domain. Until ctx ends, in group, it renews the
// certificate, and redirects HTTP_ADDR.
func secure(ctx context.Context, group *sync.WaitGroup, settings config.Config, listener net.Listener, log *slog.Logger) (net.Listener, error) {
	certificates := server.NewCertificates(server.CertificateOptions{
		Domain: settings.Domain(), Folder: filepath.Join(settings.DataDir, "certificates"), Authority: settings.ACMEURL, Log: log,
	})
	if settings.HTTPAddr != config.None {
		plain, err := listen(ctx, "HTTP_ADDR", settings.HTTPAddr)
		if err != nil {
			return nil, err
		}
		redirects := server.RedirectServer(certificates.HTTPHandler(server.RedirectToHTTPS(settings.PublicURL)), log)
		group.Go(func() {
			if err := redirects.Serve(plain); !errors.Is(err, http.ErrServerClosed) {
				log.Error("HTTP is no longer redirected", "error", err)
			}
		})
		group.Go(func() {
			<-ctx.Done()
			finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopGrace)
			defer cancel()
			_ = redirects.Shutdown(finishing)
		})
	}
	group.Go(func() { certificates.Run(ctx) })
	return tls.NewListener(listener, certificates.TLSConfig()), nil
}

// listen listens at the address that a variable names.
func listen(ctx context.Context, variable, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		other := "choose another port, such as " + variable + "=127.0.0.1:8081"
		if variable == "HTTP_ADDR" {
			other = "set HTTP_ADDR=none"
		}
		return nil, &api.Unavailable{Err: fmt.Errorf("%s %s is in use by another program: stop it or %s", variable, address, other)}
	}
	if errors.Is(err, syscall.EACCES) {
		err = fmt.Errorf("%w; ports below 1024 need a right: AmbientCapabilities=CAP_NET_BIND_SERVICE in the systemd unit, or setcap cap_net_bind_service=+ep on the program", err)
	}
	if err != nil {
		return nil, config.Wrong(fmt.Errorf("cannot listen on %s %s: %w", variable, address, err))
	}
	return listener, nil
}

// newLog returns the log that the settings ask for. In a terminal it has warnings and errors only, unless LOG_LEVEL is set.
func newLog(settings config.Config, out io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: settings.Level}
	if settings.LogLevel == "" && isTerminal(out) {
		options.Level = slog.LevelWarn
	}
	if settings.LogFormat == config.JSON {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}
