package apitest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// action is a call during which the server crashes. n makes its content unique.
type action func(t *testing.T, p *process, bearer string, n int) error

// crashCases says for every moment that is marked in the code, and every action that passes it,
// whether the action has wantEntry when the server comes back.
var crashCases = []struct {
	moment string
	during action
	done   bool
}{
	{"file written", postImage, false},
	{"file renamed", postImage, false},
	{"file renamed#3", postImage, false},
	{"image encoded", postImage, false},
	{"files stored", postImage, false},
	{"image inserted", postImage, false},
	{"image added", postImage, true},

	{"file renamed#2", replaceImage, false},
	{"files stored", replaceImage, false},
	{"image updated", replaceImage, false},
	{"image changed", replaceImage, true},

	{"image deleted", deleteImage, false},
	{"image gone", deleteImage, true},

	{"file written", addCV, false},
	{"file renamed", addCV, false},
	{"files stored", addCV, false},
	{"others unmarked", addCV, false},
	{"document inserted", addCV, false},
	{"document added", addCV, true},

	{"document deleted", deleteCV, false},
	{"document gone", deleteCV, true},

	{"item restored", restoreCV, false},
	{"item purged", thenPurge(deleteCV), true}, // of the list, from which it had gone before
	{"bytes removed", removed(thenPurge(deleteImage)), true},
	{"bytes removed", removed(thenPurge(replaceImage)), true},
	{"bytes removed", removed(thenPurge(deleteCV)), true},
}

// TestEveryCrashLeavesRowsWithTheirFiles crashes the server at each failpoint, on each engine and
// with each kind of store. After the restart each listed image has its files, deleted and replaced
// ones are not served, and the call has happened as a whole or not at all. A repair removes all
// other files.
func TestEveryCrashLeavesRowsWithTheirFiles(t *testing.T) {
	apitest.Long(t)
	servertest.EachDatabaseURL(t, func(t *testing.T, databaseURL string) {
		t.Parallel()
		crashEverywhere(t, databaseURL, "")
	})
	t.Run("s3", func(t *testing.T) { crashEverywhere(t, servertest.SQLiteURL(t), servertest.S3URL(t)) })
}

func crashEverywhere(t *testing.T, databaseURL, storageURL string) {
	p := newProcessOn(t, crashingServer, databaseURL, storageURL)
	environment := p.environment
	p.start(t)
	bearer := p.signIn(t)
	for n := range 4 {
		noError(t, postImage(t, p, bearer, 100+n))
		noError(t, addCV(t, p, bearer, 100+n))
	}
	before, urls := p.state(t, bearer), map[string]bool{}
	p.checkServed(t, bearer, urls)
	for n, crash := range crashCases {
		if strings.HasPrefix(crash.moment, "file ") && storageURL != "" {
			continue // a moment of the store in a folder
		}
		t.Run(fmt.Sprint(n, " ", crash.moment), func(t *testing.T) {
			p.kill()
			p.environment = append(environment[:len(environment):len(environment)], "FAILPOINT="+crash.moment)
			p.start(t)
			if err := crash.during(t, p, bearer, n); err == nil {
				t.Fatal("the server lives")
			}
			p.kill()
			p.environment = environment
			p.start(t)
			after := p.state(t, bearer)
			check(t, (after != before) == crash.done, "before:\n%s\nafter:\n%s\nit should have happened: %v", before, after, crash.done)
			p.checkServed(t, bearer, urls)
			p.run(t, "", "fsck", "--repair", "--older-than", old)
			p.checkFiles(t)
			equal(t, p.state(t, bearer), after, "after the repair")
			before = after
		})
	}
}

// TestEveryFailpointIsCrashedAt reads the code.
func TestEveryFailpointIsCrashedAt(t *testing.T) {
	marked := regexp.MustCompile(`\bFailpoint\("([^"]+)"\)`)
	tested, found := map[string]bool{}, 0
	for _, crash := range crashCases {
		moment, _, _ := strings.Cut(crash.moment, "#")
		tested[moment] = true
	}
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		for _, match := range marked.FindAllSubmatch(text, -1) {
			if found++; !tested[string(match[1])] {
				t.Errorf("%s: no test crashes at %q", name, match[1])
			}
		}
		return err
	})
	check(t, err == nil && found != 0, "%d marked moments, %v", found, err)
}

// state returns the site's images and documents, and which of these are current, in a form to
// compare.
func (p *process) state(t *testing.T, bearer string) string {
	t.Helper()
	var state []string
	for _, path := range []string{imagesPath, documentsPath} {
		var items []struct {
			ID         int64
			Title      string
			ImageURL   string `json:"image_url"`
			Name       string
			IsCurrent  bool   `json:"is_current"`
			UploadedAt string `json:"uploaded_at"`
		}
		noError(t, json.Unmarshal(p.get(t, path, bearer), &items))
		for _, item := range items {
			state = append(state, fmt.Sprintf("%+v", item))
		}
	}
	return strings.Join(state, "\n")
}

// checkServed asks for every file of every image that was ever listed: those of images that
// still are must be there, all others must not. It adds those of today to urls.
func (p *process) checkServed(t *testing.T, bearer string, urls map[string]bool) {
	t.Helper()
	var images []struct {
		ImageURL string `json:"image_url"`
		Srcset   []struct{ URL string }
	}
	noError(t, json.Unmarshal(p.get(t, imagesPath, bearer), &images))
	for url := range urls {
		urls[url] = false
	}
	for _, image := range images {
		urls[image.ImageURL] = true
		for _, source := range image.Srcset {
			urls[source.URL] = true
		}
	}
	for url, listed := range urls {
		answer, err := http.Get(p.url + url)
		noError(t, err)
		_ = answer.Body.Close()
		want := map[bool]int{true: http.StatusOK, false: http.StatusNotFound}[listed]
		check(t, answer.StatusCode == want, "%s: %d, want %d", url, answer.StatusCode, want)
	}
}

var sameNumbers = regexp.MustCompile(`(?m)^(\d+) files? named by rows, (\d+) files? stored\.$`)

// checkFiles asks fsck, which must find nothing wrong.
func (p *process) checkFiles(t *testing.T) {
	t.Helper()
	command := exec.Command(p.binary, "fsck", "--older-than", old)
	command.Env = p.environment
	output, err := command.CombinedOutput()
	numbers := sameNumbers.FindSubmatch(output)
	check(t, err == nil && numbers != nil && string(numbers[1]) == string(numbers[2]), "fsck: %v\n%s", err, output)
}

func postImage(t *testing.T, p *process, bearer string, n int) error {
	return p.as(t, bearer, upload(map[string]string{"title": fmt.Sprint("Image ", n)}, fmt.Sprint(n, ".jpg"), imageOf(t, n)))
}

// replaceImage changes the newest image.
func replaceImage(t *testing.T, p *process, bearer string, n int) error {
	request := upload(map[string]string{"title": fmt.Sprint("Replaced ", n)}, fmt.Sprint(n, ".jpg"), imageOf(t, n))
	request.Method, request.Path = "PATCH", p.newest(t, imagesPath, bearer)
	return p.as(t, bearer, request)
}

func deleteImage(t *testing.T, p *process, bearer string, _ int) error {
	return p.as(t, bearer, remove(p.newest(t, imagesPath, bearer)))
}

// addCV takes being current from the document that is.
func addCV(t *testing.T, p *process, bearer string, n int) error {
	fields := map[string]string{"name": fmt.Sprint("CV ", n), "category": "1", "is_current": "true"}
	return p.as(t, bearer, sendDocument(fields, "cv.pdf", fmt.Sprintf("%s%d", aPDF, n)))
}

func deleteCV(t *testing.T, p *process, bearer string, _ int) error {
	return p.as(t, bearer, remove(p.newest(t, documentsPath, bearer)))
}

// removed returns an action after which fsck removes the deleted files and crashes.
func removed(during action) action {
	return func(t *testing.T, p *process, bearer string, n int) error {
		noError(t, during(t, p, bearer, n))
		command := exec.Command(p.binary, "fsck", "--repair", "--older-than", old)
		command.Env = p.environment
		return command.Run()
	}
}

// thenPurge returns an action that purges the items that another action moved to the trash.
func thenPurge(during action) action {
	return func(t *testing.T, p *process, bearer string, n int) error {
		if err := during(t, p, bearer, n); err != nil {
			return err
		}
		return p.as(t, bearer, remove(p.newest(t, trashPath, bearer)))
	}
}

// restoreCV restores the item in the trash.
func restoreCV(t *testing.T, p *process, bearer string, _ int) error {
	return p.as(t, bearer, post(p.newest(t, trashPath, bearer)+"restore/", nil))
}

// old is an age that every file has, even on S3, whose times have whole seconds.
const old = "-2s"

func imageOf(t *testing.T, n int) []byte {
	t.Helper()
	return jpegOf(t, 700, 500, color.RGBA{byte(n * 7), byte(n * 31), byte(255 - n), 255})
}

// newest returns the path of the newest item of a list.
func (p *process) newest(t *testing.T, list, bearer string) string {
	t.Helper()
	var items []struct{ ID any }
	if err := json.Unmarshal(p.get(t, list, bearer), &items); err != nil || len(items) == 0 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	return fmt.Sprintf("%s%v/", list, items[0].ID)
}

// as sends a request with an access token. It returns an error if the server does not answer, or
// refuses.
func (p *process) as(t *testing.T, bearer string, request apitest.Request) error {
	t.Helper()
	request.Bearer = bearer
	_, err := sendAccepted(t.Context(), p.url, request)
	var refused refusal
	check(t, !errors.As(err, &refused), "%s %s: %v", request.Method, request.Path, err)
	return err
}
