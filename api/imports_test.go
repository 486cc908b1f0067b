package api_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers lists the packages from top to bottom. A package imports only packages of lower layers, but those of internal,
// the lowest, import each other; Go itself refuses cycles.
var layers = [][]string{
	{"cmd/portfolio"},
	{"."},
	{"server"},
	{"admin"},
	{"publishing", "site"},
	{"shares"},
	{"accounts", "photos", "documents", "content", "messages", "backup"},
	{"visits"},
	{"internal"},
}

// layer returns the number of a package's layer, the topmost being 0, or -1 if the package is in none.
func layer(pkg string) int {
	return slices.IndexFunc(layers, func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return pkg == name || strings.HasPrefix(pkg, name+"/") })
	})
}

const module = "portfolio/api"

func TestTheReadmeListsEveryPackage(t *testing.T) {
	text, err := os.ReadFile("README.md")
	noError(t, err)
	seen := map[string]bool{}
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		if pkg != "." && !seen[pkg] && !strings.Contains(string(text), "`"+pkg+"`") {
			t.Errorf("api/README.md does not say what %s does", pkg)
		}
		seen[pkg] = true
	}
}

func TestImportsGoOneWay(t *testing.T) {
	found := map[int]bool{}
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || pkg == "apitest" {
			continue
		}
		own := layer(pkg)
		if own < 0 {
			t.Errorf("%s: package %s is in no layer: say in layers where it belongs", file, pkg)
			continue
		}
		found[own] = true
		for _, imported := range ownImports(t, file) {
			lower := layer(imported) > own
			plumbing := own == len(layers)-1 && layer(imported) == own
			if !lower && !plumbing {
				t.Errorf("%s imports %s, which is not in a lower layer", file, imported)
			}
		}
	}
	if len(found) != len(layers) {
		t.Errorf("%d of %d layers have packages", len(found), len(layers))
	}
}

func goFiles(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "testdata" {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".go") {
			files = append(files, filepath.ToSlash(name))
		}
		return nil
	})
	noError(t, err)
	return files
}

func ownImports(t *testing.T, file string) (names []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	noError(t, err)
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		noError(t, err)
		if imported == module {
			names = append(names, ".")
		} else if name, ours := strings.CutPrefix(imported, module+"/"); ours {
			names = append(names, name)
		}
	}
	return names
}

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
