package documents

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"portfolio/api/apperror"
)

// archive returns a ZIP file of pairs of names and contents, the contents not compressed.
func archive(t *testing.T, parts ...string) string {
	t.Helper()
	var file bytes.Buffer
	writer := zip.NewWriter(&file)
	for i := 0; i < len(parts); i += 2 {
		size := uint64(len(parts[i+1]))
		part, err := writer.CreateRaw(&zip.FileHeader{Name: parts[i], UncompressedSize64: size, CompressedSize64: size})
		if err == nil {
			_, err = part.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// oleSignature begins a compound file, [MS-CFB] 2.2.
const oleSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// compound returns a compound file whose directory has streams of the given names.
func compound(streams ...string) string {
	file := []byte(oleSignature + strings.Repeat("\x00", headSize-len(oleSignature)))
	for _, name := range append([]string{"Root Entry"}, streams...) {
		var entry []byte
		for _, unit := range utf16.Encode([]rune(name)) {
			entry = binary.LittleEndian.AppendUint16(entry, unit)
		}
		file = append(file, append(entry, make([]byte, 128-len(entry))...)...)
	}
	return string(file)
}

func TestRecognise(t *testing.T) {
	const types = "[Content_Types].xml"
	many := []string{types, "", "word/document.xml", ""}
	for range 12_000 {
		many = append(many, strings.Repeat("x", 60), "")
	}
	odt := archive(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", "<x/>")
	for _, scenario := range []struct {
		what, name, content string
		want                string // "" for refused
	}{
		{"a PDF", "cv.pdf", "%PDF-1.7\n", "application/pdf"},
		{"a PDF in capitals", "CV.PDF", "%PDF-1.4\n", "application/pdf"},
		{"a page called PDF", "cv.pdf", "<html>", ""},
		{"a page with a PDF's signature", "cv.pdf", "<html><script>alert(1)</script>%PDF-1.7\n", ""},
		{"a text about PDFs", "a.txt", "Such a file begins with %PDF-1.7", "text/plain; charset=utf-8"},
		{"markdown that begins with markup", "a.md", "<div align=\"center\">\n\n# Title", "text/markdown; charset=utf-8"},
		{"a document with the table of contents far away", "a.doc", compound(append(slices.Repeat([]string{"x"}, 50_000), "WordDocument")...), "application/msword"},
		{"a PDF called text", "cv.txt", "%PDF-1.7\n\x00", ""},
		{"a text document", "a.docx", archive(t, types, "", "word/document.xml", ""), ooxml + "wordprocessingml.document"},
		{"a table", "a.xlsx", archive(t, types, "", "xl/workbook.xml", ""), ooxml + "spreadsheetml.sheet"},
		{"slides", "a.pptx", archive(t, types, "", "ppt/presentation.xml", ""), ooxml + "presentationml.presentation"},
		{"a table called document", "a.docx", archive(t, types, "", "xl/workbook.xml", ""), ""},
		{"macros", "a.docx", archive(t, types, "", "word/document.xml", "", "word/vbaProject.bin", "x"), ""},
		{"any archive", "a.docx", archive(t, "run.exe", "MZ"), ""},
		{"half an archive", "a.docx", archive(t, types, "", "word/document.xml", "")[:80], ""},
		{"a huge directory", "a.docx", archive(t, many...), ""},
		{"an open text document", "a.odt", odt, "application/vnd.oasis.opendocument.text"},
		{"an open one of another sort", "a.ods", odt, ""},
		{"an open table", "a.ods", archive(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "x", ""), "application/vnd.oasis.opendocument.spreadsheet"},
		{"open slides", "a.odp", archive(t, "mimetype", "application/vnd.oasis.opendocument.presentation", "x", ""), "application/vnd.oasis.opendocument.presentation"},
		{"a template", "a.odt", archive(t, "mimetype", "application/vnd.oasis.opendocument.text-template", "x", ""), ""},
		{"an old document", "a.doc", compound("1Table", "WordDocument"), "application/msword"},
		{"an old table", "a.xls", compound("Workbook"), "application/vnd.ms-excel"},
		{"old slides", "a.ppt", compound("PowerPoint Document"), "application/vnd.ms-powerpoint"},
		{"an installer", "a.doc", compound("Property"), ""},
		{"a text", "a.txt", "Grüße\r\n\tund mehr", "text/plain; charset=utf-8"},
		{"a text of one byte", "a.txt", "a", "text/plain; charset=utf-8"},
		{"a long text", "a.txt", "\xef\xbb\xbf" + strings.Repeat("aü€", 100_000), "text/plain; charset=utf-8"},
		{"a late letter of an old code", "a.txt", strings.Repeat("x", 200_000) + "\xfc", "text/plain; charset=windows-1252"},
		{"an old code", "a.csv", "Gr\xfc\xdfe;1\n", "text/csv; charset=windows-1252"},
		{"a wide text", "a.csv", "\xff\xfea\x00;\x001\x00", "text/csv; charset=utf-16"},
		{"a wide page", "a.txt", "\xff\xfe<\x00H\x00t\x00m\x00l\x00", ""},
		{"markdown", "a.md", "# Title\n\n<p>Text</p>", "text/markdown; charset=utf-8"},
		{"a page", "a.md", "\xef\xbb\xbf \n<!DOCTYPE html><p>", ""},
		{"a script", "a.txt", "#!/bin/sh\nrm", ""},
		{"a drawing", "a.txt", "<svg xmlns=''>", ""},
		{"a program", "a.txt", "MZ\x90\x00\x03", ""},
		{"a late program", "a.txt", strings.Repeat("x", 200_000) + "\x00", ""},
		{"a JPEG", "a.jpeg", "\xff\xd8\xff\xe0", "image/jpeg"},
		{"a PNG", "a.png", "\x89PNG\r\n\x1a\n", "image/png"},
		{"an animated PNG", "a.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + strings.Repeat("\x00", 21) + "acTL", "image/png"},
		{"a GIF", "a.gif", "GIF89a", "image/gif"},
		{"a WebP", "a.webp", "RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"},
		{"a GIF called PNG", "a.png", "GIF89a", ""},
		{"SVG", "a.svg", "<svg/>", ""},
		{"HTML", "a.html", "<p>", ""},
		{"a program by its name", "a.exe", "MZ", ""},
		{"two endings", "cv.pdf.exe", "%PDF-1.7", ""},
		{"no ending", "cv", "%PDF-1.7", ""},
	} {
		got, err := recognise(strings.NewReader(scenario.content), int64(len(scenario.content)), scenario.name)
		var refused *apperror.Error
		if got != scenario.want || (scenario.want == "") != errors.As(err, &refused) {
			t.Errorf("%s: got %q, %v; want %q", scenario.what, got, err, scenario.want)
		}
	}
}
