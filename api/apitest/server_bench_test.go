//go:build !race

package apitest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/apitest"
	"portfolio/api/config"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

const (
	benchConnections = 8
	benchRounds      = 5
	benchTime        = 600 * time.Millisecond
	benchSignIns     = 64
	// benchSignInRounds: two rounds of one program differ by up to a tenth.
	benchSignInRounds = 9
	// benchNewDeviceRounds: owners are told of five new devices in an hour and of no more.
	benchNewDeviceRounds = 3
	mostForStaffList     = 3000 // µs of processor time

	listOfGallery = "/api/photos/images/?gallery_slug="
	plain         = "identity"
)

// benchGalleries are the galleries of 10, 100 and 1,000 pictures.
var benchGalleries = []string{"gallery-10", "gallery-100", "gallery-1000"}

// TestServerBench measures the server beside the floor and, where it is installed, nginx, in turns, by processor time: the ratios
// say the same on a busy machine and on a quiet one, hardly the figures. scripts/bench server runs it, after scripts/build.
func TestServerBench(t *testing.T) {
	if os.Getenv("SERVER_BENCH") == "" {
		t.Skip("scripts/bench server runs it")
	}
	dist, err := filepath.Abs("../../dist")
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob(filepath.Join(dist, "assets", "entry-client-*.js"))
	if err != nil || len(scripts) != 1 {
		t.Fatalf("%d entry scripts in %s, %v: run scripts/build", len(scripts), dist, err)
	}
	script := "/assets/" + filepath.Base(scripts[0])
	url := databasetest.SQLiteURL(t)
	p := newProcess(t, url)
	fillForBench(t, url)
	p.environment = append(p.environment, "STATIC_DIR="+dist, "METRICS_ADDR=none", "RATE_LIMIT="+config.On, "TRUSTED_PROXIES=127.0.0.0/8")
	p.start(t)
	ours, floor, nginx := p.bench(t), startFloor(t, dist, p.url), startNginx(t, dist)
	get := func(path, encoding string) func(*benchServer, int) string {
		return func(*benchServer, int) string {
			return "GET " + path + " HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: " + encoding + "\r\n\r\n"
		}
	}
	fmt.Printf("%-26s %8s %8s %8s %8s %9s %9s\n", "µs of processor time", "ours", "floor", "nginx", "req/s", "of floor", "at most")
	for _, row := range []struct {
		name    string
		request func(*benchServer, int) string
		most    float64 // times the floor, 0 for what it does not do
	}{
		{"images of a gallery, 10", get(listOfGallery+benchGalleries[0], plain), 60. / 49},
		{"… 100", get(listOfGallery+benchGalleries[1], plain), 75. / 60},
		{"… 1000", get(listOfGallery+benchGalleries[2], plain), 190. / 147},
		{"current CV", get("/api/documents/documents/current_cv/", plain), 70. / 131},
		{"profile", func(s *benchServer, _ int) string {
			return "GET /api/users/profile/ HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer " + s.access + "\r\n\r\n"
		}, 170. / 130},
		{"refresh", func(s *benchServer, connection int) string {
			body := `{"refresh":"` + s.refresh[connection] + `"}`
			return "POST /api/token/refresh/ HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
		}, 200. / 130},
		{"page", get("/", plain), 80. / 99},
		{"page, gzip", get("/", "gzip"), 0},
		{"page, br", get("/", "br"), 0},
		{"script", get(script, plain), 110. / 111},
		{"script, gzip", get(script, "gzip"), 0},
		{"script, br", get(script, "br"), 0},
	} {
		servers := []*benchServer{ours}
		if row.most > 0 {
			servers = append(servers, floor)
		}
		kind, encoding, _ := strings.Cut(row.name, ", ")
		if nginx != nil && (kind == "page" || kind == "script") && encoding != "br" {
			servers = append(servers, nginx)
		}
		cost, rate := map[*benchServer][]float64{}, []float64{}
		for range benchRounds {
			for _, server := range servers {
				microseconds, perSecond := server.load(t, row.request)
				cost[server] = append(cost[server], microseconds)
				if server == ours {
					rate = append(rate, perSecond)
				}
			}
		}
		fmt.Printf("%-26s %8.0f %8.0f %8.0f %8.0f", row.name, median(cost[ours]), median(cost[floor]), median(cost[nginx]), median(rate))
		if row.most > 0 {
			ratio, verdict := median(cost[ours])/median(cost[floor]), ""
			if ratio > row.most {
				verdict = "  MISSED"
				t.Fail()
			}
			fmt.Printf(" %9.2f %9.2f%s", ratio, row.most, verdict)
		}
		fmt.Println()
	}
	var cost []float64
	for range benchRounds {
		microseconds, _ := ours.load(t, func(s *benchServer, _ int) string {
			return "GET /api/photos/images/?limit=1000 HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer " + s.access + "\r\n\r\n"
		})
		cost = append(cost, microseconds)
	}
	fmt.Printf("staff's list of 1000: %.0f µs, at most %d\n", median(cost), mostForStaffList)
	if median(cost) > mostForStaffList {
		t.Error("staff's list costs more than is promised")
	}
	benchSignIn(t, p, ours)
}

// benchSignIn lets many people sign in at once, each from a network of their own, and compares with the processor time that
// hashing their passwords takes in a process that does nothing else, in turns: on devices that are known, as in a browser that comes
// back, and in the first rounds also on new ones, each with a mail to its owner that has gone out before the time is read.
func benchSignIn(t *testing.T, p *process, ours *benchServer) {
	known := p.signInAtOnce(t, make([]string, benchSignIns)) // for the first time, of which no mail tells
	var onKnown, onNew []float64
	var took time.Duration
	for round := range benchSignInRounds {
		hashing := timeOfHashes(t)
		signIn := func(devices []string, mails int) (ratio float64) {
			used, sent, start := ours.seconds(t), p.sentMails(t), time.Now()
			p.signInAtOnce(t, devices)
			took = max(took, time.Since(start))
			for end := time.Now().Add(time.Minute); p.sentMails(t) < sent+mails; {
				if time.Now().After(end) {
					t.Fatalf("%d mails tell of %d new devices", p.sentMails(t)-sent, mails)
				}
			}
			return (ours.seconds(t) - used) / hashing
		}
		onKnown = append(onKnown, signIn(known, 0))
		if round < benchNewDeviceRounds {
			onNew = append(onNew, signIn(make([]string, benchSignIns), benchSignIns))
		}
	}
	peak := p.peakMemory(t) >> 20
	fmt.Printf("%d sign-ins at once: all got in within %v; processor time %.2f of the hashes alone on known devices, %.2f on new ones, at most 1.05; peak memory %d MB, at most 220\n",
		benchSignIns, took.Round(10*time.Millisecond), median(onKnown), median(onNew), peak)
	if median(onKnown) > 1.05 || median(onNew) > 1.05 || peak > 220 {
		t.Error("sign-ins cost more than is promised")
	}
}

// signInAtOnce signs people in, each with the cookie of a device or "", and returns their devices' cookies. All must get in.
func (p *process) signInAtOnce(t *testing.T, devices []string) []string {
	cookies, errs := make([]string, len(devices)), make([]error, len(devices))
	var group sync.WaitGroup
	for i, device := range devices {
		group.Go(func() { cookies[i], errs[i] = p.signInOn(t.Context(), i+1, device) })
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	return cookies
}

// signInOn signs the person of that number in, from a network of their own, and returns the cookie of the device.
func (p *process) signInOn(ctx context.Context, person int, device string) (cookie string, err error) {
	request := p.request(ctx, fmt.Sprint("198.51.100.", person), "/api/users/login/",
		fmt.Sprintf(`{"email":"person%d@example.test","password":%q}`, person, apitest.Password))
	if device != "" {
		request.Header.Set("Cookie", device)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("person %d: %d", person, answer.StatusCode)
	}
	for _, cookie := range answer.Cookies() {
		if cookie.Name == "known_device" {
			return cookie.Name + "=" + cookie.Value, nil
		}
	}
	return "", fmt.Errorf("person %d: the device is not known afterwards", person)
}

// sentMails is how many mails there are in the outbox.
func (p *process) sentMails(t *testing.T) int {
	mails, err := filepath.Glob(filepath.Join(p.data, "outbox", "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	return len(mails)
}

// timeOfHashes is the processor time that as many hashes as there are sign-ins take in a process of their own: here the answers of
// the servers fill the heap, so that the garbage of hashes would be collected less often.
func timeOfHashes(t *testing.T) (seconds float64) {
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHashes$")
	command.Env = append(os.Environ(), "HASHES="+strconv.Itoa(benchSignIns))
	output, err := command.Output()
	if err == nil {
		_, err = fmt.Sscan(string(output), &seconds)
	}
	if err != nil {
		t.Fatalf("time of hashes: %v: %s", err, output)
	}
	return seconds
}

// TestHashes compares HASHES passwords with a hash and prints the seconds of processor time: see timeOfHashes.
func TestHashes(t *testing.T) {
	times, _ := strconv.Atoi(os.Getenv("HASHES"))
	if times == 0 {
		t.Skip("TestServerBench runs it")
	}
	hasher := accounts.NewHasher()
	hash, err := hasher.Hash(t.Context(), apitest.Password)
	if err != nil {
		t.Fatal(err)
	}
	before := ownTime(t)
	for range times {
		if same, err := hasher.Verify(t.Context(), apitest.Password, hash); !same || err != nil {
			t.Fatal(err)
		}
	}
	fmt.Println((ownTime(t) - before).Seconds())
}

// ownTime is the processor time of this process.
func ownTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// fillForBench makes the galleries gallery-10, gallery-100 and gallery-1000, of as many pictures, a current CV, and people with the
// password of the staff account.
func fillForBench(t *testing.T, url string) {
	db, err := database.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Fill(t, db, 1110, databasetest.ManyGalleries(db), databasetest.ManyImages(db))
	databasetest.Fill(t, db, 3, databasetest.ManyImageFiles())
	databasetest.Fill(t, db, 1, append(databasetest.ManyDocuments(db), `UPDATE documents SET is_current = TRUE`)...)
	databasetest.Fill(t, db, benchSignIns, databasetest.ManyUsers(db))
	_, err = db.Exec(t.Context(), `
		UPDATE users SET is_staff = FALSE, is_active = TRUE, last_login = NULL, password = (SELECT password FROM users WHERE email = ?)
		 WHERE password = 'none'`, apitest.Email(apitest.Staff))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(t.Context(), `
		UPDATE images SET gallery_id = (SELECT id FROM galleries
		 WHERE slug = CASE WHEN images.id <= 10 THEN 'gallery-10' WHEN images.id <= 110 THEN 'gallery-100' ELSE 'gallery-1000' END)`)
	if err != nil {
		t.Fatal(err)
	}
}

// benchServer is a running server under load.
type benchServer struct {
	address string
	process int
	access  string
	refresh []string
}

const credentials = `{"email":"staff@example.test","password":"` + apitest.Password + `"}`

// bench returns the running server with a session for each connection.
func (p *process) bench(t *testing.T) *benchServer {
	s := &benchServer{address: strings.TrimPrefix(p.url, "http://"), process: p.command.Process.Pid, access: p.signIn(t)}
	for range benchConnections {
		answer, err := http.Post(p.url+"/api/users/login/", "application/json", strings.NewReader(credentials))
		if err != nil {
			t.Fatal(err)
		}
		var opened struct{ Refresh string }
		err = json.NewDecoder(answer.Body).Decode(&opened)
		_ = answer.Body.Close()
		if err != nil || opened.Refresh == "" {
			t.Fatalf("sign in: %d, %v", answer.StatusCode, err)
		}
		s.refresh = append(s.refresh, opened.Refresh)
	}
	return s
}

// startFloor returns the floor with the galleries of the server at url, for what a list costs depends on its length.
func startFloor(t *testing.T, dist, url string) *benchServer {
	galleries := t.TempDir()
	for _, slug := range benchGalleries {
		answer, err := http.Get(url + listOfGallery + slug)
		if err != nil {
			t.Fatal(err)
		}
		list, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err == nil {
			err = os.WriteFile(filepath.Join(galleries, slug), list, 0o600)
		}
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("list of %s: %d, %v", slug, answer.StatusCode, err)
		}
	}
	command := exec.Command(os.Args[0], "-test.run=^TestFloor$", "-test.timeout=0")
	command.Env = append(os.Environ(), "SERVER_BENCH_SITE="+dist, "SERVER_BENCH_GALLERIES="+galleries)
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	line, err := bufio.NewReader(output).ReadString('\n')
	token, address, ok := strings.Cut(strings.TrimSpace(line), " http://")
	if !ok {
		t.Fatalf("the floor says %q, %v", line, err)
	}
	return &benchServer{address: address, process: command.Process.Pid, access: token, refresh: slices.Repeat([]string{token}, benchConnections)}
}

// startNginx returns nginx with the files of dist, or nil where it is not installed.
func startNginx(t *testing.T, dist string) *benchServer {
	path, err := exec.LookPath("nginx")
	if err != nil {
		fmt.Println("nginx is not installed: its column is empty")
		return nil
	}
	free, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address, dir := free.Addr().String(), t.TempDir()
	_ = free.Close()
	settings := fmt.Sprintf(`daemon off; master_process off; pid %[1]s/pid; error_log %[1]s/error.log;
		events {}
		http { include /etc/nginx/mime.types; access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 1000000000;
		client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
		server { listen %[2]s; root %[3]s; } }`, dir, address, dist)
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "-e", filepath.Join(dir, "error.log"), "-c", filepath.Join(dir, "nginx.conf"))
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	for end := time.Now().Add(time.Minute); ; {
		connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
		if err == nil {
			_ = connection.Close()
			return &benchServer{address: address, process: command.Process.Pid}
		}
		if time.Now().After(end) {
			t.Fatalf("nginx: %v", err)
		}
	}
}

// load sends requests over several connections, and returns the processor time of each in microseconds and how many there were
// in a second.
func (s *benchServer) load(t *testing.T, request func(*benchServer, int) string) (microseconds, perSecond float64) {
	var group sync.WaitGroup
	var total int
	var lock sync.Mutex
	used, start := s.seconds(t), time.Now()
	for i := range benchConnections {
		group.Go(func() {
			connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", s.address)
			if err != nil {
				t.Error(err)
				return
			}
			defer connection.Close()
			reader, text, n := bufio.NewReaderSize(connection, 128<<10), []byte(request(s, i)), 0
			for ; time.Since(start) < benchTime; n++ {
				_, err := connection.Write(text)
				var answer *http.Response
				if err == nil {
					answer, err = http.ReadResponse(reader, nil)
				}
				if err == nil {
					_, err = io.Copy(io.Discard, answer.Body)
				}
				if err != nil || answer.StatusCode != http.StatusOK {
					t.Errorf("%s: %v, %v", bytes.SplitN(text, []byte("\r\n"), 2)[0], answer, err)
					return
				}
			}
			lock.Lock()
			total += n
			lock.Unlock()
		})
	}
	group.Wait()
	return (s.seconds(t) - used) / float64(max(1, total)) * 1e6, float64(total) / time.Since(start).Seconds()
}

// seconds is the processor time of the server's process, which the kernel counts in hundredths.
func (s *benchServer) seconds(t *testing.T) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process))
	if err != nil {
		t.Error(err)
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
