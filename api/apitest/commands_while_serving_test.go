package apitest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database/databasetest"
)

// eachServing starts the real server with rate limits: one process on SQLite, two on PostgreSQL.
func eachServing(t *testing.T, test func(t *testing.T, replicas []*process)) {
	databasetest.EachURL(t, func(t *testing.T, databaseURL string) {
		first := newProcess(t, databaseURL)
		first.environment = append(first.environment, "RATE_LIMIT="+config.On, "TRUSTED_PROXIES=127.0.0.0/8", "METRICS_ADDR=none")
		first.start(t)
		replicas := []*process{first}
		if strings.HasPrefix(databaseURL, "postgres") {
			second := &process{binary: first.binary, data: first.data, environment: first.environment}
			t.Cleanup(second.kill)
			second.start(t)
			replicas = append(replicas, second)
		}
		test(t, replicas)
	})
}

// login returns the status and the access token of a sign-in of the staff account from ip.
func (p *process) login(t *testing.T, ip, password string) (status int, access string) {
	t.Helper()
	answer, err := send(t.Context(), p.url, from(ip, login(apitest.Email(apitest.Staff), password)))
	noError(t, err)
	var opened struct{ Access string }
	_ = json.Unmarshal([]byte(answer.Body), &opened)
	return answer.Status, opened.Access
}

// statusForStaff returns the status of a request that is for staff.
func (p *process) statusForStaff(t *testing.T, access string) int {
	t.Helper()
	answer, err := send(t.Context(), p.url, apitest.Request{Method: http.MethodGet, Path: documentsPath, Bearer: access})
	noError(t, err)
	return answer.Status
}

// The next sign-in after user set --unthrottle is checked, on each replica that had refused one.
func TestUnthrottleWhileServersRun(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	eachServing(t, func(t *testing.T, replicas []*process) {
		for i := range 50 {
			if status, _ := replicas[i%len(replicas)].login(t, fmt.Sprintf("203.0.113.%d", i), "wrong"); status != 401 {
				t.Fatalf("wrong password %d: %d", i, status)
			}
		}
		signInOnEach := func(network string, want int) {
			t.Helper()
			for i, p := range replicas {
				if status, _ := p.login(t, fmt.Sprintf("%s.%d", network, i), apitest.Password); status != want {
					t.Errorf("the right password on replica %d: %d, not %d", i, status, want)
				}
			}
		}
		signInOnEach("198.51.100", 429)
		replicas[0].run(t, "", "user", "set", "--email", apitest.Email(apitest.Staff), "--unthrottle")
		signInOnEach("192.0.2", 200)
	})
}

// Commands that take a right from an account act on its next request, on each replica.
func TestAccountCommandsWhileServersRun(t *testing.T) {
	t.Parallel()
	eachServing(t, func(t *testing.T, replicas []*process) {
		staff := apitest.Email(apitest.Staff)
		replicas[0].run(t, apitest.Password+"\n", "user", "create", "--email", "second@example.test",
			"--first-name", "Second", "--last-name", "Staff", "--staff")
		for _, step := range []struct {
			input  string
			change []string
			status int
			undo   []string
		}{
			{change: []string{"--staff", "off"}, status: 403, undo: []string{"--staff", "on"}},
			{change: []string{"--active", "off"}, status: 401, undo: []string{"--active", "on"}},
			{input: newPassword + "\n", change: []string{"--password"}, status: 401},
		} {
			tokens := make([]string, len(replicas))
			for i, p := range replicas {
				status, access := p.login(t, "192.0.2.1", apitest.Password)
				if status != 200 || p.statusForStaff(t, access) != 200 {
					t.Fatalf("sign in before %v: %d", step.change, status)
				}
				tokens[i] = access
			}
			replicas[0].run(t, step.input, append([]string{"user", "set", "--email", staff}, step.change...)...)
			for i, p := range replicas {
				if status := p.statusForStaff(t, tokens[i]); status != step.status {
					t.Errorf("replica %d, after %v: %d, not %d", i, step.change, status, step.status)
				}
			}
			if step.undo != nil {
				replicas[0].run(t, "", append([]string{"user", "set", "--email", staff}, step.undo...)...)
			}
		}
	})
}
