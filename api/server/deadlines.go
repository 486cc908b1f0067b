package server

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// The times that a client has. Those for the header and the body start with the first byte of the request, or with the
// connection.
const (
	headerTimeout = 10 * time.Second
	// bodyTimeout is for the header and the body together, unless the call takes a file.
	bodyTimeout = 14 * time.Second
	// idleTimeout is how long a connection may stay open without a request. Proxies close theirs earlier.
	idleTimeout = 2 * time.Minute

	// shortCall and uploadCall are how long a call may take from its start, and where it takes a file from the file's
	// arrival, until its answer begins.
	shortCall  = 30 * time.Second
	uploadCall = 15 * time.Minute
)

// A file, in either direction, may take as long as it needs at slowestRate on average, with pauses of maxPause.
const (
	// slowestRate is in bytes a second, counted after a first pause.
	slowestRate = 8 << 10
	// maxPauseIn is longer than maxPauseOut: only staff send files, and some of them from a train.
	maxPauseIn  = time.Minute
	maxPauseOut = 20 * time.Second
)

// What is read of a body that no handler has read: a browser that is still sending when the connection ends shows an error
// instead of the answer. It ends when a piece does not arrive in time.
const (
	drainPiece    = 16 << 10
	drainTimeout  = 500 * time.Millisecond
	maxDrained    = 100 << 20
	maxDrainTotal = 30 * time.Second
)

// transferDeadline is when a file of which that many bytes are through must have gone on.
func transferDeadline(start time.Time, bytes int64, pause time.Duration) time.Time {
	slowest := start.Add(pause + time.Duration(bytes)*time.Second/slowestRate)
	if next := time.Now().Add(pause); next.Before(slowest) {
		return next
	}
	return slowest
}

// limitTime bounds how long a call may take, and the client to receive the answer; the time for the body is the server's, but
// for files. Where a handler answers without having read the body, the answer is the last of its connection, and the rest is
// not waited for.
func limitTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		start := time.Now()
		answer := &timedWriter{
			ResponseWriter: w, control: control, start: start,
			body: timedBody{ReadCloser: r.Body, control: control, start: start, limit: shortCall},
		}
		answer.connection, _ = r.Context().Value(connectionKey{}).(*connection)
		if r.Body == nil || r.Body == http.NoBody {
			answer.body.end()
		} else {
			r = r.WithContext(r.Context()) // net/http looks at the body of its own request
			r.Body = &answer.body
		}
		next.ServeHTTP(answer, r)
		answer.end(r)
	})
}

// allowUpload lets the body of r arrive as slowly as a file may, and its handler take as long as one may that stores it.
func allowUpload(r *http.Request) {
	if body, ok := r.Body.(*timedBody); ok {
		body.isFile, body.limit, body.start = true, uploadCall, time.Now()
		body.setDeadline(transferDeadline(body.start, 0, maxPauseIn))
	}
}

// timedBody is a request's body.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
	start   time.Time
	limit   time.Duration
	isFile  bool
	// deadline is the one that was set last.
	deadline time.Time
	bytes    int64
	ended    bool
	failed   bool
}

// Read reads on, and moves the deadline with what has arrived.
func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.bytes += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		b.end()
	case err != nil:
		b.failed = true
	case b.isFile:
		b.setDeadline(transferDeadline(b.start, b.bytes, maxPauseIn))
	}
	return n, err
}

// end sets the deadline at which net/http, which goes on reading to notice that the client disconnects, cancels the
// request's context.
func (b *timedBody) end() {
	if b.ended {
		return
	}
	b.ended = true
	if b.isFile {
		b.start = time.Now()
	}
	b.setDeadline(b.start.Add(b.limit))
}

// setDeadline sets the deadline of the connection. A writer without deadlines, as in a test, is not a failure.
func (b *timedBody) setDeadline(at time.Time) {
	b.deadline = at
	_ = b.control.SetReadDeadline(at)
}

// drain reads what the client is sending, as long as it comes fast, and makes net/http, which waits for the rest of a body,
// wait no longer.
func (b *timedBody) drain() {
	for stop := time.Now().Add(maxDrainTotal); !b.failed && b.bytes < maxDrained && time.Now().Before(stop); {
		b.setDeadline(time.Now().Add(drainTimeout))
		_, err := io.CopyN(io.Discard, b.ReadCloser, drainPiece)
		b.failed = err != nil
		b.bytes += drainPiece
	}
	b.setDeadline(time.Unix(1, 0))
}

// timedWriter is a request's answer.
type timedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	body    timedBody
	// connection is the client's, nil in a test.
	connection *connection
	start      time.Time
	status     int
	deadline   time.Time // that was set last
	// bytes have been written; of the content that is being written, sent.
	bytes, sent int64
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *timedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader begins the answer, and says that it is the last of the connection where the body has not been read.
func (w *timedWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status, w.start = status, time.Now()
		if !w.body.ended {
			w.Header().Set("Connection", "close")
		}
	}
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

// Write writes p. As long as the client receives it, the deadline moves.
func (w *timedWriter) Write(p []byte) (n int, err error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	w.sent = 0
	w.extend()
	if w.connection != nil && len(p) > httpBuffer {
		w.connection.begin(w)
		defer func() { err = errors.Join(err, w.connection.end()) }()
	}
	n, err = w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	if w.connection != nil && len(p) > httpBuffer {
		// What net/http still has of it is sent together with the beginning.
		err = errors.Join(err, w.control.Flush())
	}
	return n, err
}

// mayGoOn reports whether the client, which has received so many bytes of the content that is being written, receives it fast
// enough to go on after a deadline, and moves the deadline.
func (w *timedWriter) mayGoOn(sent int64) bool {
	if sent == w.sent || time.Now().After(transferDeadline(w.start, w.bytes+sent, maxPauseOut)) {
		return false
	}
	w.sent = sent
	w.extend()
	return true
}

// extend moves the deadline, and that for reading, which must not come first; a deadline that hardly moves stays.
func (w *timedWriter) extend() {
	deadline := transferDeadline(w.start, w.bytes+w.sent, maxPauseOut)
	if deadline.Sub(w.deadline) < maxPauseOut/100 {
		return
	}
	w.deadline = deadline
	_ = w.control.SetWriteDeadline(deadline)
	if last := deadline.Add(time.Second); w.body.ended && w.body.deadline.Before(last) {
		w.body.setDeadline(last)
	}
}

// end sends an answer whose request's body has not been read, and stops reading.
func (w *timedWriter) end(r *http.Request) {
	if w.body.ended {
		return
	}
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	_ = w.control.Flush()
	if r.Header.Get("Expect") != "" {
		w.body.failed = true // the client waits to be asked for the body
	}
	w.body.drain()
}
