package version_test

import (
	"testing"

	"portfolio/api/internal/version"
)

func TestALineForPeople(t *testing.T) {
	for _, test := range []struct {
		info version.Info
		want string
	}{
		{version.Info{Revision: "0123456789abcdef", Time: "2026-05-01T12:00:00Z", Go: "go1.26", Platform: "linux/amd64"},
			"portfolio 0123456789ab of 2026-05-01T12:00:00Z, go1.26, linux/amd64"},
		{version.Info{Revision: "0123456789abcdef", Modified: true, Go: "go1.26", Platform: "linux/amd64"},
			"portfolio 0123456789ab+, go1.26, linux/amd64"},
		{version.Info{Go: "go1.26", Platform: "linux/amd64"}, "portfolio unknown, go1.26, linux/amd64"},
	} {
		if got := test.info.String(); got != test.want {
			t.Errorf("%q, not %q", got, test.want)
		}
	}
	if here := version.Read(); here.Go == "" || here.Platform == "" {
		t.Errorf("%+v", here)
	}
}
