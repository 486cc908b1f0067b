package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
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
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          errorLog(s.options.Log),
	}
}

// errorLog is the log of net/http, without failed TLS handshakes: port scans would fill it.
func errorLog(to *slog.Logger) *log.Logger {
	return log.New(withoutHandshakes{slog.NewLogLogger(to.Handler(), slog.LevelWarn).Writer()}, "", 0)
}

type withoutHandshakes struct{ io.Writer }

func (w withoutHandshakes) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("TLS handshake error")) {
		return len(line), nil
	}
	return w.Writer.Write(line)
}

// Stop is how a Server stops.
type Stop struct {
	// Delay is how long the server answers that it is not ready, and closes each connection after
	// its answer, so that balancers choose other replicas before it refuses connections; and then
	// how long it answers on open connections.
	Delay time.Duration
	// Grace is how long running requests may then take.
	Grace time.Duration
}

// Serve answers on listener until ctx ends, and then stops. Requests that have not finished by then
// are cut off.
func (s *Server) Serve(ctx context.Context, listener net.Listener, stop Stop) error {
	httpServer := s.HTTP()
	failed := make(chan error, 1)
	go func() { failed <- httpServer.Serve(listener) }()
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
	// From Shutdown on, net/http drops requests that arrive on idle connections, as those of a
	// balancer. Until then they are answered, while new connections are refused.
	_ = listener.Close()
	time.Sleep(stop.Delay)
	finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), stop.Grace)
	defer cancel()
	err := httpServer.Shutdown(finishing)
	if errors.Is(err, context.DeadlineExceeded) {
		s.options.Log.Warn("requests were cut off that did not finish in time", "seconds", stop.Grace.Seconds())
		return httpServer.Close()
	}
	return err
}
