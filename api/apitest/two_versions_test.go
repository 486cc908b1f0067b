package apitest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/database/databasetest"
)

// versionBefore is the revision of the newest tag; where there is none, the last one before the newest migration.
var versionBefore = sync.OnceValues(func() (string, error) {
	if tag, err := git("describe", "--tags", "--abbrev=0"); err == nil {
		return tag, nil
	}
	steps, err := filepath.Glob("../database/migrations/sqlite/*.sql")
	if err != nil {
		return "", err
	}
	added, err := git("log", "-1", "--format=%H", "--diff-filter=A", "--", steps[len(steps)-1])
	if err != nil || added == "" {
		return "HEAD", err // the newest migration is not committed
	}
	return git("rev-parse", "--verify", added+"^")
})

// serverBefore is the path of the server of versionBefore.
var serverBefore = sync.OnceValues(func() (string, error) {
	revision, err := versionBefore()
	if err != nil {
		return "", err
	}
	dir, err := binaries()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "before")
	compile := exec.Command("sh", "-ec", `mkdir "$1.source"; git -C ../.. archive "$0" | tar -x -C "$1.source"
		cd "$1.source"; go build -o "$1" ./api/cmd/portfolio`, revision, path)
	compile.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := compile.CombinedOutput(); err != nil {
		return "", &buildError{err, string(output)}
	}
	return path, nil
})

func git(arguments ...string) (string, error) {
	output, err := exec.Command("git", arguments...).CombinedOutput()
	if err != nil {
		return "", &buildError{err, string(output)}
	}
	return strings.TrimSpace(string(output)), nil
}

// TestTheVersionBeforeWorksBesideThisOne starts the server of before, then this one on the same database and files, as a
// rolling upgrade does. Each does half of the work, what one was answered the other says too, and the server of before can be
// started again.
func TestTheVersionBeforeWorksBesideThisOne(t *testing.T) {
	t.Parallel()
	revision, err := versionBefore()
	if err != nil {
		t.Skipf("the version before is not known: git fetch --unshallow gets the history (%v)", err)
	}
	t.Log("the version before is", revision)
	databasetest.EachURL(t, func(t *testing.T, url string) {
		before := newProcessOn(t, serverBefore, url, "")
		before.start(t)
		binary, err := builtServer()
		if err != nil {
			t.Fatal(err)
		}
		now := &process{binary: binary, data: before.data, environment: before.environment}
		t.Cleanup(now.kill)
		now.start(t)
		workTogether(t, before, now)
		now.run(t, "", "fsck", "--repair", "--older-than", old)
		now.checkFiles(t)
		if looks, err := git("ls-tree", revision, "../database/migrations/sqlite/0025_compatibility.sql"); err != nil || looks == "" {
			t.Logf("the server of before refuses every database that a newer one has changed, so it was not started again (%v)", err)
			return
		}
		before.kill()
		before.start(t)
		workTogether(t, now, before)
		now.run(t, "", "fsck", "--repair", "--older-than", old)
		now.checkFiles(t)
	})
}

// workTogether makes every kind of change at one of the servers, and reads at both after each.
func workTogether(t *testing.T, one, other *process) {
	t.Helper()
	var opened, renewed struct{ Access, Refresh string }
	decode(t, one.post(t, "/api/users/login/", map[string]string{"email": apitest.Email(apitest.Staff), "password": apitest.Password}, 200), &opened)
	decode(t, other.post(t, "/api/token/refresh/", map[string]string{"refresh": opened.Refresh}, 200), &renewed)
	decode(t, one.post(t, "/api/token/refresh/", map[string]string{"refresh": renewed.Refresh}, 200), &renewed)
	bearer, served := renewed.Access, map[string]bool{}
	for n, change := range []action{
		addGalleryAndPicture, addPicture, replacePicture, addCV, addPicture, deletePicture, addCV, deleteCV, deletePicture, addAndDeleteGallery,
	} {
		for at, server := range []*process{one, other} {
			if err := change(t, server, bearer, 2*n+at); err != nil {
				t.Fatalf("change %d: %v", n, err)
			}
			for _, path := range []string{imagesPath, publicGallery, documentsPath, currentCVPath, "/api/photos/galleries/", "/api/users/profile/"} {
				if here, there := withoutSignatures(one.get(t, path, bearer)), withoutSignatures(other.get(t, path, bearer)); here != there {
					t.Errorf("after change %d, %s:\n%s\n%s", n, path, here, there)
				}
			}
			one.checkServed(t, bearer, served)
			other.checkServed(t, bearer, served)
		}
	}
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// signatures are the parts of answers that differ between two servers.
var signatures = regexp.MustCompile(`\?expires=[^" ]*|; charset=utf-8|"version":\d+,|"focal_point":null,|"decorative":false,|"images_without_alt_text":\d+,`)

func withoutSignatures(text []byte) string { return signatures.ReplaceAllString(string(text), "") }

// addGalleryAndPicture adds the banner's gallery if it is not there, and a picture to it.
func addGalleryAndPicture(t *testing.T, p *process, bearer string, n int) error {
	var galleries []struct{ ID int64 }
	decode(t, p.get(t, "/api/photos/galleries/", bearer), &galleries)
	if len(galleries) == 0 {
		p.postAs(t, bearer, "/api/photos/galleries/", map[string]string{"name": "page logos"}, 201)
		return addGalleryAndPicture(t, p, bearer, n)
	}
	fields := map[string]string{"title": fmt.Sprint("Banner ", n), "gallery": fmt.Sprint(galleries[0].ID)}
	return p.send(t, "POST", imagesPath, bearer, fields, "image", fmt.Sprint(n, ".jpg"), pictureOf(t, n))
}

func addAndDeleteGallery(t *testing.T, p *process, bearer string, n int) error {
	var made struct{ ID int64 }
	decode(t, p.postAs(t, bearer, "/api/photos/galleries/", map[string]string{"name": fmt.Sprint("Gallery ", n)}, 201), &made)
	return p.send(t, "DELETE", fmt.Sprintf("/api/photos/galleries/%d/", made.ID), bearer, nil, "", "", nil)
}
