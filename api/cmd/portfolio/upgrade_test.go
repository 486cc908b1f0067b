package main

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
)

func TestUpgradeSaysHowToTurnItsCheckOn(t *testing.T) {
	got := portfolio(t, "", "upgrade", "--check")
	if got.code != exitConfig || !strings.Contains(got.err, "the check is off: set RELEASE_FEED to the https address of a release file") {
		t.Errorf("%d %s%s", got.code, got.out, got.err)
	}
	if got := portfolio(t, "", "upgrade"); got.code != exitUsage || !strings.Contains(got.err, "installs nothing: use --check") {
		t.Errorf("%d %s%s", got.code, got.out, got.err)
	}
	t.Setenv("RELEASE_FEED", "https://127.0.0.1:1/release.json")
	if got := portfolio(t, "", "upgrade", "--check"); got.code != exitUnavailable || !strings.Contains(got.err, "read RELEASE_FEED: ") {
		t.Errorf("%d %s%s", got.code, got.out, got.err)
	}
	t.Setenv("RELEASE_FEED", "http://example.com/release.json")
	if got := portfolio(t, "", "upgrade", "--check"); got.code != exitConfig || !strings.Contains(got.err, "RELEASE_FEED must be an https address") {
		t.Errorf("%d %s%s", got.code, got.out, got.err)
	}
}

func TestOnlyAReleaseFileIsRead(t *testing.T) {
	for name, test := range map[string]struct {
		status     int
		body, want string
	}{
		"valid":        {200, `{"version": "2.1.0", "url": "https://example.com/2.1.0", "sha256": {"a.deb": "00"}}`, ""},
		"missing":      {404, "", "the answer is 404 Not Found"},
		"a page":       {200, "<html>", "it is not a release file"},
		"too large":    {200, `{"version": "2.1.0", "url": "https://example.com/"` + strings.Repeat(" ", feedLimit) + "}", "it is not a release file"},
		"no version":   {200, `{"version": "newest", "url": "https://example.com/"}`, "it has no version such as 2.1.0"},
		"a script URL": {200, `{"version": "2.1.0", "url": "javascript:alert(1)"}`, "or no https address of the release"},
	} {
		site := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(test.status)
			_, _ = w.Write([]byte(test.body))
		}))
		newest, err := readRelease(t.Context(), site.Client(), site.URL)
		site.Close()
		if test.want == "" && (err != nil || newest.Version != "2.1.0" || newest.SHA256["a.deb"] != "00") || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %+v, %v", name, newest, err)
		}
	}
}

func TestANewerVersionIsNamedWithTheFilesOfThisPlatform(t *testing.T) {
	file := "portfolio_2.10.0_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"
	newest := release{"2.10.0", "https://example.com/2.10.0", map[string]string{file: "aa", "portfolio_2.10.0_plan9_mips.tar.gz": "bb"}}
	for _, test := range []struct {
		running string
		quiet   bool
		want    string
	}{
		{"2.10.0", false, "This is the newest version, 2.10.0.\n"},
		{"2.11.0", true, ""},
		{"2.9.1", true, "Version 2.10.0 is available; this is 2.9.1.\n  https://example.com/2.10.0\n  SHA-256 aa  " + file + "\nNothing was downloaded. docs/deploy.md says how to upgrade.\n"},
		{"2.10.0-rc.1", false, "Version 2.10.0 is available; this is 2.10.0-rc.1.\n"},
		{"", false, "Version 2.10.0 is available; this is a build without a version.\n"},
	} {
		var out strings.Builder
		printRelease(&out, newest, test.running, test.quiet)
		if got := out.String(); !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: %q", test.running, got)
		}
	}
}
