// Package version says which build of the server this is.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Info describes a build. Revision and Time are those of its commit, empty outside a repository;
// Modified means that files differed from the commit.
type Info struct {
	Revision string
	Time     string
	Modified bool
	Go       string
	Platform string
}

// Read returns what this build knows of itself.
func Read() Info {
	info := Info{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
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
func (i Info) Short() string {
	if i.Revision == "" {
		return "unknown"
	}
	short := i.Revision[:min(12, len(i.Revision))]
	if i.Modified {
		short += "+"
	}
	return short
}

// String returns one line for people: the revision, its time, and the compiler and platform.
func (i Info) String() string {
	parts := []string{"portfolio " + i.Short()}
	if i.Time != "" {
		parts = append(parts, "of "+i.Time)
	}
	return fmt.Sprintf("%s, %s, %s", strings.Join(parts, " "), i.Go, i.Platform)
}
