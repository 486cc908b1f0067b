package apitest

import (
	"regexp"
	"strings"
	"testing"
)

// Scenario is a row of a table: a request and the expected answer. In Want, "…" matches any text.
type Scenario struct {
	Name    string
	Request Request
	Status  int
	Want    string
	Header  map[string]string
}

// Run sends each scenario's request, one after another, and compares.
func (s *Site) Run(t *testing.T, scenarios []Scenario) {
	t.Helper()
	for _, scenario := range scenarios {
		t.Run(scenario.Name, func(t *testing.T) {
			answer := s.Do(t, scenario.Request)
			if answer.Status != scenario.Status || !like(scenario.Want, answer.Body) {
				t.Errorf("%s %s: %d %s\nwant: %d %s", scenario.Request.Method, scenario.Request.Path,
					answer.Status, answer.Body, scenario.Status, scenario.Want)
			}
			for name, value := range scenario.Header {
				if got := strings.Join(answer.Header.Values(name), ", "); !like(value, got) {
					t.Errorf("%s is %q, not %q", name, got, value)
				}
			}
		})
	}
}

func like(want, got string) bool {
	parts := strings.Split(want, "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile(`^(?s:` + strings.Join(parts, ".*") + `)$`).MatchString(got)
}
