package api_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// asvsRequirements is how many requirements of levels 1 and 2 ASVS 5.0.0 has.
const asvsRequirements = 253

var (
	asvsRow   = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) +\| (\S+) +\| (.+?) +\|$`)
	namedFile = regexp.MustCompile("`((?:api|site|scripts)/[^`]+)`")
)

// Each requirement has one line in docs/security.md, which says how it is met or why not, and names tests that exist.
func TestEveryRequirementHasALine(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for _, row := range asvsRow.FindAllStringSubmatch(string(page), -1) {
		numbers = append(numbers, strings.Split(row[1], ", ")...)
		if !slices.Contains([]string{"met", "n/a", "open"}, row[2]) {
			t.Errorf("%s is %q", row[1], row[2])
		}
	}
	slices.Sort(numbers)
	if unique := len(slices.Compact(slices.Clone(numbers))); unique != asvsRequirements || len(numbers) != asvsRequirements {
		t.Errorf("%d requirements in %d places, not %d", unique, len(numbers), asvsRequirements)
	}
	for _, file := range namedFile.FindAllStringSubmatch(string(page), -1) {
		if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(file[1]))); err != nil {
			t.Errorf("docs/security.md names %s, which there is none of", file[1])
		}
	}
}
