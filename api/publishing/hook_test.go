package publishing_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"portfolio/api/publishing"
)

func accepted(context.Context) error { return nil }

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
		if err := publishing.NewHook(address, accepted).Publish(context.Background()); err != nil {
			t.Error(err)
		}
		check(t, method == "POST" && body == `{"event_type":"content-changed"}` && contentType == "application/json" && authorization == want && target == "/secret?a=b", "%s %s %s %s %s", method, target, body, contentType, authorization)
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
	noError(t, err)
	_ = closed.Close()
	for _, test := range []struct{ url, want string }{
		{service.URL + "/secret-gone", "the build service answered 404 Not Found"},
		{service.URL + "/secret-moved", "the build service answered 307 Temporary Redirect"},
		{service.URL + "/secret-broken", "the connection to the build service failed"},
		{"http://" + closed.Addr().String() + "/secret", "the build service could not be reached: connect: connection refused"},
		{"http://secret.invalid/secret", "the host of the build service was not found"},
		{"http://bad host/secret", "the address of the build service is not a valid URL"},
	} {
		err := publishing.NewHook(strings.Replace(test.url, "://", "://:secret@", 1), accepted).Publish(context.Background())
		check(t, err != nil && err.Error() == test.want, "%s: %v", test.url, err)
	}
	check(t, moved == 0, "the secret went where the hook pointed to")
}

func TestAHookThatHangsIsGivenUp(t *testing.T) {
	release := make(chan struct{})
	service := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer service.Close()
	defer close(release)
	hook := publishing.NewHook(service.URL+"/secret", accepted)
	publishing.SetLimit(hook, time.Millisecond)
	if err := hook.Publish(context.Background()); err == nil || err.Error() != "the build service did not answer within 30 seconds" {
		t.Error(err)
	}
}
