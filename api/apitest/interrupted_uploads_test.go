package apitest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
	"portfolio/api/internal/files/filestest"
)

// journey is how pictures are sent over a connection that breaks, to a server that is killed.
type journey struct {
	pictures, size, kills int
	// cut is the time between two cuts, on average; rate is in bytes a second.
	cut  time.Duration
	rate int
}

// journeyOr returns the long form, of as many pictures of 4 MB as UPLOAD_PICTURES says, or the
// short one.
func journeyOr(t *testing.T, short journey) journey {
	pictures := os.Getenv("UPLOAD_PICTURES")
	if pictures == "" {
		return short
	}
	n, err := strconv.Atoi(pictures)
	if err != nil {
		t.Fatalf("UPLOAD_PICTURES: %v", err)
	}
	return journey{pictures: n, size: 4_000_000, kills: 10, cut: 5 * time.Second, rate: 6_000_000}
}

// TestInterruptedUploadsAreContinued sends pictures one after the other while the connection is cut
// at random and the server is killed: none is lost, none is doubled, and little is sent again.
func TestInterruptedUploadsAreContinued(t *testing.T) {
	apitest.Long(t)
	short := journey{pictures: 3, size: 2_500_000, kills: 1, cut: 500 * time.Millisecond, rate: 4_000_000}
	t.Run("sqlite and files", func(t *testing.T) { sendInterrupted(t, journeyOr(t, short), databasetest.SQLiteURL(t), "") })
	t.Run("postgres and s3", func(t *testing.T) {
		sendInterrupted(t, journeyOr(t, short), databasetest.PostgresURL(t), filestest.S3URL(t))
	})
}

func sendInterrupted(t *testing.T, how journey, databaseURL, storageURL string) {
	server := newProcessOn(t, builtServer, databaseURL, storageURL)
	server.start(t)
	connection := newBadConnection(t, server.url, how)
	sender := &tusSender{url: connection.url(), connection: connection, bearer: server.signIn(t)}
	ids := map[int64]bool{}
	killAfter := how.pictures * how.size / (how.kills + 1)
	stop := make(chan struct{})
	var killer sync.WaitGroup
	killer.Go(func() {
		for kill := 1; kill <= how.kills; kill++ {
			if !connection.await(stop, int64(kill*killAfter)) {
				return
			}
			server.kill()
			server.start(t)
			connection.setTarget(server.url)
		}
	})
	peak := int64(0)
	for n := range how.pictures {
		id, err := sender.send(t.Context(), n, how.size)
		if err != nil {
			t.Fatalf("picture %d: %v\n%s", n, err, server.log.String())
		}
		ids[id] = true
	}
	close(stop)
	killer.Wait()
	peak = server.peakMemory(t)
	bearer := server.signIn(t)
	var listed []apitest.Image
	if err := json.Unmarshal(server.get(t, imagesPath, bearer), &listed); err != nil {
		t.Fatal(err)
	}
	if len(listed) != how.pictures || len(ids) != how.pictures {
		t.Errorf("%d pictures are listed and %d answered, of %d", len(listed), len(ids), how.pictures)
	}
	checkAll(t, server, bearer, nil, map[string]bool{})
	whole, sent := int64(how.pictures*how.size), sender.sent.Load()
	t.Logf("%d pictures, %d cuts, %d kills: %.2f %% sent again; %d MiB of memory at most",
		how.pictures, connection.cuts.Load(), how.kills, 100*float64(sent-whole)/float64(whole), peak>>20)
	// On a slow machine a sender may ask before the server has stored what came before a cut: that
	// is a part at most. In the long form all of it together is little.
	most := whole + (connection.cuts.Load()+2*int64(how.kills))<<20
	if os.Getenv("UPLOAD_PICTURES") != "" {
		most = whole + whole/20
	}
	if sent > most {
		t.Errorf("%d bytes were sent of %d", sent, whole)
	}
	if peak > maxServerMemory {
		t.Errorf("the server took %d MiB", peak>>20)
	}
}

// badConnection passes bytes on to the server at a rate, and breaks now and then.
type badConnection struct {
	listener net.Listener
	how      journey
	target   atomic.Pointer[string]
	passed   atomic.Int64
	cuts     atomic.Int64
	moved    chan struct{}

	mutex sync.Mutex
	open  map[net.Conn]bool
}

func newBadConnection(t *testing.T, target string, how journey) *badConnection {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &badConnection{listener: listener, how: how, open: map[net.Conn]bool{}, moved: make(chan struct{}, 1)}
	c.setTarget(target)
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			group.Go(func() { c.pass(client) })
		}
	})
	group.Go(func() { c.cutNowAndThen(ctx) })
	t.Cleanup(func() {
		cancel()
		_ = listener.Close()
		c.cut()
		group.Wait()
	})
	return c
}

func (c *badConnection) url() string { return "http://" + c.listener.Addr().String() }

func (c *badConnection) setTarget(url string) {
	host := url[len("http://"):]
	c.target.Store(&host)
}

// await returns true when that many bytes have passed, false when stop is closed before.
func (c *badConnection) await(stop chan struct{}, bytes int64) bool {
	for c.passed.Load() < bytes {
		select {
		case <-stop:
			return false
		case <-c.moved:
		}
	}
	return true
}

func (c *badConnection) cutNowAndThen(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(rand.Int64N(2 * int64(c.how.cut)))):
			c.cut()
			c.cuts.Add(1)
		}
	}
}

func (c *badConnection) cut() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for connection := range c.open {
		_ = connection.Close()
	}
}

func (c *badConnection) pass(client net.Conn) {
	defer c.forget(client)
	server, err := net.Dial("tcp", *c.target.Load())
	if err != nil {
		return
	}
	defer c.forget(server)
	c.mutex.Lock()
	c.open[client], c.open[server] = true, true
	c.mutex.Unlock()
	go func() {
		_, _ = io.Copy(client, server)
		_ = client.Close()
	}()
	piece := make([]byte, 16<<10)
	for {
		n, err := client.Read(piece)
		if _, errWrite := server.Write(piece[:n]); err != nil || errWrite != nil {
			return
		}
		c.passed.Add(int64(n))
		select {
		case c.moved <- struct{}{}:
		default:
		}
		time.Sleep(time.Duration(n) * time.Second / time.Duration(c.how.rate)) // as a slow network
	}
}

func (c *badConnection) forget(connection net.Conn) {
	c.mutex.Lock()
	delete(c.open, connection)
	c.mutex.Unlock()
	_ = connection.Close()
}

// tusSender sends pictures as a client of the tus protocol does.
type tusSender struct {
	url, bearer string
	connection  *badConnection
	// sent counts the bytes of files that went through the connection, as far as requests had
	// headers of a few hundred bytes.
	sent   atomic.Int64
	client http.Client
}

// retryInterval is how long the sender waits after a failure.
const retryInterval = 50 * time.Millisecond

// send sends the picture of that number until the server says which image it became.
func (s *tusSender) send(ctx context.Context, number, size int) (int64, error) {
	var encoded bytes.Buffer
	if err := jpeg.Encode(&encoded, numbered(number), nil); err != nil {
		return 0, err
	}
	// Bytes after a JPEG do not belong to the picture.
	file := append(encoded.Bytes(), make([]byte, size-encoded.Len())...)
	for i := encoded.Len(); i < size; i++ {
		file[i] = byte(rand.Uint32())
	}
	before := s.connection.passed.Load()
	defer func() { s.sent.Add(s.connection.passed.Load() - before) }()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	var location string
	for {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		image, err := s.step(ctx, &location, number, file)
		if image != 0 || errors.As(err, new(refusal)) {
			return image, err
		}
		if err != nil {
			<-time.After(retryInterval)
		}
	}
}

// step sends one request, or two, and returns the id of the image when there is one.
func (s *tusSender) step(ctx context.Context, location *string, number int, file []byte) (int64, error) {
	if *location == "" {
		fields := map[string]string{"title": fmt.Sprintf("Picture %d", number), "filename": fmt.Sprintf("%d.jpg", number)}
		answer, err := s.do(ctx, "POST", uploadsPath, nil, map[string]string{"Upload-Length": strconv.Itoa(len(file)), "Upload-Metadata": metadata(fields)})
		*location = answer.Get("Location")
		return 0, err
	}
	stored, err := s.do(ctx, "HEAD", *location, nil, nil)
	if err == nil && stored.Get("Upload-Image") == "" {
		var offset int
		if offset, err = strconv.Atoi(stored.Get("Upload-Offset")); err == nil {
			stored, err = s.do(ctx, "PATCH", *location, file[offset:], map[string]string{"Upload-Offset": strconv.Itoa(offset)})
		}
	}
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(stored.Get("Upload-Image"), 10, 64)
}

// do sends a request and returns the headers of its answer. A refusal is of a status that does not
// go away.
func (s *tusSender) do(ctx context.Context, method, path string, body []byte, headers map[string]string) (http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Tus-Resumable", "1.0.0")
	request.Header.Set("Authorization", "Bearer "+s.bearer)
	if body != nil {
		request.Header.Set("Content-Type", "application/offset+octet-stream")
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return nil, err
	}
	switch answer.StatusCode {
	case http.StatusOK, http.StatusCreated, http.StatusNoContent:
		return answer.Header, nil
	case http.StatusConflict, http.StatusRequestTimeout, http.StatusServiceUnavailable:
		return nil, fmt.Errorf("try again after %d", answer.StatusCode)
	}
	return nil, refusal(answer.StatusCode)
}
