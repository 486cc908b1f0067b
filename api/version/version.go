// Package version says which build of the server this is.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Info is what a build knows of itself. Revision and Time are of the commit that it was made from, and empty where it
// was made outside a repository; Modified says that files differed from that commit.
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

// String is one line for people: the revision, when it was made, and what it was compiled with and for.
func (i Info) String() string {
	parts := []string{"portfolio " + i.Short()}
	if i.Time != "" {
		parts = append(parts, "of "+i.Time)
	}
	return fmt.Sprintf("%s, %s, %s", strings.Join(parts, " "), i.Go, i.Platform)
}
