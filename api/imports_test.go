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

// mayImport says which packages of ours each package may import. Imports go one way: the command, the server, the
// overviews of several features, the features, the plumbing; and a feature never imports a feature. A package that is missing here fails the test.
var mayImport = map[string][]string{
	"cmd/portfolio": {"app", "backup", "storage", "doctor", "version", "demo", "server", "accounts", "content", "audit", "files", "httpx", "config", "database", "validate", "apperror"},
	"app":           {"server", "admin", "accounts", "documents", "photos", "content", "personaldata", "publishing", "backup", "files", "trash", "media", "audit", "counters", "jobs", "mailer", "throttle", "tokens", "metrics", "version", "repeat", "httpx", "config", "database", "storage"},
	"server":        {"apidocs", "admin", "accounts", "documents", "photos", "content", "personaldata", "publishing", "trash", "media", "audit", "counters", "httpx", "apperror"},
	"admin":         {"accounts", "photos", "documents", "personaldata", "publishing", "audit", "backup", "counters", "mailer", "files", "throttle", "version", "database", "httpx", "validate", "apperror"},
	"doctor":        {"accounts", "mailer", "storage", "httpx", "config", "database"},
	"demo":          {"photos", "documents", "media", "validate"},
	"backup":        {"files", "apperror", "repeat", "mailer", "database", "storage"},

	"publishing":   {"photos", "documents", "content", "jobs", "audit", "httpx", "apperror", "database"},
	"personaldata": {"accounts", "factors", "photos", "documents", "content", "trash", "mailer", "audit", "httpx", "apperror", "database"},

	"accounts":  {"factors", "tokens", "audit", "mailer", "throttle", "httpx", "validate", "apperror", "database"},
	"photos":    {"audit", "media", "files", "storage", "trash", "tokens", "failpoint", "httpx", "validate", "apperror", "database"},
	"documents": {"audit", "tokens", "failpoint", "media", "files", "trash", "httpx", "validate", "apperror", "database"},

	"content": {"audit", "httpx", "validate", "apperror", "database"},

	"trash": {"audit", "media", "storage", "tokens", "failpoint", "httpx", "validate", "apperror", "database"},
	"files": {"failpoint", "database", "storage"},

	"media":    {"media/jpegscale", "files", "storage", "httpx", "apperror"},
	"storage":  {"apperror", "failpoint"},
	"tokens":   {},
	"factors":  {"tokens", "httpx", "database"},
	"mailer":   {"jobs", "httpx", "apperror", "database"},
	"jobs":     {"apperror", "database"},
	"throttle": {"apperror", "database"},
	"audit":    {"httpx", "database"},
	"counters": {"database"},
	"httpx":    {"validate", "apperror", "database"},

	"validate": {"apperror"},
	"metrics":  {"version"},
	"apidocs":  {"httpx", "apperror"},
	"version":  {},
	"apperror": {},
	"config":   {"httpx", "database"},
	"database": {"repeat"},

	"failpoint": {},
	"repeat":    {},

	"database/databasetest": {"database"},
	"media/jpegscale":       {},
}

// aboveFeatures are the packages that may import features, plumbing those that features may import. Every other folder is
// a feature.
var (
	aboveFeatures = []string{"cmd", "app", "server", "admin", "doctor", "demo", "publishing", "personaldata"}
	plumbing      = []string{
		"media", "files", "trash", "storage", "backup", "jobs", "mailer", "audit", "counters", "metrics", "throttle", "tokens", "factors", "database",
		"httpx", "validate", "apperror", "apidocs", "config", "version", "failpoint", "repeat",
	}
)

const module = "portfolio/api/"

func TestFeaturesAreNotImportedByFeaturesOrPlumbing(t *testing.T) {
	folder := func(pkg string) string {
		name, _, _ := strings.Cut(pkg, "/")
		return name
	}
	features := 0
	for pkg, imports := range mayImport {
		if slices.Contains(aboveFeatures, folder(pkg)) {
			continue
		}
		if !slices.Contains(plumbing, folder(pkg)) {
			features++
		}
		for _, imported := range imports {
			if !slices.Contains(plumbing, folder(imported)) {
				t.Errorf("package %s may not import %s: features and plumbing import plumbing alone", pkg, imported)
			}
		}
	}
	if features < 3 {
		t.Errorf("%d features were found", features)
	}
}

func TestTheReadmeListsEveryPackage(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
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
	seen := map[string]bool{}
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(pkg, "apitest") || pkg == "." {
			continue
		}
		seen[pkg] = true
		allowed, known := mayImport[pkg]
		if !known && !strings.HasSuffix(pkg, "test") {
			t.Errorf("%s: package %s is not in mayImport: say what it may import", file, pkg)
			continue
		}
		for _, imported := range ownImports(t, file) {
			if known && !slices.Contains(allowed, imported) {
				t.Errorf("%s imports %s: package %s may import %v only", file, imported, pkg, allowed)
			}
		}
	}
	for pkg := range mayImport {
		if !seen[pkg] {
			t.Errorf("mayImport names %s, which does not exist", pkg)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func ownImports(t *testing.T, file string) (names []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if name, ours := strings.CutPrefix(imported, module); ours {
			names = append(names, name)
		}
	}
	return names
}
