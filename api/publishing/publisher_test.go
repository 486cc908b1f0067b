package publishing_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"portfolio/api/publishing"
)

func TestAHookIsPosted(t *testing.T) {
	var method, target, body, contentType, authorization string
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		target = r.URL.String()
		method, body, contentType, authorization = r.Method, string(text), r.Header.Get("Content-Type"), r.Header.Get("Authorization")
	}))
	defer hook.Close()
	for user, want := range map[string]string{"": "", ":ghp_1@": "Bearer ghp_1", "ada:a%2Fb@": "Bearer a/b"} {
		address := strings.Replace(hook.URL, "://", "://"+user, 1) + "/secret?a=b"
		if err := publishing.NewHook(address).Publish(context.Background()); err != nil {
			t.Error(err)
		}
		if method != "POST" || body != `{"event_type":"content-changed"}` || contentType != "application/json" || authorization != want || target != "/secret?a=b" {
			t.Errorf("%s %s %s %s %s", method, target, body, contentType, authorization)
		}
	}
}

func TestAFailedHookIsReportedWithoutItsAddress(t *testing.T) {
	moved := 0
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/secret-gone":
			http.NotFound(w, r)
		case "/secret-moved":
			http.Redirect(w, r, "/secret-here", http.StatusTemporaryRedirect)
		case "/secret-here":
			moved++
		case "/secret-broken":
			connection, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = connection.Close()
			}
		}
	}))
	defer service.Close()
	closed, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	for _, test := range []struct{ url, want string }{
		{service.URL + "/secret-gone", "the build service answered 404 Not Found"},
		{service.URL + "/secret-moved", "the build service answered 307 Temporary Redirect"},
		{service.URL + "/secret-broken", "the connection to the build service failed"},
		{"http://" + closed.Addr().String() + "/secret", "the build service could not be reached: connect: connection refused"},
		{"http://secret.invalid/secret", "the host of the build service was not found"},
		{"http://bad host/secret", "the address of the build service is not a valid URL"},
	} {
		err := publishing.NewHook(strings.Replace(test.url, "://", "://:secret@", 1)).Publish(context.Background())
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v", test.url, err)
		}
	}
	if moved != 0 {
		t.Error("the secret went where the hook pointed to")
	}
}

func TestACommandBuilds(t *testing.T) {
	t.Setenv("SECRET_KEY", "do not pass this on, please")
	t.Setenv("SITE_URL", "https://example.test")
	file := filepath.Join(t.TempDir(), "out")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	line := `echo "$SITE_URL ${SECRET_KEY-none}${AWS_SECRET_ACCESS_KEY-} $BUILD_TOKEN" > '` + file + `'`
	if err := publishing.NewCommand(line, "https://other.example.test", "token").Publish(context.Background()); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "https://example.test none token\n" {
		t.Errorf("%s, %v", text, err)
	}
}

func TestACommandTakesTheSitesAddressFromThePublicURL(t *testing.T) {
	for _, test := range []struct{ siteURL, publicURL, want string }{
		{"", "https://example.test", "https://example.test"},
		{"https://www.example.test", "https://example.test", "https://www.example.test"},
		{"", "http://127.0.0.1:8080", "none"},
	} {
		t.Setenv("SITE_URL", test.siteURL)
		file := filepath.Join(t.TempDir(), "out")
		if err := publishing.NewCommand(`printf %s "${SITE_URL:-none}" > '`+file+`'`, test.publicURL, "").Publish(context.Background()); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != test.want {
			t.Errorf("SITE_URL %q, PUBLIC_URL %q: the build got %q, %v", test.siteURL, test.publicURL, text, err)
		}
	}
}

func TestAFailedCommandIsReportedByItsOutput(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`echo one; echo "content/about.md: line 3: no title" >&2; echo; exit 3`, "the build failed (exit status 3): content/about.md: line 3: no title"},
		{`exit 1`, "the build failed (exit status 1): it printed nothing"},
		{`printf '\033[31merror\033[39m: a \000b\n'; exit 1`, "the build failed (exit status 1): error: a b"},
		{`yes | head -c 100000; echo; echo the end; false`, "the build failed (exit status 1): the end"},
	} {
		err := publishing.NewCommand(test.line, "", "").Publish(context.Background())
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v", test.line, err)
		}
	}
}

// A build is a tree of processes; a server that stops leaves none of it behind.
func TestACommandIsEndedWithAllThatItStarted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	file := filepath.Join(t.TempDir(), "pid")
	var child int
	go func() {
		defer stop()
		for child == 0 {
			text, _ := os.ReadFile(file)
			child, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		}
	}()
	err := publishing.NewCommand(`OUT='`+file+`'; export OUT; sh -c 'echo $$ > "$OUT.new"; mv "$OUT.new" "$OUT"; exec sleep 600' & wait`, "", "").Publish(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	deadline := time.Now().Add(30 * time.Second)
	for syscall.Kill(child, 0) == nil && !zombie(child) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d outlived its build", child)
		}
	}
}

// zombie says whether a process has ended and only waits to be asked how.
func zombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func TestAHookThatHangsIsGivenUp(t *testing.T) {
	release := make(chan struct{})
	service := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer service.Close()
	defer close(release)
	hook := publishing.NewHook(service.URL + "/secret")
	publishing.SetLimit(hook, time.Millisecond)
	if err := hook.Publish(context.Background()); err == nil || err.Error() != "the build service did not answer within 30 seconds" {
		t.Error(err)
	}
}
