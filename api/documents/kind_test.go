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

	"portfolio/api/internal/apperror"
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

// office returns an OOXML file whose main part has that name and type, and more parts.
func office(t *testing.T, relationship, target, mainPart, contentType string, more ...string) string {
	t.Helper()
	return archive(t, append([]string{
		"[Content_Types].xml", `<Types><Default Extension="rels" ContentType="a/b"/><Override PartName="/` + mainPart + `" ContentType="` + contentType + `"/></Types>`,
		"_rels/.rels", `<Relationships><Relationship Id="1" Type="` + relationship + `" Target="` + target + `"/></Relationships>`,
		mainPart, "<document/>",
	}, more...)...)
}

const (
	transitional = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
	strict       = "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument"
	ooxmlTypes   = "application/vnd.openxmlformats-officedocument."
	wordMain     = ooxmlTypes + "wordprocessingml.document.main+xml"
	odfTypes     = "application/vnd.oasis.opendocument."
)

// manifest returns the manifest of an OpenDocument file of that type, with more elements in it.
func manifest(contentType, more string) string {
	return `<m:manifest xmlns:m="urn:x"><m:file-entry m:full-path="/" m:media-type="` + contentType + `"/>` + more + `</m:manifest>`
}

// wide returns a text in UTF-16 without a mark.
func wide(text string, order binary.AppendByteOrder) string {
	var encoded []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = order.AppendUint16(encoded, unit)
	}
	return string(encoded)
}

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
	docx := office(t, transitional, "word/document.xml", "word/document.xml", wordMain)
	xlsx := office(t, transitional, "xl/workbook.xml", "xl/workbook.xml", ooxmlTypes+"spreadsheetml.sheet.main+xml")
	var many []string
	for range 12_000 {
		many = append(many, strings.Repeat("x", 60), "")
	}
	deep := strings.Repeat("<a>", maxPart/3+1)
	odt := archive(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", "<x/>")
	for _, scenario := range []struct {
		what, name, content string
		want                string // "" for refused
	}{
		{"a PDF", "cv.pdf", "%PDF-1.7\n", "application/pdf"},
		{"a PDF in capitals", "CV.PDF", "%PDF-1.4\n", "application/pdf"},
		{"a page called PDF", "cv.pdf", "<html>", ""},
		{"a page with a PDF's signature", "cv.pdf", "<html><script>alert(1)</script>%PDF-1.7\n", ""},
		{"a PDF behind a line break", "cv.pdf", "\r\n%PDF-1.4\n", "application/pdf"},
		{"a PDF behind a mark", "cv.pdf", "\xef\xbb\xbf%PDF-1.4\n", "application/pdf"},
		{"a PDF as a printer gets it", "cv.pdf", "\x1b%-12345X@PJL SET X=1\r\n@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.4\n", "application/pdf"},
		{"a PDF's signature at the end of the kilobyte", "cv.pdf", strings.Repeat("x", 1024-5) + "%PDF-1.4\n", "application/pdf"},
		{"a PDF's signature behind the kilobyte", "cv.pdf", strings.Repeat("x", 1024-4) + "%PDF-1.4\n", ""},
		{"a program with a PDF's signature", "cv.pdf", "MZ\x90\x00%PDF-1.4\n", ""},
		{"a script with a PDF's signature", "cv.pdf", "#!/bin/sh\n%PDF-1.4\n", ""},
		{"a PHP page with a PDF's signature", "cv.pdf", "<?php x(); ?>%PDF-1.4\n", ""},
		{"a picture with a PDF's signature", "cv.pdf", "GIF89a%PDF-1.4\n", ""},
		{"a text about PDFs", "a.txt", "Such a file begins with %PDF-1.7", "text/plain; charset=utf-8"},
		{"markdown that begins with markup", "a.md", "<div align=\"center\">\n\n# Title", "text/markdown; charset=utf-8"},
		{"a document with the table of contents far away", "a.doc", compound(append(slices.Repeat([]string{"x"}, 50_000), "WordDocument")...), "application/msword"},
		{"a PDF called text", "cv.txt", "%PDF-1.7\n\x00", ""},
		{"a text document", "a.docx", docx, ooxmlTypes + "wordprocessingml.document"},
		{"a table", "a.xlsx", xlsx, ooxmlTypes + "spreadsheetml.sheet"},
		{"slides", "a.pptx", office(t, transitional, "/ppt/presentation.xml", "ppt/presentation.xml", ooxmlTypes+"presentationml.presentation.main+xml"), ooxmlTypes + "presentationml.presentation"},
		{"a main part of another name", "a.docx", office(t, transitional, "/word/document2.xml", "word/document2.xml", wordMain), ooxmlTypes + "wordprocessingml.document"},
		{"the strict variant", "a.docx", office(t, strict, "word/document.xml", "word/document.xml", wordMain), ooxmlTypes + "wordprocessingml.document"},
		{"parts in UTF-16", "a.docx", archive(t,
			"[content_types].xml", "\xff\xfe"+wide(`<?xml version="1.0" encoding="UTF-16"?><Types><Default Extension="xml" ContentType="`+wordMain+`"/></Types>`, binary.LittleEndian),
			"_rels/.rels", `<Relationships><Relationship Type="`+transitional+`" Target="d.xml"/></Relationships>`, "d.xml", ""), ooxmlTypes + "wordprocessingml.document"},
		{"a table called document", "a.docx", xlsx, ""},
		{"a table with a document's part", "a.docx", office(t, transitional, "xl/workbook.xml", "xl/workbook.xml", ooxmlTypes+"spreadsheetml.sheet.main+xml", "word/document.xml", ""), ""},
		{"a main part that is missing", "a.docx", office(t, transitional, "word/document.xml", "word/other.xml", wordMain), ""},
		{"macros", "a.docx", office(t, transitional, "word/document.xml", "word/document.xml", wordMain, "word/vbaProject.bin", "x"), ""},
		{"a document for macros", "a.docx", office(t, transitional, "word/document.xml", "word/document.xml", "application/vnd.ms-word.document.macroEnabled.main+xml"), ""},
		{"parts without end", "a.docx", archive(t, "_rels/.rels", deep, "[Content_Types].xml", deep), ""},
		{"a program before the archive", "a.docx", "MZ" + docx, ""},
		{"any archive", "a.docx", archive(t, "run.exe", "MZ"), ""},
		{"half an archive", "a.docx", docx[:80], ""},
		{"a huge directory", "a.docx", office(t, transitional, "word/document.xml", "word/document.xml", wordMain, many...), ""},
		{"an open text document", "a.odt", odt, "application/vnd.oasis.opendocument.text"},
		{"an open one of another sort", "a.ods", odt, ""},
		{"an open table", "a.ods", archive(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "x", ""), "application/vnd.oasis.opendocument.spreadsheet"},
		{"open slides", "a.odp", archive(t, "mimetype", "application/vnd.oasis.opendocument.presentation", "x", ""), "application/vnd.oasis.opendocument.presentation"},
		{"an open document whose type is last", "a.odt", archive(t, "content.xml", "<x/>", "META-INF/manifest.xml", manifest(odfTypes+"text", ""), "mimetype", odfTypes+"text"), odfTypes + "text"},
		{"an open document with its manifest alone", "a.ods", archive(t, "META-INF/manifest.xml", manifest(odfTypes+"spreadsheet", ""), "content.xml", "<x/>"), odfTypes + "spreadsheet"},
		{"an archive that names no type", "a.odt", archive(t, "content.xml", "<x/>"), ""},
		{"an open document by one type of two", "a.odt", archive(t, "mimetype", odfTypes+"text", "META-INF/manifest.xml", manifest(odfTypes+"text-master", "")), ""},
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
		{"a wide text without a mark", "a.csv", wide("Grüße;1\r\n", binary.LittleEndian), "text/csv; charset=utf-16le"},
		{"the other order of bytes", "a.txt", wide("Grüße, €\r\n", binary.BigEndian), "text/plain; charset=utf-16be"},
		{"a wide page without a mark", "a.txt", wide("<html>", binary.LittleEndian), ""},
		{"a wide program", "a.txt", wide("MZ\x00\x03 and more", binary.LittleEndian), ""},
		{"a program behind a mark", "a.txt", "\xff\xfeM\x00Z\x00\x00\x00\x03\x00", ""},
		{"half a letter", "a.txt", wide("Text", binary.LittleEndian) + "x", ""},
		{"a text of DOS", "a.txt", "Hello\r\n\x1a", "text/plain; charset=utf-8"},
		{"a text of DOS, filled up", "a.txt", "Hello\r\n" + strings.Repeat("\x1a", 100), "text/plain; charset=utf-8"},
		{"a program behind a DOS text", "a.txt", "Hello\x1aMZ", ""},
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

func TestProtectedOfficeFilesAreNamed(t *testing.T) {
	protected := compound("EncryptionInfo", "EncryptedPackage")
	encrypted := manifest(odfTypes+"text", `<m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry>`)
	for name, content := range map[string]string{
		"a.docx": protected, "a.xlsx": protected, "a.pptx": protected, "a.doc": protected,
		"a.odt": archive(t, "mimetype", odfTypes+"text", "META-INF/manifest.xml", encrypted),
	} {
		if _, err := recognise(strings.NewReader(content), int64(len(content)), name); err == nil || !strings.Contains(err.Error(), "protected with a password") {
			t.Errorf("%s: %v", name, err)
		}
	}
	whole := compound("EncryptedPackage", "WordDocument")
	if _, err := recognise(strings.NewReader(whole), int64(len(whole)), "a.doc"); err != nil {
		t.Errorf("a document with a protected one inside: %v", err)
	}
}
