package api_test

import (
	"io/fs"
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
	noError(t, err)
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

var (
	fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	namedFuzz  = regexp.MustCompile("`(Fuzz\\w+)`")
)

// docs/security.md names each target of scripts/drill fuzz, and no other.
func TestEveryFuzzTargetIsListed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "security.md"))
	noError(t, err)
	var named, found []string
	for _, name := range namedFuzz.FindAllStringSubmatch(string(page), -1) {
		named = append(named, name[1])
	}
	err = filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		code, err := os.ReadFile(path)
		for _, name := range fuzzTarget.FindAllStringSubmatch(string(code), -1) {
			found = append(found, name[1])
		}
		return err
	})
	noError(t, err)
	slices.Sort(named)
	slices.Sort(found)
	if named = slices.Compact(named); !slices.Equal(named, found) {
		t.Errorf("the page names %v, and there are %v", named, found)
	}
}
