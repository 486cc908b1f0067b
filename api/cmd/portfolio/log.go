package main

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"portfolio/api/config"
)

const (
	// logDelay is how long a line of the log may wait for others, so that many go out at once on a busy server. Warnings and
	// errors do not wait. A crash loses as much.
	logDelay = 50 * time.Millisecond
	// maxLogWaiting is how many bytes of lines wait at most.
	maxLogWaiting = 64 << 10
)

// newLog returns the log that the settings ask for, and what writes the lines that wait.
func newLog(settings config.Config, out io.Writer) (log *slog.Logger, flush func()) {
	options, waiting := &slog.HandlerOptions{Level: settings.Level}, &waitingLines{out: out}
	var handler slog.Handler = slog.NewTextHandler(waiting, options)
	if settings.LogFormat == config.JSON {
		handler = slog.NewJSONHandler(waiting, options)
	}
	return slog.New(delayingHandler{handler, waiting}), waiting.flush
}

// delayingHandler writes whatever waits after each warning and error.
type delayingHandler struct {
	slog.Handler
	waiting *waitingLines
}

// Handle implements slog.Handler.
func (h delayingHandler) Handle(ctx context.Context, record slog.Record) error {
	err := h.Handler.Handle(ctx, record)
	if record.Level >= slog.LevelWarn {
		h.waiting.flush()
	}
	return err
}

// WithAttrs implements slog.Handler.
func (h delayingHandler) WithAttrs(attributes []slog.Attr) slog.Handler {
	return delayingHandler{h.Handler.WithAttrs(attributes), h.waiting}
}

// WithGroup implements slog.Handler.
func (h delayingHandler) WithGroup(name string) slog.Handler {
	return delayingHandler{h.Handler.WithGroup(name), h.waiting}
}

// waitingLines writes lines to out, several at once.
type waitingLines struct {
	out   io.Writer
	lock  sync.Mutex
	lines []byte
}

// Write adds whole lines.
func (w *waitingLines) Write(lines []byte) (int, error) {
	w.lock.Lock()
	if len(w.lines) == 0 {
		time.AfterFunc(logDelay, w.flush)
	}
	w.lines = append(w.lines, lines...)
	full := len(w.lines) > maxLogWaiting
	w.lock.Unlock()
	if full {
		w.flush()
	}
	return len(lines), nil
}

// flush writes what waits. A log that cannot be written stops nothing.
func (w *waitingLines) flush() {
	w.lock.Lock()
	defer w.lock.Unlock()
	if len(w.lines) > 0 {
		_, _ = w.out.Write(w.lines)
		w.lines = w.lines[:0]
	}
}
