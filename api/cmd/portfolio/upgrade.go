package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"portfolio/api/app"
	"portfolio/api/internal/config"
)

const (
	// feedTimeout is how long RELEASE_FEED may take to answer.
	feedTimeout = 30 * time.Second
	// feedLimit is the maximum size of a release file.
	feedLimit = 1 << 20
)

// release is the release file at RELEASE_FEED: the newest version, its page, and the SHA-256 of its files by name.
type release struct {
	Version string            `json:"version"`
	URL     string            `json:"url"`
	SHA256  map[string]string `json:"sha256"`
}

// upgrade tells whether RELEASE_FEED names a newer version than this program. It installs nothing.
func upgrade(ctx context.Context, args []string, std streams) error {
	flags := newFlags("upgrade", std)
	check := flags.Bool("check", false, "tell whether there is a newer version (required: nothing else exists)")
	quiet := flags.Bool("quiet", false, "print only a newer version")
	if err := parse(flags, args); err != nil {
		return err
	}
	if !*check {
		fmt.Fprintln(std.err, "portfolio upgrade installs nothing: use --check, and upgrade as docs/deploy.md says")
		return errUsage
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if settings.ReleaseFeed == "" {
		return config.Wrong(errors.New("the check is off: set RELEASE_FEED to the https address of a release file, as docs/deploy.md describes"))
	}
	newest, err := readRelease(ctx, &http.Client{Timeout: feedTimeout}, settings.ReleaseFeed)
	if err != nil {
		return &app.Unavailable{Err: fmt.Errorf("read RELEASE_FEED: %w", err)}
	}
	printRelease(std.out, newest, config.ReadBuild().Version, *quiet)
	return nil
}

// readRelease reads and checks the release file at url.
func readRelease(ctx context.Context, client *http.Client, url string) (newest release, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return release{}, err
	}
	answer, err := client.Do(request)
	if err != nil {
		return release{}, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return release{}, fmt.Errorf("the answer is %s", answer.Status)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, feedLimit+1))
	if err != nil {
		return release{}, err
	}
	if err := json.Unmarshal(body, &newest); err != nil || len(body) > feedLimit {
		return release{}, errors.New("it is not a release file")
	}
	if !semver.IsValid("v"+newest.Version) || !strings.HasPrefix(newest.URL, "https://") {
		return release{}, errors.New("it has no version such as 2.1.0, or no https address of the release")
	}
	return newest, nil
}

// printRelease prints what to do about the newest release, with the files for this platform.
func printRelease(out io.Writer, newest release, running string, quiet bool) {
	if running != "" && semver.Compare("v"+newest.Version, "v"+running) <= 0 {
		if !quiet {
			fmt.Fprintf(out, "This is the newest version, %s.\n", running)
		}
		return
	}
	if running == "" {
		running = "a build without a version"
	}
	fmt.Fprintf(out, "Version %s is available; this is %s.\n  %s\n", newest.Version, running, newest.URL)
	var names []string
	for name := range newest.SHA256 {
		if strings.Contains(name, runtime.GOOS) && strings.Contains(name, runtime.GOARCH) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(out, "  SHA-256 %s  %s\n", newest.SHA256[name], name)
	}
	fmt.Fprintln(out, "Nothing was downloaded. docs/deploy.md says how to upgrade.")
}
