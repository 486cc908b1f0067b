package api_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// tablesOf says which package reads and writes each table. The others ask it.
var tablesOf = map[string][]string{
	"accounts":          {"users", "sessions", "app_tokens", "email_changes", "trusted_devices", "totp_secrets", "recovery_codes", "passkeys", "used_challenges"},
	"photos":            {"galleries", "images", "image_files", "replaced_images"},
	"documents":         {"documents", "document_categories", "document_versions"},
	"content":           {"content_drafts", "content_publications", "content_versions"},
	"shares":            {"shares", "share_days"},
	"messages":          {"messages"},
	"publishing":        {"publishing"},
	"site":              {"settings", "setup"},
	"internal/files":    {"deleted_files"},
	"backup":            {"offsite_backups"},
	"internal/jobs":     {"jobs"},
	"internal/throttle": {"throttles"},
	"internal/audit":    {"audit_entries"},
	"visits":            {"counters"},
	"internal/database": {"locks", "goose_db_version", "goose_fingerprints"},
}

// named finds the tables that a statement names.
var named = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z_]+)`)

func TestEveryTableHasOneOwner(t *testing.T) {
	owned := map[string]string{}
	for owner, tables := range tablesOf {
		for _, table := range tables {
			if other := owned[table]; other != "" {
				t.Errorf("the table %s is of %s and of %s", table, owner, other)
			}
			owned[table] = owner
		}
	}
	exist := []string{"goose_db_version", "goose_fingerprints"}
	err := servertest.NewDatabase(t).InSnapshot(t.Context(), func(tx *database.Tx) error {
		tables, err := tx.Tables(t.Context())
		for _, table := range tables {
			exist = append(exist, table.Name)
		}
		return err
	})
	noError(t, err)
	for _, table := range exist {
		if owned[table] == "" {
			t.Errorf("say in tablesOf which package owns the table %s", table)
		}
	}
	for table := range owned {
		if !slices.Contains(exist, table) {
			t.Errorf("tablesOf names %s, which does not exist", table)
		}
	}

	statements := 0
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(pkg, "test") {
			continue
		}
		for _, text := range stringsOf(t, file) {
			for _, match := range named.FindAllStringSubmatch(text, -1) {
				table := match[1]
				if owner := owned[table]; owner != "" {
					statements++
					if owner != pkg {
						t.Errorf("%s names the table %s: package %s is to ask %s instead", file, table, pkg, owner)
					}
				}
			}
		}
	}
	if statements < 100 {
		t.Errorf("only %d statements were found", statements)
	}
}

// stringsOf returns the texts of a Go file's string literals.
func stringsOf(t *testing.T, file string) (texts []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	noError(t, err)
	ast.Inspect(parsed, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			noError(t, err)
			texts = append(texts, text)
		}
		return true
	})
	return texts
}
