package documents

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"portfolio/api/internal/httpx"
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

// wide returns a text in UTF-16 without a mark.
func wide(text string, order binary.AppendByteOrder) string {
	var encoded []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = order.AppendUint16(encoded, unit)
	}
	return string(encoded)
}

const (
	ooxmlTypes = "application/vnd.openxmlformats-officedocument."
	odfTypes   = "application/vnd.oasis.opendocument."
	// compound is the start of a compound file that does not tell what is in it ([MS-CFB] 2.2).
	compound = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
)

func TestRecognise(t *testing.T) {
	docx := archive(t, "[Content_Types].xml", "", "_rels/.rels", "", "word/document.xml", "")
	odt := archive(t, "mimetype", odfTypes+"text", "content.xml", "")
	for _, scenario := range []struct {
		what, name, content string
		want                string // "" for refused
	}{
		{"a PDF", "cv.pdf", "%PDF-1.7\n", "application/pdf"},
		{"a PDF in capitals", "CV.PDF", "%PDF-1.4\n", "application/pdf"},
		{"a page called PDF", "cv.pdf", "<html>", ""},
		{"a PDF as a printer gets it", "cv.pdf", "\x1b%-12345X@PJL SET X=1\r\n@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.4\n", "application/pdf"},
		{"a PDF's signature at the end of the kilobyte", "cv.pdf", strings.Repeat("x", 1024-5) + "%PDF-1.4\n", "application/pdf"},
		{"a program with a PDF's signature", "cv.pdf", "MZ\x90\x00%PDF-1.4\n", ""},
		{"a script with a PDF's signature", "cv.pdf", "#!/bin/sh\n%PDF-1.4\n", ""},
		{"a PHP page with a PDF's signature", "cv.pdf", "<?php x(); ?>%PDF-1.4\n", ""},
		{"an image with a PDF's signature", "cv.pdf", "GIF89a%PDF-1.4\n", ""},
		{"a text about PDFs", "a.txt", "Such a file begins with %PDF-1.7", "text/plain; charset=utf-8"},
		{"markdown that begins with markup", "a.md", "<div align=\"center\">\n\n# Title", "text/markdown; charset=utf-8"},
		{"a PDF called text", "cv.txt", "%PDF-1.7\n\x00", ""},
		{"a text document", "a.docx", docx, ooxmlTypes + "wordprocessingml.document"},
		{"a table", "a.xlsx", archive(t, "[Content_Types].xml", "", "xl/workbook.xml", ""), ooxmlTypes + "spreadsheetml.sheet"},
		{"slides", "a.pptx", archive(t, "_rels/.rels", "", "ppt/presentation.xml", ""), ooxmlTypes + "presentationml.presentation"},
		{"a document whose main part comes late", "a.docx", archive(t, "docProps/thumbnail.jpeg", strings.Repeat("x", headSize), "word/document.xml", ""), ooxmlTypes + "wordprocessingml.document"},
		{"a text document called table", "a.xlsx", docx, ""},
		{"a text document called open", "a.odt", docx, ""},
		{"a Java program", "a.docx", archive(t, "META-INF/MANIFEST.MF", "", "Main.class", ""), ""},
		{"an open text document", "a.odt", odt, odfTypes + "text"},
		{"an open one of another sort", "a.ods", odt, ""},
		{"an open table", "a.ods", archive(t, "mimetype", odfTypes+"spreadsheet", "x", ""), odfTypes + "spreadsheet"},
		{"open slides", "a.odp", archive(t, "mimetype", odfTypes+"presentation", "x", ""), odfTypes + "presentation"},
		{"an old document", "a.doc", compound, "application/msword"},
		{"an old table", "a.xls", compound, "application/vnd.ms-excel"},
		{"old slides", "a.ppt", compound, "application/vnd.ms-powerpoint"},
		{"an archive called an old document", "a.doc", docx, ""},
		{"a program before the archive", "a.docx", "MZ" + docx, ""},
		{"a template", "a.odt", archive(t, "mimetype", "application/vnd.oasis.opendocument.text-template", "x", ""), ""},
		{"a text", "a.txt", "Grüße\r\n\tund mehr", "text/plain; charset=utf-8"},
		{"a text of one byte", "a.txt", "a", "text/plain; charset=utf-8"},
		{"a long text", "a.txt", "\xef\xbb\xbf" + strings.Repeat("aü€", 100_000), "text/plain; charset=utf-8"},
		{"a late letter of an old code", "a.txt", strings.Repeat("x", 200_000) + "\xfc", "text/plain; charset=windows-1252"},
		{"an old code", "a.csv", "Gr\xfc\xdfe;1\n", "text/csv; charset=windows-1252"},
		{"the other order of bytes", "a.txt", wide("Grüße, €\r\n", binary.BigEndian), "text/plain; charset=utf-16be"},
		{"a wide page without a mark", "a.txt", wide("<html>", binary.LittleEndian), ""},
		{"a program behind a mark", "a.txt", "\xff\xfeM\x00Z\x00\x00\x00\x03\x00", ""},
		{"half a letter", "a.txt", wide("Text", binary.LittleEndian) + "x", ""},
		{"a text of DOS, filled up", "a.txt", "Hello\r\n" + strings.Repeat("\x1a", 100), "text/plain; charset=utf-8"},
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
		var refused *httpx.Error
		if got != scenario.want || (scenario.want == "") != errors.As(err, &refused) {
			t.Errorf("%s: got %q, %v; want %q", scenario.what, got, err, scenario.want)
		}
	}
}
