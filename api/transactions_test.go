package api_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// What answers a request leaves transactions to the method that it calls.
func TestHandlersOpenNoTransactions(t *testing.T) {
	handlers := 0
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "apitest/") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		noError(t, err)
		ofHandlers := strings.HasPrefix(path.Base(file), "handler")
		for _, declaration := range parsed.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || !ofHandlers && !answers(function) {
				continue
			}
			handlers++
			ast.Inspect(function, func(node ast.Node) bool {
				if called, ok := node.(*ast.SelectorExpr); ok && slices.Contains([]string{"InTx", "InSnapshot"}, called.Sel.Name) {
					t.Errorf("%s: %s calls %s", file, function.Name.Name, called.Sel.Name)
				}
				return true
			})
		}
	}
	if handlers < 100 {
		t.Errorf("only %d handlers were found", handlers)
	}
}

// answers reports whether a function takes an http.ResponseWriter.
func answers(function *ast.FuncDecl) bool {
	return slices.ContainsFunc(function.Type.Params.List, func(parameter *ast.Field) bool {
		selected, ok := parameter.Type.(*ast.SelectorExpr)
		return ok && selected.Sel.Name == "ResponseWriter"
	})
}
