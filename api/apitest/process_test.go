package apitest_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/config"
)

// binaries is the folder of the servers that are built once for all tests of this package.
var binaries = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "portfolio-binary-") })

// builtServer is the path of the real server, crashingServer that of one that crashes at the moment
// FAILPOINT.
var (
	builtServer    = sync.OnceValues(func() (string, error) { return build("portfolio") })
	crashingServer = sync.OnceValues(func() (string, error) { return build("crashing", "-tags", "failpoints") })
)

func build(name string, flags ...string) (string, error) {
	dir, err := binaries()
	if err != nil {
		return "", err
	}
	// Go repeats a test when files have changed that it has opened, but does not see what `go
	// build` reads.
	_ = filepath.WalkDir("..", func(path string, _ fs.DirEntry, _ error) error {
		if filepath.Base(path) == "apidocs" {
			return fs.SkipDir
		}
		return nil
	})
	path := filepath.Join(dir, name)
	arguments := append([]string{"build", "-o", path}, flags...)
	compile := exec.Command("go", append(arguments, "portfolio/api/cmd/portfolio")...)
	compile.Env = append(os.Environ(), "CGO_ENABLED=0") // as scripts/build does
	output, err := compile.CombinedOutput()
	if err != nil {
		return "", &buildError{err, string(output)}
	}
	return path, nil
}

type buildError struct {
	error
	output string
}

func (e *buildError) Error() string { return e.error.Error() + "\n" + e.output }

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := binaries(); err == nil {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// process is the real server on its own data, which may be killed and started again.
type process struct {
	binary, data string
	storageURL   string // its STORAGE_URL
	environment  []string
	url          string
	command      *exec.Cmd
	log          *apitest.Log
}

// newProcess prepares a server on an empty database with a staff account, and does not start it.
func newProcess(t *testing.T, databaseURL string) *process {
	t.Helper()
	return newProcessOn(t, builtServer, databaseURL, "")
}

// newProcessOn is newProcess for another binary, and for another store if its URL is not "".
func newProcessOn(t *testing.T, binary func() (string, error), databaseURL, storageURL string) *process {
	t.Helper()
	p := newEmptyProcess(t, binary, databaseURL, storageURL)
	p.run(t, apitest.Password+"\n", "user", "create", "--email", apitest.Email(apitest.Staff), "--first-name", "Some", "--last-name", "Body", "--staff")
	return p
}

// newEmptyProcess is newProcessOn without the account.
func newEmptyProcess(t *testing.T, binary func() (string, error), databaseURL, storageURL string) *process {
	t.Helper()
	p := newProcessWithoutTables(t, binary, databaseURL, storageURL)
	p.run(t, "", "migrate")
	return p
}

// newProcessWithoutTables is newEmptyProcess, but without changes to the database.
func newProcessWithoutTables(t *testing.T, binary func() (string, error), databaseURL, storageURL string) *process {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatalf("build the server: %v", err)
	}
	p := &process{binary: path, data: t.TempDir(), storageURL: storageURL}
	p.environment = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "LISTEN_ADDR=127.0.0.1:0", "DATA_DIR=" + p.data,
		"DATABASE_URL=" + databaseURL, "STATIC_DIR=" + config.NoSite, "RATE_LIMIT=" + config.Off,
		"STORAGE_URL=" + storageURL, "AWS_ACCESS_KEY_ID=" + os.Getenv("AWS_ACCESS_KEY_ID"), "AWS_SECRET_ACCESS_KEY=" + os.Getenv("AWS_SECRET_ACCESS_KEY"),
	}
	t.Cleanup(func() { p.kill() })
	return p
}

func (p *process) run(t *testing.T, input string, arguments ...string) {
	t.Helper()
	command := exec.Command(p.binary, arguments...)
	command.Env, command.Stdin = p.environment, strings.NewReader(input)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("portfolio %s: %v\n%s", strings.Join(arguments, " "), err, output)
	}
}

var servingLine = regexp.MustCompile(`https?://[a-z0-9.]+:\d+`)

// start runs the server and returns when it logs its address.
func (p *process) start(t *testing.T) {
	t.Helper()
	p.log = &apitest.Log{}
	p.command = exec.Command(p.binary, "serve")
	p.command.Env, p.command.Stderr = p.environment, p.log
	output, err := p.command.StdoutPipe()
	if err == nil {
		err = p.command.Start()
	}
	noError(t, err)
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if p.url = servingLine.FindString(lines.Text()); p.url != "" {
			go func() { _, _ = io.Copy(io.Discard, output) }()
			return
		}
	}
	_ = p.command.Wait()
	t.Fatalf("the server ended: %s", p.log.String())
}

// kill ends the server as a power cut does: it gets no chance to do anything.
func (p *process) kill() {
	if p.command == nil {
		return
	}
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
	p.command = nil
}

// send sends a request to the server at url.
func send(ctx context.Context, url string, in apitest.Request) (answer apitest.Answer, err error) {
	request, _, err := in.Build(ctx, url)
	if err != nil {
		return answer, err
	}
	response, err := (&http.Client{Timeout: 2 * time.Minute}).Do(request)
	if err != nil {
		return answer, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	return apitest.Answer{Status: response.StatusCode, Header: response.Header, Body: string(text)}, err
}

// refusal is the status of an answer that is not a success.
type refusal int

func (r refusal) Error() string { return fmt.Sprintf("status %d", int(r)) }

// sendAccepted is send for a request that should succeed. It returns a refusal if it does not.
func sendAccepted(ctx context.Context, url string, in apitest.Request) (apitest.Answer, error) {
	answer, err := send(ctx, url, in)
	if err == nil && answer.Status >= http.StatusMultipleChoices {
		err = refusal(answer.Status)
	}
	return answer, err
}

// do sends a request whose answer must have the status.
func (p *process) do(t *testing.T, in apitest.Request, status int) apitest.Answer {
	t.Helper()
	answer, err := send(t.Context(), p.url, in)
	if err != nil || answer.Status != status {
		t.Fatalf("%s %s: %d, %v, %s", in.Method, in.Path, answer.Status, err, answer.Body)
	}
	return answer
}

// signIn returns an access token of the staff account.
func (p *process) signIn(t *testing.T) string {
	t.Helper()
	var opened struct{ Access string }
	p.do(t, login(apitest.Email(apitest.Staff), apitest.Password), http.StatusOK).Decode(t, &opened)
	return opened.Access
}

// get returns the body of the answer at path, which must be 200.
func (p *process) get(t *testing.T, path, bearer string) []byte {
	t.Helper()
	return []byte(p.do(t, by(bearer, "GET", path), http.StatusOK).Body)
}

// peakMemory returns the most memory that the server has held so far, in bytes, as the kernel
// counted it.
func (p *process) peakMemory(t *testing.T) int64 {
	t.Helper()
	peak, err := peakMemory(p.command.Process.Pid)
	noError(t, err)
	return peak
}

// peakMemory returns the most memory that a running process has held so far, in bytes.
func peakMemory(pid int) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, found := strings.Cut(string(status), "VmHWM:")
	if !found {
		return 0, fmt.Errorf("no VmHWM in %s", status)
	}
	kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	return kib << 10, err
}
