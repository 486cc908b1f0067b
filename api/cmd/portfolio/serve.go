package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"time"

	"portfolio/api/app"
	"portfolio/api/config"
	"portfolio/api/server"
)

const (
	// stopGrace is how long running requests may take to finish after a stop was asked for.
	stopGrace = 20 * time.Second
	// siteCheck is how often a new build of the site is looked for.
	siteCheck = 2 * time.Second
)

// serve answers requests until it is asked to stop.
func serve(ctx context.Context, _ []string, std streams) (err error) {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	parts, err := app.Open(ctx, settings, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, parts.Close()) }()
	log := slog.New(slog.NewTextHandler(std.err, nil))
	site, err := openSite(ctx, settings.StaticDir, log)
	if err != nil {
		return err
	}
	handler, err := parts.Server(log, site)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, settings.ListenAddr)
	if err != nil {
		return err
	}
	background, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { parts.Run(background, log) })
	defer func() { stop(); group.Wait() }()
	fmt.Fprintf(std.out, "Serving on http://%s (Ctrl-C stops)\n", listener.Addr())
	err = handler.Serve(ctx, listener, stopGrace)
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
		return nil, err
	}
	ticker := time.NewTicker(siteCheck)
	context.AfterFunc(ctx, ticker.Stop)
	go site.Follow(ctx, ticker.C, log)
	return site, nil
}

func listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("LISTEN_ADDR %s is taken by another program: stop it, or set another port, such as LISTEN_ADDR=127.0.0.1:8081", address)
	}
	if err != nil {
		return nil, fmt.Errorf("LISTEN_ADDR %s cannot be listened on: %w", address, err)
	}
	return listener, nil
}
