package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"portfolio/api/app"
	"portfolio/api/internal/config"
	"portfolio/api/server"
)

const (
	// stopDelay is how long the server keeps answering after a signal to stop, while its health
	// answers 503: balancers that check it every half second find the other replicas meanwhile.
	stopDelay = 700 * time.Millisecond
	// stopGrace is how long running requests may then take.
	stopGrace = 13 * time.Second
	// siteCheck is how often a new build of the site is looked for.
	siteCheck = 2 * time.Second
	// metricsTimeout is how long Prometheus may take to ask, and to read the answer.
	metricsTimeout = 30 * time.Second
)

// serve answers requests until it gets a signal to stop.
func serve(ctx context.Context, args []string, std streams) (err error) {
	if err := parse(newFlags("serve", std), args); err != nil {
		return err
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if err := settings.Backup.CheckSending(); err != nil {
		return err
	}
	parts, err := app.Open(ctx, settings, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, parts.Close()) }()
	log := newLog(settings, std.err)
	site, err := openSite(ctx, settings.StaticDir, log)
	if err != nil {
		return err
	}
	handler, err := parts.Server(log, site)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, "LISTEN_ADDR", settings.ListenAddr)
	if err != nil {
		return err
	}
	background, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer func() { stop(); group.Wait() }()
	if err := serveMetrics(background, &group, settings.MetricsAddr, parts.Metrics(), log); err != nil {
		return err
	}
	group.Go(func() { parts.Run(background, log) })
	fmt.Fprintf(std.out, "Serving on http://%s (Ctrl-C stops)\n", config.Reachable(listener.Addr().String()))
	err = handler.Serve(ctx, listener, server.Stop{Delay: stopDelay, Grace: stopGrace})
	if err == nil {
		fmt.Fprintln(std.out, "Stopped.")
	}
	return err
}

// openSite opens the build in dir, or returns nil for config.NoSite: the API alone.
func openSite(ctx context.Context, dir string, log *slog.Logger) (*server.Site, error) {
	if dir == config.NoSite {
		return nil, nil
	}
	site, err := server.OpenSite(dir)
	if err != nil {
		return nil, config.Wrong(err)
	}
	ticker := time.NewTicker(siteCheck)
	context.AfterFunc(ctx, ticker.Stop)
	go site.Watch(ctx, ticker.C, log)
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

// listen listens at the address that a variable names.
func listen(ctx context.Context, variable, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &app.Unavailable{Err: fmt.Errorf("%s %s is in use by another program: stop it or choose another port, such as %s=127.0.0.1:8081", variable, address, variable)}
	}
	if err != nil {
		return nil, config.Wrong(fmt.Errorf("cannot listen on %s %s: %w", variable, address, err))
	}
	return listener, nil
}
