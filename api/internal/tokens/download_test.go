package tokens_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/tokens"
)

func TestDownload(t *testing.T) {
	links := tokens.NewDownload(secret)
	others := tokens.NewDownload([]byte("fedcba9876543210fedcba9876543210"))
	query := func(links *tokens.Download) url.Values {
		link := links.Link("/a/path/", "a file", start)
		text, found := strings.CutPrefix(link, "/a/path/?")
		parsed, err := url.ParseQuery(text)
		if !found || err != nil {
			t.Fatalf("the link %q: %v", link, err)
		}
		return parsed
	}
	expires, signature := query(links).Get("expires"), query(links).Get("signature")
	const valid = apperror.KindInternal
	for _, scenario := range []struct {
		name, file, expires, signature string
		after                          time.Duration
		want                           apperror.Kind
	}{
		{"at once", "a file", expires, signature, 0, valid},
		{"at the end", "a file", expires, signature, tokens.DownloadLifetime, valid},
		{"too late", "a file", expires, signature, tokens.DownloadLifetime + time.Second, apperror.KindForbidden},
		{"another file", "b file", expires, signature, 0, apperror.KindNotFound},
		{"another moment", "a file", expires + "0", signature, 0, apperror.KindNotFound},
		{"no signature", "a file", expires, "", 0, apperror.KindNotFound},
		{"nothing", "", "", "", 0, apperror.KindNotFound},
		{"another key", "a file", expires, query(others).Get("signature"), 0, apperror.KindNotFound},
	} {
		sent := url.Values{"expires": {scenario.expires}, "signature": {scenario.signature}}
		err := links.Check(sent, scenario.file, start.Add(scenario.after))
		var refused *apperror.Error
		if errors.As(err, &refused) != (scenario.want != valid) || refused != nil && refused.Kind != scenario.want {
			t.Errorf("%s: got %v, want kind %v", scenario.name, err, scenario.want)
		}
	}
}
