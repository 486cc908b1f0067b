package api_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// wrapped is the form of an error's text: the failed action, or the setting or object that it is about. A hint may
	// follow, and an error that is looked for may come first.
	wrapped = regexp.MustCompile(`^(([a-z]+ [^:]*|[A-Z_]+( [a-z ]+)?|%[sqd][^:]*): %w(; .*)?|%w(:| at) .*)$`)
	// noVerb matches first words that are not a verb.
	noVerb = regexp.MustCompile(`^(the|a|an|no|not|failed|error|cannot|could|unable|while|when|status) `)
)

// sentences are where errors are written for the owner or for staff, who read them unchanged.
var sentences = []string{"publishing", "cmd/portfolio", "internal/config", "internal/files/store.go", "internal/files/s3.go", "server/site.go", "internal/database/access.go"}

func TestErrorsAreWrappedAlike(t *testing.T) {
	found := 0
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(pkg, "test") ||
			slices.Contains(sentences, pkg) || slices.Contains(sentences, file) {
			continue
		}
		for _, text := range stringsOf(t, file) {
			if !strings.Contains(text, "%w") {
				continue
			}
			found++
			if !wrapped.MatchString(text) || noVerb.MatchString(text) {
				t.Errorf("%s: %q is not of the form `verb object: %%w`", file, text)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d wrapped errors were found", found)
	}
}
