package config_test

import (
	"testing"

	"portfolio/api/internal/config"
)

func TestBuildLine(t *testing.T) {
	for _, test := range []struct {
		info config.Build
		want string
	}{
		{config.Build{Revision: "0123456789abcdef", Time: "2026-05-01T12:00:00Z", Go: "go1.26", Platform: "linux/amd64"},
			"portfolio 0123456789ab of 2026-05-01T12:00:00Z, go1.26, linux/amd64"},
		{config.Build{Revision: "0123456789abcdef", Modified: true, Go: "go1.26", Platform: "linux/amd64"},
			"portfolio 0123456789ab+, go1.26, linux/amd64"},
		{config.Build{Version: "2.0.0", Revision: "0123456789abcdef", Time: "2026-05-01T12:00:00Z", Go: "go1.26", Platform: "linux/amd64"},
			"portfolio 2.0.0 (0123456789ab of 2026-05-01T12:00:00Z), go1.26, linux/amd64"},
		{config.Build{Go: "go1.26", Platform: "linux/amd64"}, "portfolio unknown, go1.26, linux/amd64"},
	} {
		if got := test.info.String(); got != test.want {
			t.Errorf("%q, not %q", got, test.want)
		}
	}
	if here := config.ReadBuild(); here.Go == "" || here.Platform == "" {
		t.Errorf("%+v", here)
	}
}
