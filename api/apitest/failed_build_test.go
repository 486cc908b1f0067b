package apitest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

// sourceTree returns a copy of the sources of the pages, with the packages of this tree.
func sourceTree(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(root, "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "vite")); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("npm packages are missing: run scripts/test, which installs them")
		}
		t.Skip("there are no npm packages: no build was tried; scripts/setup installs them")
	}
	tree := t.TempDir()
	for _, folder := range []string{"site/src", "ssg", "content"} {
		if err := os.CopyFS(filepath.Join(tree, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"vite.config.ts", "package.json", "package-lock.json", "tsconfig.json"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err == nil {
			err = os.WriteFile(filepath.Join(tree, file), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(modules, filepath.Join(tree, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestStaffReadTheMistakeForWhichABuildFails has the site's real build refuse a mistake in the
// content.
func TestStaffReadTheMistakeForWhichABuildFails(t *testing.T) {
	apitest.Long(t)
	tree := sourceTree(t)
	about := filepath.Join(tree, "content/about.md")
	text, err := os.ReadFile(about)
	if err != nil {
		t.Fatal(err)
	}
	mistaken := strings.Replace(string(text), "\ntitle:", "\ntitel:", 1)
	if err := os.WriteFile(about, []byte(mistaken), 0o600); err != nil || mistaken == string(text) {
		t.Fatalf("%v: %s", err, text)
	}
	t.Setenv("PREFETCH_FROM", "none")
	site := apitest.StartWith(t, apitest.Settings{"BUILD_COMMAND": "cd '" + tree + "' && npx vite build"})
	if answer := site.Do(t, apitest.Request{Method: "POST", Path: publishingPath, As: apitest.Staff}); answer.Status != 202 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	publishDue(t, site)
	const want = "the build failed (exit status 1): The build stops for 2 mistakes:\n" +
		"content/about.md:1: The field \"title\" is missing. Add a line \"title: …\". The name of the page in the window title and in search results.\n" +
		"content/about.md:2: There is no field \"titel\". Delete it, or use one of: title, description, heading."
	if now := publishingStatus(t, site); now.State != "failed" || now.Failure != want {
		t.Errorf("staff read, %s: %s\nnot: %s", now.State, now.Failure, want)
	}
	logged, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	site.Await(t, "the mistake in the log", func() bool { return strings.Contains(site.Log.String(), `"error":`+string(logged)) })
}
