package servertest

import (
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/internal/files"
)

// Fault is the fault of a Faulty server.
type Fault string

// The faults.
const (
	NoFault  Fault = ""
	Slow     Fault = "slow"        // sends a byte now and then
	SlowDown Fault = "slow down"   // answers 503 SlowDown
	Cut      Fault = "cut"         // closes the connection in the middle of a transfer
	Away     Fault = "away"        // refuses connections
	Frozen   Fault = "frozen"      // accepts connections and does nothing
	NotThere Fault = "not there"   // a proxy that knows nothing of the bucket answers 404
	Full     Fault = "storagefull" // answers 507
)

// Faulty is a server in front of a real S3 server, which passes everything on as long as it has no fault.
type Faulty struct {
	// URL is the STORAGE_URL of an empty bucket.
	URL string

	t        testing.TB
	timeout  time.Duration // of a server without a fault
	address  string
	proxy    *httputil.ReverseProxy
	mutex    sync.Mutex
	fault    Fault
	ended    chan struct{} // closed when the fault is another one
	listener net.Listener
	server   *http.Server
}

// faultyTimeout is how long a store may take while it has a fault.
const faultyTimeout = 300 * time.Millisecond

// FaultyS3 starts an S3 server with a Faulty one before it.
func FaultyS3(t testing.TB) *Faulty {
	t.Helper()
	direct, timeout := S3URL(t), files.Timeout()
	t.Cleanup(func() { files.SetTimeout(timeout) })
	endpoint := direct[strings.Index(direct, "http%3A"):]
	endpoint, _, _ = strings.Cut(endpoint, "&")
	target, err := url.QueryUnescape(endpoint)
	NoError(t, err)
	f := &Faulty{t: t, timeout: timeout, address: freePort(t), ended: make(chan struct{})}
	f.URL = strings.Replace(direct, endpoint, url.QueryEscape("http://"+f.address), 1)
	host := strings.TrimPrefix(target, "http://")
	f.proxy = &httputil.ReverseProxy{
		// The host is kept: the signature includes it.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", host
			r.Out.Host = r.In.Host
		},
		ModifyResponse: f.spoil,
		ErrorHandler:   func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		FlushInterval:  -1,
		ErrorLog:       log.New(io.Discard, "", 0),
	}
	f.listen()
	t.Cleanup(func() { f.Set(Away) })
	return f
}

func (f *Faulty) listen() {
	listener, err := net.Listen("tcp", f.address)
	NoError(f.t, err)
	server := &http.Server{Handler: http.HandlerFunc(f.serve)}
	f.listener, f.server = listener, server
	go func() { _ = server.Serve(listener) }()
}

// Set makes fault, or NoFault, the only one. Connections of before are closed. While there is a fault the store is waited for only
// shortly.
func (f *Faulty) Set(fault Fault) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	close(f.ended)
	f.fault, f.ended = fault, make(chan struct{})
	_ = errors.Join(f.listener.Close(), f.server.Close()) // the server may not know of its listener yet
	files.SetTimeout(faultyTimeout)
	if fault == NoFault {
		files.SetTimeout(f.timeout)
	}
	if fault != Away {
		f.listen()
	}
}

func (f *Faulty) current() (Fault, <-chan struct{}) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.fault, f.ended
}

func (f *Faulty) serve(w http.ResponseWriter, r *http.Request) {
	fault, ended := f.current()
	switch fault {
	case Frozen:
		select {
		case <-ended:
		case <-r.Context().Done():
		}
		panic(http.ErrAbortHandler)
	case SlowDown:
		answer(w, http.StatusServiceUnavailable, "application/xml", `<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>`)
	case Full:
		answer(w, http.StatusInsufficientStorage, "application/xml", `<Error><Code>XMinioStorageFull</Code><Message>The disk is full.</Message></Error>`)
	case NotThere:
		answer(w, http.StatusNotFound, "text/html", "<h1>404 Not Found</h1>")
	case Cut:
		if r.ContentLength > 0 {
			_, _ = io.CopyN(io.Discard, r.Body, r.ContentLength/2)
			panic(http.ErrAbortHandler)
		}
		f.proxy.ServeHTTP(w, r)
	default:
		f.proxy.ServeHTTP(w, r)
	}
}

func answer(w http.ResponseWriter, status int, contentType, body string) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func (f *Faulty) spoil(response *http.Response) error {
	fault, ended := f.current()
	switch fault {
	case Slow:
		response.Body = &slowBody{response.Body, ended}
	case Cut:
		if response.ContentLength <= 0 {
			return errors.New("cut off")
		}
		response.Body = &cutBody{response.Body, response.ContentLength / 2}
	}
	return nil
}

// slowBody is read byte by byte, just fast enough to avoid timeouts.
type slowBody struct {
	io.ReadCloser
	ended <-chan struct{}
}

func (b *slowBody) Read(p []byte) (int, error) {
	select {
	case <-b.ended:
		return 0, errors.New("the fault ended")
	case <-time.After(files.Timeout() / 4):
		return b.ReadCloser.Read(p[:1])
	}
}

// cutBody fails after left bytes.
type cutBody struct {
	io.ReadCloser
	left int64
}

func (b *cutBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errors.New("cut off")
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
