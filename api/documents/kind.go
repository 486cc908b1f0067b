package documents

import (
	"bytes"
	"io"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"portfolio/api/internal/httpx"
)

// kind is an accepted file type. The extension and the content of a file must agree, so that a download is what its name
// says.
type kind struct {
	contentType string
	// general is what mimetype says of such a file if its first bytes do not tell more; "" if they do.
	general string
	// check examines the content instead of mimetype. It returns errors of reading.
	check func(file *io.SectionReader, head []byte) (bool, error)
}

// The containers of office documents. The order of their parts is free, so the first bytes may not tell
// which document it is.
const (
	zipFile = "application/zip"
	oleFile = "application/x-ole-storage"
)

// kinds are the accepted file types, by extension.
var kinds = map[string]kind{
	".pdf": {"application/pdf", "", isPDF},

	".docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", zipFile, nil},
	".xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", zipFile, nil},
	".pptx": {"application/vnd.openxmlformats-officedocument.presentationml.presentation", zipFile, nil},
	".odt":  {"application/vnd.oasis.opendocument.text", zipFile, nil},
	".ods":  {"application/vnd.oasis.opendocument.spreadsheet", zipFile, nil},
	".odp":  {"application/vnd.oasis.opendocument.presentation", zipFile, nil},
	".doc":  {"application/msword", oleFile, nil},
	".xls":  {"application/vnd.ms-excel", oleFile, nil},
	".ppt":  {"application/vnd.ms-powerpoint", oleFile, nil},

	".txt": {"text/plain", "", isText},
	".md":  {"text/markdown", "", isText},
	".csv": {"text/csv", "", isText},

	".jpg":  {"image/jpeg", "", nil},
	".jpeg": {"image/jpeg", "", nil},
	".png":  {"image/png", "image/vnd.mozilla.apng", nil},
	".gif":  {"image/gif", "", nil},
	".webp": {"image/webp", "", nil},
}

const accepted = "Upload a PDF, an office document (DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT), a text (TXT, MD, CSV) or " +
	"an image (JPG, PNG, GIF, WebP). "

// unsupported returns the error for the user whose file is refused.
func unsupported(why string) error {
	return &httpx.Error{Kind: httpx.KindInvalid, Detail: accepted + why}
}

// errProtected is returned for an Office file that cannot be opened without its password.
var errProtected = &httpx.Error{
	Kind:   httpx.KindInvalid,
	Detail: "This file is protected with a password. Remove the password in the program that made the file, and upload it again.",
}

// headSize is how many bytes of a file are sniffed: as many as mimetype reads.
const headSize = 4096

// recognise returns the content type of a file from its name and content, with the charset of a
// text, or an *httpx.Error.
func recognise(file io.ReaderAt, size int64, name string) (contentType string, err error) {
	found, known := kinds[strings.ToLower(path.Ext(name))]
	if !known {
		return "", unsupported("The name of this file ends like none of these.")
	}
	whole, head := io.NewSectionReader(file, 0, size), make([]byte, min(size, headSize))
	if _, err := file.ReadAt(head, 0); err != nil && err != io.EOF {
		return "", err
	}
	fits, err := found.matches(whole, head)
	if err != nil {
		return "", err
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

// matches reports whether a file is of the kind. It returns errors of reading, and errProtected.
func (k kind) matches(file *io.SectionReader, head []byte) (bool, error) {
	if k.check != nil {
		return k.check(file, head)
	}
	sniffed := mimetype.Detect(head)
	if k.general == zipFile && sniffed.Is(oleFile) {
		// Office puts an encrypted document into the other container ([MS-OFFCRYPTO] 2.3.4).
		return false, errProtected
	}
	return sniffed.Is(k.contentType) || sniffed.Is(k.general), nil
}

// isPDF reports whether the signature is in the first 1,024 bytes, as viewers accept it, and the bytes before
// it do not make the file another type: mimetype takes an HTML page with the signature for a PDF.
func isPDF(_ *io.SectionReader, head []byte) (bool, error) {
	before, _, found := bytes.Cut(head[:min(len(head), 1024)], []byte("%PDF-"))
	other := mimetype.Detect(before)
	return found && (len(before) == 0 || other.Is("text/plain") || other.Is("application/octet-stream")), nil
}
