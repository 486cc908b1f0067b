package server

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// The times that a client has for a request, from its first byte or from the connection's start.
const (
	headerTimeout = 10 * time.Second
	// bodyTimeout is for the header and the body together, unless the guard knows who sends it.
	bodyTimeout = 14 * time.Second
	// idleTimeout is how long a connection may stay open without a request. Proxies close theirs earlier.
	idleTimeout = 2 * time.Minute
)

// shortCall and uploadCall are how long a call may take from the arrival of its body until its
// answer begins.
const (
	shortCall  = 30 * time.Second
	uploadCall = 15 * time.Minute
)

// The body of a known sender, and every answer, may take as long as it needs if each piece of it moves in time.
const (
	pieceSize = 64 << 10
	// bodyPause is longer than answerPause: strangers do not have it, and some staff send from a train.
	bodyPause   = time.Minute
	answerPause = 20 * time.Second
)

// A body that no handler has read is read for a while: a browser that is still sending when the
// connection ends shows an error instead of the answer.
const (
	drainPause = 500 * time.Millisecond
	drainLimit = 30 * time.Second
)

// limitTime gives each piece of a body and of an answer its time. If a handler answers without
// reading the whole body, the answer is the last one of its connection.
func limitTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := &timedBody{ReadCloser: r.Body, control: http.NewResponseController(w), limit: shortCall}
		isEmpty := r.Body == nil || r.Body == http.NoBody
		r = r.WithContext(r.Context()) // net/http looks at the body of its own request
		if isEmpty {
			body.ReadCloser = http.NoBody
			body.end()
		}
		r.Body = body
		answer := &timedWriter{ResponseWriter: w, body: body}
		next.ServeHTTP(answer, r)
		if !body.ended {
			answer.finish(r)
		}
	})
}

// setLimit is how long the handler of r may take once it has read the body, if there is one.
func setLimit(r *http.Request, limit time.Duration) {
	if body, ok := r.Body.(*timedBody); ok {
		body.limit = limit
		if body.ended {
			body.extend(limit)
		}
	}
}

// allowPauses lets the body of r take as long as it needs if each piece arrives in time.
func allowPauses(r *http.Request) {
	if body, ok := r.Body.(*timedBody); ok && !body.ended {
		body.pause = bodyPause
		body.extend(bodyPause)
	}
}

// timedBody is the body of a request.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
	// pause is how long each piece may take, 0 if the server's ReadTimeout is for the whole body.
	pause time.Duration
	limit time.Duration
	moved int // bytes since the deadline was extended
	ended bool
}

// Read reads on, and extends the deadline after each piece.
func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.moved += n
	if errors.Is(err, io.EOF) {
		b.end()
	} else if b.pause > 0 && b.moved >= pieceSize {
		b.moved = 0
		b.extend(b.pause)
	}
	return n, err
}

// end sets the deadline of the handler: net/http keeps reading to notice that the client
// disconnects, and cancels the request's context at the deadline.
func (b *timedBody) end() {
	if !b.ended {
		b.ended = true
		b.extend(b.limit)
	}
}

// extend gives reading that much time from now. A writer without deadlines, as in a test, is fine.
func (b *timedBody) extend(pause time.Duration) { _ = b.control.SetReadDeadline(time.Now().Add(pause)) }

// timedWriter writes the answer to a request.
type timedWriter struct {
	http.ResponseWriter
	body  *timedBody
	begun bool
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *timedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader begins the answer.
func (w *timedWriter) WriteHeader(status int) {
	if !w.begun && !w.body.ended {
		w.Header().Set("Connection", "close")
	}
	w.begun = true
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

// Write writes p, and extends the deadline before each piece.
func (w *timedWriter) Write(p []byte) (written int, err error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	for len(p) > 0 && err == nil {
		w.extend()
		var n int
		n, err = w.ResponseWriter.Write(p[:min(len(p), pieceSize)])
		written, p = written+n, p[n:]
	}
	return written, err
}

// extend gives the next piece its time. Reading must not end before: that cancels the context.
func (w *timedWriter) extend() {
	_ = w.body.control.SetWriteDeadline(time.Now().Add(answerPause))
	if w.body.ended {
		w.body.extend(max(w.body.limit, answerPause+time.Second))
	}
}

// finish sends the answer to a request whose body was not read, and reads on while the client
// sends.
func (w *timedWriter) finish(r *http.Request) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	_ = w.body.control.Flush()
	end := time.Now().Add(drainLimit)
	// A client that expects to be asked for the body sends nothing.
	for err := error(nil); err == nil && r.Header.Get("Expect") == "" && time.Now().Before(end); {
		w.body.extend(drainPause)
		_, err = io.CopyN(io.Discard, w.body.ReadCloser, pieceSize)
	}
	w.body.extend(-time.Second) // net/http would wait for the rest
}
