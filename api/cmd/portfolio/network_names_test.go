package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A server that listens on every address of the machine names one that can be opened.
func TestTheAddressThatIsListenedOnIsNoLink(t *testing.T) {
	for host, want := range map[string]string{
		"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "[::]": "127.0.0.1", "[0:0::0]": "127.0.0.1", "127.0.0.1": "127.0.0.1", "[::1]": "[::1]",
	} {
		t.Run("LISTEN_ADDR="+host, func(t *testing.T) {
			data := t.TempDir()
			_, port, _ := strings.Cut(freeAddress(t), ":")
			site := "http://" + want + ":" + port
			for name, value := range map[string]string{
				"DATA_DIR": data, "STATIC_DIR": "none", "METRICS_ADDR": "none", "RATE_LIMIT": "off", "LISTEN_ADDR": host + ":" + port,
			} {
				t.Setenv(name, value)
			}
			portfolio(t, password+"\n", "user", "create", "--email", "ada@example.test", "--first-name", "Ada", "--last-name", "L")
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			out, ended := &announcing{line: make(chan struct{})}, make(chan int, 1)
			go func() { ended <- run(ctx, []string{"serve"}, streams{nil, out, &bytes.Buffer{}}) }()
			select {
			case <-out.line:
			case code := <-ended:
				t.Fatalf("the server ended with %d", code)
			}
			if got := out.text.String(); got != "Serving on "+site+" (Ctrl-C stops)\n" {
				t.Errorf("printed %q", got)
			}
			answer, err := http.Post(site+"/backend/forgotpasswordreset/", "application/json", strings.NewReader(`{"email":"ada@example.test"}`))
			noError(t, err)
			_ = answer.Body.Close()
			var mail []byte
			for start := time.Now(); mail == nil && time.Since(start) < 30*time.Second; time.Sleep(10 * time.Millisecond) {
				if names, _ := filepath.Glob(filepath.Join(data, "outbox", "*.eml")); len(names) == 1 {
					mail, _ = os.ReadFile(names[0])
				}
			}
			if !bytes.Contains(mail, []byte("\n"+site+"/reset-password/")) {
				t.Errorf("the link is not to %s: %s", site, mail)
			}
			stop()
			if code := <-ended; code != 0 {
				t.Errorf("ended with %d", code)
			}
		})
	}
}

func TestTheDoctorNamesAnAddressThatLeadsNobodyToAnOpenServer(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("STATIC_DIR", "none")
	for _, host := range []string{"", "0.0.0.0", "[::]", "192.0.2.1"} {
		address := host + ":8080"
		t.Setenv("LISTEN_ADDR", address)
		t.Setenv("PUBLIC_URL", "")
		if host == "192.0.2.1" {
			t.Setenv("PUBLIC_URL", "http://127.0.0.1:8080")
		}
		got := portfolio(t, "", "doctor")
		want := fmt.Sprintf("FAIL  address         PUBLIC_URL http://127.0.0.1:8080 names this machine, but LISTEN_ADDR %s is open to the network", address)
		if got.code != exitFound || !strings.Contains(got.out, want) {
			t.Errorf("%s: %d %s", address, got.code, got.out)
		}
	}
}

// The account is one, in whichever form its address is typed.
func TestUserCommandsTakeAnAddressInUnicode(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	const unicode, ascii = "ada@bücher.example", "ada@xn--bcher-kva.example"
	create := func(email string) []string {
		return []string{"user", "create", "--email", email, "--first-name", "Ada", "--last-name", "L"}
	}
	for _, step := range []struct {
		input string
		args  []string
		code  int
		want  string
	}{
		{password + "\n", create(unicode), 0, "Created " + ascii + " (not staff)."},
		{password + "\n", create(ascii), 1, "--email: User with this email already exists."},
		{password + "\n", create("ada@BÜCHER.example"), 1, "--email: User with this email already exists."},
		{password + "\n", create("ada@exam\u200bple.test"), 1, "--email: This address contains an invisible character"},
		{password + "\n", create("a\u00adda@example.test"), 1, "--email: This address contains an invisible character"},
		{"another good one\n", []string{"user", "set", "--email", unicode, "--password"}, 0, "has a new password"},
		{"", []string{"user", "set", "--email", ascii, "--staff", "on"}, 0, ascii + " is now staff."},
		{"", []string{"user", "set", "--email", unicode, "--new-email", "ada@bu\u0308cher.example"}, 1, "--new-email: This is already your address."},
		{"", []string{"user", "set", "--email", unicode, "--new-email", "a\u2060da@example.test"}, 1, "--new-email: This address contains an invisible character"},
		{"", []string{"user", "set", "--email", unicode, "--new-email", "ada@gemüse.example"}, 0, "The address of " + ascii + " is now ada@xn--gemse-mva.example."},
		{"", []string{"user", "export", "--email", "ada@gemüse.example"}, 0, `"email": "ada@xn--gemse-mva.example"`},
	} {
		got := portfolio(t, step.input, step.args...)
		if got.code != step.code || !strings.Contains(got.out+got.err, step.want) {
			t.Errorf("portfolio %s: %d %s%s\nwant %d %s", strings.Join(step.args, " "), got.code, got.out, got.err, step.code, step.want)
		}
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}
