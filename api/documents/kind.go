package documents

import (
	"bytes"
	"io"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"portfolio/api/internal/apperror"
)

// kind is an accepted file type. The extension and the content of a file must agree, so that a download is what its name
// says.
type kind struct {
	contentType string
	// family is a parent in mimetype's tree of types whose subtypes are accepted too; "" where mimetype must detect
	// contentType itself.
	family string
	// check examines the rest of the file, where its first bytes, head, do not suffice; else it is nil. It returns errors of
	// reading, and errProtected.
	check func(file *io.SectionReader, head []byte) (bool, error)
}

const (
	ole      = "application/x-ole-storage"
	anything = "application/octet-stream"
)

// kinds are the accepted file types, by extension.
var kinds = map[string]kind{
	".pdf": {"application/pdf", "", isPDF},

	".docx": ooxml("wordprocessingml.document"),
	".xlsx": ooxml("spreadsheetml.sheet"),
	".pptx": ooxml("presentationml.presentation"),
	".odt":  odf("text"),
	".ods":  odf("spreadsheet"),
	".odp":  odf("presentation"),
	".doc":  {"application/msword", ole, hasStream("WordDocument")},
	".xls":  {"application/vnd.ms-excel", ole, hasStream("Workbook", "Book")},
	".ppt":  {"application/vnd.ms-powerpoint", ole, hasStream("PowerPoint Document")},

	".txt": {"text/plain", anything, isText},
	".md":  {"text/markdown", anything, isText},
	".csv": {"text/csv", anything, isText},

	".jpg":  {"image/jpeg", "", nil},
	".jpeg": {"image/jpeg", "", nil},
	".png":  {"image/png", "image/png", nil},
	".gif":  {"image/gif", "", nil},
	".webp": {"image/webp", "", nil},
}

// ooxml returns the kind of OOXML files of the given name in their content types.
func ooxml(name string) kind {
	contentType := "application/vnd.openxmlformats-officedocument." + name
	return kind{contentType, anything, isOOXML(contentType + ".main+xml")}
}

// odf returns the kind of OpenDocument files of the given name in their content types.
func odf(name string) kind {
	contentType := "application/vnd.oasis.opendocument." + name
	return kind{contentType, anything, isODF(contentType)}
}

const accepted = "Upload a PDF, an office document (DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT), a text (TXT, MD, CSV) or " +
	"a picture (JPG, PNG, GIF, WebP). "

// unsupported returns the error for the user whose file is refused.
func unsupported(why string) error {
	return &apperror.Error{Kind: apperror.KindInvalid, Detail: accepted + why}
}

// headSize is how many bytes of a file are sniffed: as many as mimetype reads.
const headSize = 4096

// recognise returns the content type of a file from its name and content, with the charset of a
// text, or an *apperror.Error.
func recognise(file io.ReaderAt, size int64, name string) (contentType string, err error) {
	found, known := kinds[strings.ToLower(path.Ext(name))]
	if !known {
		return "", unsupported("The name of this file ends like none of these.")
	}
	whole, head := io.NewSectionReader(file, 0, size), make([]byte, min(size, headSize))
	if _, err := file.ReadAt(head, 0); err != nil && err != io.EOF {
		return "", err
	}
	sniffed := mimetype.Detect(head)
	fits := sniffed.Is(found.contentType) || isInFamily(sniffed, found.family)
	if fits && found.check != nil {
		if fits, err = found.check(whole, head); err != nil {
			return "", err
		}
	}
	if !fits {
		return "", unsupported("The content of this file is not what its name says.")
	}
	if strings.HasPrefix(found.contentType, "text/") {
		code, err := charsetOf(whole, head)
		return found.contentType + "; charset=" + code, err
	}
	return found.contentType, nil
}

// isInFamily reports whether a type is a family's, or a special case of it.
func isInFamily(sniffed *mimetype.MIME, family string) bool {
	for ; sniffed != nil; sniffed = sniffed.Parent() {
		if sniffed.Is(family) {
			return true
		}
	}
	return false
}

// isPDF reports whether the signature is in the first 1,024 bytes, as viewers accept it, and the bytes before
// it do not make the file another type: mimetype takes an HTML page with the signature for a PDF.
func isPDF(_ *io.SectionReader, head []byte) (bool, error) {
	before, _, found := bytes.Cut(head[:min(len(head), 1024)], []byte("%PDF-"))
	other := mimetype.Detect(before)
	return found && (len(before) == 0 || other.Is("text/plain") || other.Is(anything)), nil
}
