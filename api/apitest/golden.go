package apitest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"portfolio/api/accounts"
)

var update = flag.Bool("update", false, "write the golden answers instead of comparing with them")

// Updating reports whether the recorded answers are rewritten.
func Updating() bool { return *update }

// Golden is a folder of answers, which the site's types are compiled against and its tests replay.
// Each file holds the call, the status and the body, with everything that differs from run to run
// replaced by something fixed.
type Golden struct {
	dir   string
	names []string
}

// OpenGolden returns the answers in dir. When t ends, a file there that was not asked for fails it, or is deleted by
// -update.
func OpenGolden(t *testing.T, dir string) *Golden {
	t.Helper()
	g := &Golden{dir: dir}
	t.Cleanup(func() {
		if t.Failed() || t.Skipped() {
			return // it may not have come as far as asking for all of them
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.json"))
		noError(t, err)
		for _, file := range files {
			if slices.Contains(g.names, strings.TrimSuffix(filepath.Base(file), ".json")) {
				continue
			}
			if !*update || os.Remove(file) != nil {
				t.Errorf("%s is not a golden answer of this test", file)
			}
		}
	})
	return g
}

// Compare fails the test when the answer to a request is not the golden one of that name. With
// -update it becomes it.
func (g *Golden) Compare(t *testing.T, name string, request Request, answer Answer) {
	t.Helper()
	g.names = append(g.names, name)
	got := canonical(t, request, answer)
	path := filepath.Join(g.dir, name+".json")
	if *update {
		noError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test ./api/apitest -run Golden -update writes it", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s has changed; if it should, go test ./api/apitest -run Golden -update\ngot:\n%s\nwant:\n%s", name, got, want)
	}
}

func canonical(t *testing.T, request Request, answer Answer) []byte {
	t.Helper()
	var body any
	if answer.Status != http.StatusNoContent {
		decoder := json.NewDecoder(strings.NewReader(answer.Body))
		decoder.UseNumber()
		if err := decoder.Decode(&body); err != nil {
			t.Fatalf("%s: %v", answer.Body, err)
		}
	}
	path, _, _ := strings.Cut(request.Path, "?")
	path = anySession.ReplaceAllString(path, "/sessions/session-1/")
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	fixed := fixer{numbers: map[string]int{}}
	err := encoder.Encode(struct {
		Call   string `json:"call"`
		Status int    `json:"status"`
		Body   any    `json:"body,omitempty"`
	}{request.Method + " " + path, answer.Status, fixed.value("", body)})
	noError(t, err)
	return text.Bytes()
}

// fixedNumbers are the members that differ between engines, encoders and versions of the schema.
var fixedNumbers = map[string]json.Number{
	"storage_bytes": "1572864", "database_bytes": "442368", "schema_version": "1", "audit_entries": "120",
}

// fixer replaces values that change with each run: times, tokens, session IDs, file names.
type fixer struct {
	// numbers counts different values of a kind, so that equal ones stay equal.
	numbers map[string]int
}

var (
	anyTime     = regexp.MustCompile(`^\d{4}-\d\d-\d\dT[\d:.]+Z$`)
	anyMedia    = regexp.MustCompile(`^/media/[0-9a-f]{2}/([0-9a-f]{64})(\.\w+)$`)
	anySigned   = regexp.MustCompile(`([?&])expires=\d+&signature=[\w-]{43}$`)
	anySession  = regexp.MustCompile(`/sessions/[\w-]{22}/`)
	anySecret   = regexp.MustCompile(`secret=[A-Z2-7]{32}`)
	anyHandle   = regexp.MustCompile(`^AAAAAA[\w-]{5}$`)
	anyQR       = regexp.MustCompile(`^(M\d+ \d+h\d+v1h-\d+z)+$`)
	anyFormTime = regexp.MustCompile(`^\d{13}\.[\w-]{43}$`)
	anySeconds  = regexp.MustCompile(`in \d+ seconds`)
	anyShare    = regexp.MustCompile(`/s/[\w-]{22}$`)
)

func (f fixer) value(member string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		// In order, so that numbers are given alike in every run.
		for _, name := range slices.Sorted(maps.Keys(value)) {
			value[name] = f.value(name, value[name])
		}
		return value
	case []any:
		for i := range value {
			value[i] = f.value(member, value[i])
		}
		return value
	case string:
		return f.text(member, value)
	case json.Number:
		if fixed, ok := fixedNumbers[member]; ok {
			return fixed
		}
	}
	return value
}

func (f fixer) text(member, text string) string {
	switch member {
	case "access":
		if strings.Contains(text, ".") { // shares have an access too
			return "header.payload.signature"
		}
	case "refresh":
		return "session.1.1777636800.random.signature"
	case "token", "second_factor_token", "passkey_token", "challenge":
		return strings.Repeat("one-time-token-", 3)[:43]
	case "today":
		return "2026-05-01"
	case "secret":
		return "GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ"
	case "request_id":
		return "ABCDEFGHIJKLMNOP"
	case "version":
		return "portfolio 0123456789ab, go1.26.0, linux/amd64"
	case "database_engine":
		return "sqlite"
	case "recovery_codes":
		return fmt.Sprintf("AAAA-BBBB-CCCC-DDDD-EEEE-FFF%c", 'A'+rune(f.number(text)-1))
	}
	if member == "id" && accounts.IsSessionID(text) {
		return fmt.Sprintf("session-%d", f.number(text))
	}
	if member == "id" && anyHandle.MatchString(text) {
		return "AAAAAAAAAAE"
	}
	if anyTime.MatchString(text) {
		return "2026-05-01T12:00:00.000Z"
	}
	if parts := anyMedia.FindStringSubmatch(text); parts != nil {
		return fmt.Sprintf("/media/00/%064x%s", f.number(parts[1]), parts[2])
	}
	text = anyFormTime.ReplaceAllString(text, "1777636800000."+strings.Repeat("signature-", 5)[:43])
	text = anyShare.ReplaceAllString(text, "/s/kV7w2mQx9TfRpLn4kV7w2m")
	text = anySecret.ReplaceAllString(text, "secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
	text = anyQR.ReplaceAllString(text, "M4 4h7v1h-7z")
	text = anySigned.ReplaceAllString(text, "${1}expires=1777636800&signature="+strings.Repeat("signature-", 5)[:43])
	return anySeconds.ReplaceAllString(text, "in 42 seconds")
}

func (f fixer) number(text string) int {
	if _, ok := f.numbers[text]; !ok {
		f.numbers[text] = len(f.numbers) + 1
	}
	return f.numbers[text]
}
