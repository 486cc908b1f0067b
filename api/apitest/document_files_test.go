package apitest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"portfolio/api/apitest"
)

// TestDocumentFiles uploads files as other programs write them, and checks the served content
// types.
func TestDocumentFiles(t *testing.T) {
	const (
		word      = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
		text      = "application/vnd.oasis.opendocument.text"
		protected = "This file is protected with a password. Remove the password in the program that made the file, and upload it again."
	)
	site := apitest.Start(t)
	for _, scenario := range []struct {
		what, name, content string
		want                string // the content type, or a part of the refusal
		status              int
	}{
		{"Word", "plain.docx", documentFile(t, "plain.docx"), word, 201},
		{"Word Online", "office365.docx", documentFile(t, "office365.docx"), word, 201},
		{"LibreOffice", "plain.odt", documentFile(t, "plain.odt"), text, 201},
		{"an ODF whose type is the last part", "mimetype-last.odt", documentFile(t, "mimetype-last.odt"), text, 201},
		{"a PDF behind a line break", "newline-before.pdf", documentFile(t, "newline-before.pdf"), "application/pdf", 201},
		{"a PDF behind a byte order mark", "bom-before.pdf", documentFile(t, "bom-before.pdf"), "application/pdf", 201},
		{"a PDF behind 1,019 bytes", "late.pdf", strings.Repeat(" ", 1019) + aPDF, "application/pdf", 201},
		{"a text of DOS", "dos-end.txt", documentFile(t, "dos-end.txt"), "text/plain; charset=utf-8", 201},
		{"markdown that begins with <header>", "header-top.md", "<header>\n\n# Notes of a talk\n\n</header>", "text/markdown; charset=utf-8", 201},
		{"UTF-16 with a mark", "marked.csv", "\xff\xfea\x00;\x001\x00", "text/csv; charset=utf-16", 201},
		{"UTF-16 without a mark", "wide.csv", "a\x00;\x001\x00\r\x00\n\x00", "text/csv; charset=utf-16le", 201},
		{"UTF-16 without a mark, big-endian", "wide.txt", "\x00T\x00e\x00x\x00t", "text/plain; charset=utf-16be", 201},
		{"a protected document", "protected.docx", documentFile(t, "protected.docx"), protected, 400},
		{"a protected document called a table", "protected.xlsx", documentFile(t, "protected.docx"), protected, 400},
		{"a document called a table", "plain.xlsx", documentFile(t, "office365.docx"), "not what its name says", 400},
		{"a web page with a PDF's signature", "page.pdf", "<html>" + aPDF, "not what its name says", 400},
		{"a PDF's signature behind the first 1,024 bytes", "late.pdf", strings.Repeat(" ", 1020) + aPDF, "not what its name says", 400},
		{"a program behind a text", "program.txt", "Text\x1aMZ", "not what its name says", 400},
		{"a program in UTF-16", "program.txt", "M\x00Z\x00\x03\x00x\x00", "not what its name says", 400},
	} {
		answer := site.Do(t, sendDocument(nil, scenario.name, scenario.content))
		if answer.Status != scenario.status {
			t.Errorf("%s: %d %s", scenario.what, answer.Status, answer.Body)
			continue
		}
		if scenario.status != http.StatusCreated {
			check(t, strings.Contains(string(answer.Body), scenario.want), "%s: %s", scenario.what, answer.Body)
			continue
		}
		var made document
		answer.Decode(t, &made)
		served := site.Do(t, get(made.DownloadURL, apitest.Anonymous))
		got := served.Header.Get("Content-Type")
		check(t, got == scenario.want && string(served.Body) == strings.TrimSpace(scenario.content), "%s: %s, %d bytes; want %s, %d bytes", scenario.what, got, len(served.Body), scenario.want, len(scenario.content))
	}
}

func documentFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "documents", name))
	noError(t, err)
	return string(content)
}
