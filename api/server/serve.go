package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// HTTP returns a server of s for net/http, with its limits.
func (s *Server) HTTP() *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       bodyTimeout,
		WriteTimeout:      shortCall,
		IdleTimeout:       idleTimeout,
		ConnContext:       withConnection,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
	}
}

const (
	// lastRequests is how long the requests of whoever has connected last may take to arrive.
	lastRequests = 500 * time.Millisecond
	// lastIdle is how long connections may stay idle at the end. Each request ends its own, so that those of a busy balancer are
	// gone long before.
	lastIdle = 3 * time.Second
)

// Stop is how a Server stops.
type Stop struct {
	// Delay is for how long it goes on answering, not ready any more and with the end of the connection after each answer, so
	// that balancers find other replicas before it refuses connections.
	Delay time.Duration
	// Grace is for how long running requests may then finish.
	Grace time.Duration
}

// Serve answers on listener until ctx ends, and then stops. Requests that are not finished by then are cut off.
func (s *Server) Serve(ctx context.Context, listener net.Listener, stop Stop) error {
	httpServer := s.HTTP()
	var open atomic.Int64
	httpServer.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			open.Add(1)
		case http.StateClosed, http.StateHijacked:
			open.Add(-1)
		}
	}
	accepting := &queue{Listener: listener}
	failed := make(chan error, 1)
	go func() { failed <- httpServer.Serve(connections{accepting}) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	select {
	case err := <-failed:
		return err
	case <-time.After(stop.Delay):
	}
	finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), stop.Grace)
	defer cancel()
	if stop.Delay > 0 {
		// From Shutdown on net/http drops requests that it has read but not handed on, and those that come over idle connections.
		_ = accepting.Close()
		time.Sleep(lastRequests)
		for waited := lastRequests; open.Load() > 0 && waited < lastIdle && finishing.Err() == nil; waited += lastRequests / 10 {
			time.Sleep(lastRequests / 10)
		}
	}
	err := httpServer.Shutdown(finishing)
	if errors.Is(err, context.DeadlineExceeded) {
		s.options.Log.Warn("requests were cut off that did not finish in time", "seconds", stop.Grace.Seconds())
		return httpServer.Close()
	}
	return err
}
