package config

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set at link time: scripts/build passes the version in package.json.
var version string

// Build identifies a build of the server. Version is such as 3.0.0, empty unless scripts/build made it. Revision and Time are
// those of its commit, empty outside a repository; Modified means that files differed from the commit.
type Build struct {
	Version  string
	Revision string
	Time     string
	Modified bool
	Go       string
	Platform string
}

// ReadBuild returns the description of the running program.
func ReadBuild() Build {
	info := Build{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return info
	}
	for _, setting := range build.Settings {
		switch setting.Key {
		case "vcs.revision":
			info.Revision = setting.Value
		case "vcs.time":
			info.Time = setting.Value
		case "vcs.modified":
			info.Modified = setting.Value == "true"
		}
	}
	return info
}

// Short is the first characters of the revision, with a plus when files were modified, or "unknown".
func (b Build) Short() string {
	if b.Revision == "" {
		return "unknown"
	}
	short := b.Revision[:min(12, len(b.Revision))]
	if b.Modified {
		short += "+"
	}
	return short
}

// String returns one line for people: the version, the revision and its time, and the compiler and platform.
func (b Build) String() string {
	commit := b.Short()
	if b.Time != "" {
		commit += " of " + b.Time
	}
	if b.Version != "" {
		commit = b.Version + " (" + commit + ")"
	}
	return fmt.Sprintf("portfolio %s, %s, %s", commit, b.Go, b.Platform)
}
