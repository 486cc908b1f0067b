package apitest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/database"
)

var fullText = regexp.MustCompile(`^\{"detail":"The disk of [a-z ]+ is full\. This wasn't saved; everything saved earlier is safe\."\}$`)

// onFullDisk is a server whose data are on a small disk.
type onFullDisk struct {
	*process
	disk
	db              *database.DB
	access, refresh string
	n               int // makes each content unique
}

// send sends a request and returns the status and the body of the answer.
func (s *onFullDisk) send(t *testing.T, request apitest.Request) (int, string) {
	t.Helper()
	request.Bearer = s.access
	answer, err := send(t.Context(), s.url, request)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", request.Method, request.Path, err, s.log.String())
	}
	return answer.Status, strings.TrimSpace(answer.Body)
}

// noise returns an image of which no two are alike and that does not become small.
func noise(t *testing.T) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 500, 400))
	for i := range img.Pix {
		img.Pix[i] = byte(rand.Uint32())
	}
	var file bytes.Buffer
	noError(t, jpeg.Encode(&file, img, nil))
	return file.Bytes()
}

// fullDiskCalls are calls that write. Each answers want if the disk has room.
var fullDiskCalls = []struct {
	name string
	want int
	call func(t *testing.T, s *onFullDisk) (int, string)
}{
	{"an upload of an image", http.StatusCreated, func(t *testing.T, s *onFullDisk) (int, string) {
		return s.send(t, upload(map[string]string{"title": fmt.Sprint("Image ", s.n)}, "a.jpg", noise(t)))
	}},
	{"an upload of a document", http.StatusCreated, func(t *testing.T, s *onFullDisk) (int, string) {
		text := strings.Repeat(fmt.Sprintln("line of document", s.n), 10_000)
		return s.send(t, sendDocument(map[string]string{"name": fmt.Sprint("Document ", s.n), "category": "1"}, "a.txt", text))
	}},
	{"a change of the profile", http.StatusOK, func(t *testing.T, s *onFullDisk) (int, string) {
		return s.send(t, patch("/api/users/profile/", map[string]string{"first_name": fmt.Sprint("Name ", s.n)}))
	}},
	{"a sign-in", http.StatusOK, func(t *testing.T, s *onFullDisk) (int, string) {
		return s.send(t, login(apitest.Email(apitest.Staff), apitest.Password))
	}},
	{"a refresh", http.StatusOK, func(t *testing.T, s *onFullDisk) (int, string) {
		status, body := s.send(t, renew(s.refresh))
		var next struct{ Refresh string }
		if status == http.StatusOK && json.Unmarshal([]byte(body), &next) == nil && next.Refresh != "" {
			s.refresh = next.Refresh
		}
		return status, body
	}},
	{"a mail with a reset link", http.StatusOK, func(t *testing.T, s *onFullDisk) (int, string) {
		return s.send(t, post(forgotPath, map[string]string{"email": apitest.Email(apitest.Staff)}))
	}},
}

// On a full disk every write succeeds or answers 507, and reads work. Once there is room,
// everything works without a restart. Exactly the acknowledged writes remain.
func TestAFullDisk(t *testing.T) {
	apitest.Long(t)
	_, err := builtServer() // before the temporary files are on the small disk
	noError(t, err)
	dir := t.TempDir()
	if !mountDisk(t, dir, 24) {
		return
	}
	t.Setenv("TMPDIR", dir)
	databaseURL := "sqlite://" + filepath.Join(dir, "portfolio.db")
	s := &onFullDisk{disk: disk{dir}}
	t.Run("disk", func(t *testing.T) { // whose temporary folder is on the small disk
		s.process = newProcess(t, databaseURL)
		s.start(t)
		s.testWrites(t, databaseURL)
	})
}

func (s *onFullDisk) testWrites(t *testing.T, databaseURL string) {
	var opened struct{ Access, Refresh string }
	s.do(t, login(apitest.Email(apitest.Staff), apitest.Password), http.StatusOK).Decode(t, &opened)
	s.access, s.refresh = opened.Access, opened.Refresh
	status, body := s.send(t, upload(map[string]string{"title": "Before"}, "a.jpg", noise(t)))
	var before apitest.Image
	if err := json.Unmarshal([]byte(body), &before); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, body)
	}
	var err error
	s.db, err = database.Open(t.Context(), databaseURL)
	noError(t, err)
	done, refused := map[string]int{}, map[string]int{}
	for _, left := range []int64{0, 4 << 10, 16 << 10, 64 << 10, 200 << 10, 350 << 10, 500 << 10, 1 << 20, 0} {
		for _, write := range fullDiskCalls {
			s.free(t)
			s.letSessionsMove(t)
			s.fill(t, left)
			s.n++
			status, body := write.call(t, s)
			switch {
			case status == write.want:
				done[write.name]++
			case status == http.StatusInsufficientStorage && fullText.MatchString(body):
				refused[write.name]++
			default:
				t.Errorf("%s with %d bytes left: %d %s", write.name, left, status, body)
			}
		}
		s.fill(t, left)
		for _, path := range []string{imagesPath, documentsPath, "/api/users/profile/", before.ImageURL, before.ThumbnailURL, "/api/health/"} {
			if status, body := s.send(t, get(path, "")); status != http.StatusOK {
				t.Errorf("GET %s with %d bytes left: %d %s", path, left, status, body)
			}
		}
		s.checkBackupRefused(t)
		if t.Failed() {
			t.Fatalf("with %d bytes left: %s", left, s.log.String())
		}
	}
	t.Logf("done %v, refused %v", done, refused)
	s.free(t)
	for _, write := range fullDiskCalls {
		s.n++
		if status, body := write.call(t, s); status != write.want {
			t.Errorf("%s with room: %d %s", write.name, status, body)
		}
		done[write.name]++
		if isRefresh := write.name == "a refresh"; isRefresh != (refused[write.name] == 0) {
			t.Errorf("%s was refused %d times", write.name, refused[write.name])
		}
	}
	s.checkComplete(t, done)
	noError(t, s.db.Close())
	s.checkStart(t)
}

// letSessionsMove makes every session one that a refresh writes to.
func (s *onFullDisk) letSessionsMove(t *testing.T) {
	t.Helper()
	then := database.At(time.Now().Add(-time.Hour))
	_, err := s.db.Exec(t.Context(), `UPDATE sessions SET gen_at = ?, last_used_at = ?`, then, then)
	noError(t, err)
}

// checkBackupRefused starts a backup that does not fit.
func (s *onFullDisk) checkBackupRefused(t *testing.T) {
	t.Helper()
	s.fill(t, 8<<10)
	path := filepath.Join(s.dir, "site.backup")
	command := exec.Command(s.binary, "backup", path)
	command.Env = s.environment
	output, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(output), "no space left on device") && !strings.Contains(string(output), "full") {
		t.Errorf("backup: %v, %s", err, output)
	}
	found, _ := filepath.Glob(path + "*")
	check(t, len(found) == 0, "a backup that failed left %q", found)
}

// checkComplete compares the site with the acknowledged writes.
func (s *onFullDisk) checkComplete(t *testing.T, done map[string]int) {
	t.Helper()
	var images, documents []struct{}
	for path, list := range map[string]any{imagesPath: &images, documentsPath: &documents} {
		noError(t, json.Unmarshal(s.get(t, path, s.access), list))
	}
	check(t, len(images) == 1+done["an upload of an image"] && len(documents) == done["an upload of a document"], "%d images and %d documents, answered were 1 and %v", len(images), len(documents), done)
	noError(t, s.db.CheckIntegrity(t.Context()))
	// A mail that found no room is tried again later; here at once.
	_, err := s.db.Exec(t.Context(), `UPDATE jobs SET run_at = ?, locked_until = NULL WHERE kind = 'mail'`, database.At(time.Now()))
	noError(t, err)
	await(t, "the mails", func() bool {
		found, err := filepath.Glob(filepath.Join(s.data, "outbox", "*"))
		return err == nil && len(found) >= done["a mail with a reset link"]
	})
	s.run(t, "", "fsck", "--repair", "--older-than", "0s")
	s.run(t, "", "fsck", "--older-than", "0s")
	s.run(t, "", "backup", filepath.Join(s.dir, "site.backup"))
}

// checkStart starts the server on the full disk, as a service does repeatedly, and then with room.
func (s *onFullDisk) checkStart(t *testing.T) {
	t.Helper()
	_ = s.command.Process.Signal(syscall.SIGTERM)
	if err := s.command.Wait(); err != nil {
		t.Errorf("the server stopped with %v", err)
	}
	s.command = nil
	s.fill(t, 0)
	for _, test := range []struct {
		command string
		code    int
		want    string
	}{
		{"serve", 69, "portfolio: open the database: its disk is full: "},
		{"doctor", 65, "FAIL  disk            full, with "},
	} {
		command := exec.Command(s.binary, test.command)
		command.Env = s.environment
		output, _ := command.CombinedOutput()
		if code := command.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(output), test.want) {
			t.Errorf("%s on a full disk: %d, %s", test.command, code, output)
		}
	}
	s.free(t)
	s.start(t)
	s.signIn(t)
}

// inNamespace is the environment variable of a test that may mount.
const inNamespace = "TEST_IN_NAMESPACE"

// mountDisk mounts an empty file system of that many megabytes at dir. If only root may mount, it
// runs the whole test again as root of a new namespace and reports false.
func mountDisk(t *testing.T, dir string, megabytes int) bool {
	t.Helper()
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=700", megabytes))
	if err == nil {
		t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
		return true
	}
	if os.Getenv(inNamespace) != "" {
		t.Skipf("NOTHING WAS TESTED ON A FULL DISK: mounting one is not allowed here: %v", err)
	}
	again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), inNamespace+"=1")
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	output, err := again.CombinedOutput()
	var failed *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &failed):
		t.Skipf("NOTHING WAS TESTED ON A FULL DISK: mounting one is not allowed here: %v", err)
	case err != nil:
		t.Errorf("in a new namespace: %v\n%s", err, output)
	case bytes.Contains(output, []byte("--- SKIP")):
		t.Skipf("%s", output)
	}
	return false
}

// disk is a small file system and the file that fills it.
type disk struct{ dir string }

func (d disk) ballast() string { return filepath.Join(d.dir, "ballast") }

// fill leaves so many bytes free.
func (d disk) fill(t *testing.T, left int64) {
	t.Helper()
	d.free(t)
	file, err := os.Create(d.ballast())
	noError(t, err)
	defer file.Close()
	size, err := io.Copy(file, zeros{})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk took %d bytes, and then: %v", size, err)
	}
	noError(t, file.Truncate(max(0, size-left)))
}

// free removes what filled the disk.
func (d disk) free(t *testing.T) {
	t.Helper()
	noError(t, os.RemoveAll(d.ballast()))
}

// zeros reads as zeros without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
