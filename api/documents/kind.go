package documents

import (
	"io"
	"net/http"
	"path"
	"strings"
)

// kind is a sort of file that is accepted. What a file is called and what its bytes are must agree, so that nobody who
// downloads it gets something else than its name promises.
type kind struct {
	contentType string
	// fits reports whether a file of that size is of this kind; an error is the disk's.
	fits func(file io.ReaderAt, size int64) (bool, error)
}

const office = "application/vnd.openxmlformats-officedocument."

// kinds are all that are accepted, by the end of their names.
var kinds = map[string]kind{
	".pdf": {"application/pdf", beginsWith("%PDF-")},

	".docx": {office + "wordprocessingml.document", isOOXML("word/document.xml")},
	".xlsx": {office + "spreadsheetml.sheet", isOOXML("xl/workbook.xml")},
	".pptx": {office + "presentationml.presentation", isOOXML("ppt/presentation.xml")},
	".odt":  isODF("application/vnd.oasis.opendocument.text"),
	".ods":  isODF("application/vnd.oasis.opendocument.spreadsheet"),
	".odp":  isODF("application/vnd.oasis.opendocument.presentation"),
	".doc":  {"application/msword", isOLE("WordDocument")},
	".xls":  {"application/vnd.ms-excel", isOLE("Workbook", "Book")},
	".ppt":  {"application/vnd.ms-powerpoint", isOLE("PowerPoint Document")},

	".txt": {"text/plain", isText},
	".md":  {"text/markdown", isText},
	".csv": {"text/csv", isText},

	".jpg":  isImage("image/jpeg"),
	".jpeg": isImage("image/jpeg"),
	".png":  isImage("image/png"),
	".gif":  isImage("image/gif"),
	".webp": isImage("image/webp"),
}

// refusal is what is wrong with a file, in words for the person who sent it.
type refusal string

func (r refusal) Error() string { return accepted + string(r) }

const accepted = "Upload a PDF, an office document (DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT), a text (TXT, MD, CSV) or " +
	"a picture (JPG, PNG, GIF, WebP). "

const (
	refusedName    = refusal("The name of this file ends like none of these.")
	refusedContent = refusal("The content of this file is not what its name says.")
)

// headSize is how many bytes tell the kinds apart that have a signature.
const headSize = 512

// recognise returns the type of a file by its name and its content, that of a text with its charset, or a refusal.
func recognise(file io.ReaderAt, size int64, name string) (contentType string, err error) {
	found, known := kinds[strings.ToLower(path.Ext(name))]
	if !known {
		return "", refusedName
	}
	fits, err := found.fits(file, size)
	if err != nil {
		return "", err
	}
	if !fits {
		return "", refusedContent
	}
	if strings.HasPrefix(found.contentType, "text/") {
		code, err := charsetOf(file, size)
		return found.contentType + "; charset=" + code, err
	}
	return found.contentType, nil
}

func beginsWith(signature string) func(io.ReaderAt, int64) (bool, error) {
	return func(file io.ReaderAt, size int64) (bool, error) {
		head, err := headOf(file, size)
		return strings.HasPrefix(string(head), signature), err
	}
}

// isImage goes by the signature that browsers go by.
func isImage(contentType string) kind {
	return kind{contentType, func(file io.ReaderAt, size int64) (bool, error) {
		head, err := headOf(file, size)
		return http.DetectContentType(head) == contentType, err
	}}
}

func headOf(file io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, min(size, headSize))
	_, err := io.ReadFull(io.NewSectionReader(file, 0, size), head)
	return head, err
}
