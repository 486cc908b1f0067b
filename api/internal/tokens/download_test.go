package tokens_test

import (
	"errors"
	"testing"
	"time"

	"portfolio/api/internal/tokens"
)

func TestDownload(t *testing.T) {
	links := tokens.NewDownload(secret)
	others := tokens.NewDownload([]byte("fedcba9876543210fedcba9876543210"))
	expires, signature := links.Sign("a file", start)
	_, elsewhere := others.Sign("a file", start)
	for _, scenario := range []struct {
		name, file, expires, signature string
		after                          time.Duration
		want                           error
	}{
		{"at once", "a file", expires, signature, 0, nil},
		{"at the end", "a file", expires, signature, tokens.DownloadLifetime, nil},
		{"too late", "a file", expires, signature, tokens.DownloadLifetime + time.Second, tokens.ErrExpired},
		{"another file", "b file", expires, signature, 0, tokens.ErrInvalid},
		{"another moment", "a file", expires + "0", signature, 0, tokens.ErrInvalid},
		{"no signature", "a file", expires, "", 0, tokens.ErrInvalid},
		{"nothing", "", "", "", 0, tokens.ErrInvalid},
		{"another key", "a file", expires, elsewhere, 0, tokens.ErrInvalid},
	} {
		if err := links.Check(scenario.file, scenario.expires, scenario.signature, start.Add(scenario.after)); !errors.Is(err, scenario.want) {
			t.Errorf("%s: got %v, want %v", scenario.name, err, scenario.want)
		}
	}
}
