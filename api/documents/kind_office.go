package documents

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"portfolio/api/internal/apperror"
)

const (
	// maxDirectory bounds how many bytes are read to find the parts of a ZIP file: the longest end that
	// may hold the directory's address, and a directory of ten thousand parts. Reading it takes memory,
	// and the size that a file states need not be true.
	maxDirectory = 1<<20 + 80<<10
	// maxPart bounds how many bytes of one part are read, packed or not.
	maxPart = 1 << 20
)

const (
	zipSignature = "PK\x03\x04"
	oleSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" // [MS-CFB] 2.2
)

// errProtected is returned for an Office file that cannot be opened without its password.
var errProtected = &apperror.Error{
	Kind:   apperror.KindInvalid,
	Detail: "This file is protected with a password. Remove the password in the program that made the file, and upload it again.",
}

// mainPartTypes are the types of the relationship that names the main part of an OOXML file, as
// ECMA-376 and its strict variant write them.
var mainPartTypes = map[string]bool{
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument": true,
	"http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument":             true,
}

// isOOXML recognises the formats of Microsoft Office since 2007, ECMA-376: a ZIP file whose
// relationships name a main part of the given content type, and without macros. Encrypted, such a file
// is a compound file instead.
func isOOXML(contentType string) func(*io.SectionReader, []byte) (bool, error) {
	return func(file *io.SectionReader, head []byte) (bool, error) {
		if bytes.HasPrefix(head, []byte(oleSignature)) {
			return hasStream()(file, head)
		}
		archive, err := openZIP(file, head)
		if archive == nil {
			return false, err
		}
		for _, part := range archive.File {
			if strings.EqualFold(path.Base(part.Name), "vbaProject.bin") {
				return false, nil
			}
		}
		main := ""
		if err := archive.elements("_rels/.rels", func(name string, attribute attributes) {
			if name == "Relationship" && mainPartTypes[attribute("Type")] {
				main = path.Join("/", attribute("Target"))
			}
		}); err != nil || main == "" || archive.find(main) == nil {
			return false, err
		}
		byName, byExtension := "", ""
		err = archive.elements("[Content_Types].xml", func(name string, attribute attributes) {
			switch {
			case name == "Override" && strings.EqualFold(attribute("PartName"), main):
				byName = attribute("ContentType")
			case name == "Default" && strings.EqualFold("."+attribute("Extension"), path.Ext(main)):
				byExtension = attribute("ContentType")
			}
		})
		if byName == "" {
			byName = byExtension
		}
		return strings.EqualFold(byName, contentType), err
	}
}

// isODF recognises the OpenDocument formats: a ZIP file whose manifest names the given type or, without a
// manifest, whose part "mimetype" does.
func isODF(contentType string) func(*io.SectionReader, []byte) (bool, error) {
	return func(file *io.SectionReader, head []byte) (bool, error) {
		archive, err := openZIP(file, head)
		if archive == nil {
			return false, err
		}
		found, protected := "", false
		if err := archive.elements("META-INF/manifest.xml", func(name string, attribute attributes) {
			switch {
			case name == "file-entry" && attribute("full-path") == "/":
				found = attribute("media-type")
			case name == "encryption-data":
				protected = true
			}
		}); err != nil {
			return false, err
		}
		if found == "" {
			if err := archive.read("mimetype", func(part io.Reader) {
				content, _ := io.ReadAll(io.LimitReader(part, 256))
				found = strings.TrimSpace(string(content))
			}); err != nil {
				return false, err
			}
		}
		if found == contentType && protected {
			return false, errProtected
		}
		return found == contentType, nil
	}
}

// zipFile is a ZIP file that is read within bounds.
type zipFile struct {
	*zip.Reader
	limited *limitedReaderAt
}

// openZIP returns the ZIP file, or nil if it is not one or its directory is larger than that of any
// document. It returns errors of reading only.
func openZIP(file *io.SectionReader, head []byte) (*zipFile, error) {
	if !bytes.HasPrefix(head, []byte(zipSignature)) {
		return nil, nil
	}
	limited := &limitedReaderAt{ReaderAt: file, left: maxDirectory}
	archive, err := zip.NewReader(limited, file.Size())
	if err != nil {
		return nil, limited.err
	}
	return &zipFile{archive, limited}, nil
}

// find returns the first part of that name, whose case does not matter, or nil.
func (z *zipFile) find(name string) *zip.File {
	for _, part := range z.File {
		if strings.EqualFold(part.Name, strings.TrimPrefix(name, "/")) {
			return part
		}
	}
	return nil
}

// read calls with for the content of a part, up to maxPart, unless the part is missing or damaged. It
// returns errors of reading only.
func (z *zipFile) read(name string, with func(io.Reader)) error {
	part := z.find(name)
	if part == nil {
		return nil
	}
	z.limited.left = maxPart
	if reader, err := part.Open(); err == nil {
		with(io.LimitReader(reader, maxPart))
		_ = reader.Close()
	}
	return z.limited.err
}

// attributes returns the value of an attribute, or "".
type attributes func(name string) string

// elements calls visit with each element of an XML part, and stops at the first damage. It ignores
// prefixes, and returns errors of reading only.
func (z *zipFile) elements(name string, visit func(name string, attribute attributes)) error {
	return z.read(name, func(part io.Reader) {
		// OPC allows UTF-16, which has its mark.
		decoder := xml.NewDecoder(transform.NewReader(part, unicode.BOMOverride(transform.Nop)))
		decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
		for {
			// A raw token leaves no trace in memory, however deep the elements are nested.
			token, err := decoder.RawToken()
			if err != nil {
				return
			}
			if element, ok := token.(xml.StartElement); ok {
				visit(element.Name.Local, func(name string) string {
					for _, attribute := range element.Attr {
						if attribute.Name.Local == name {
							return attribute.Value
						}
					}
					return ""
				})
			}
		}
	})
}

// limitedReaderAt reads no more bytes than are left. It stores the error of the reader below.
type limitedReaderAt struct {
	io.ReaderAt
	left int
	err  error
}

// ReadAt reads len(p) bytes, or fails if that exceeds the rest.
func (r *limitedReaderAt) ReadAt(p []byte, at int64) (int, error) {
	if r.left -= len(p); r.left < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := r.ReaderAt.ReadAt(p, at)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// hasStream recognises the formats of Microsoft Office before 2007: a compound file with a stream of one
// of the names, which distinguishes it from installers and other programs that are compound files too.
// The check returns errProtected for a compound file that holds an encrypted OOXML file instead.
func hasStream(streams ...string) func(*io.SectionReader, []byte) (bool, error) {
	var names [][]byte
	for _, stream := range streams {
		names = append(names, streamName(stream))
	}
	encrypted := streamName("EncryptedPackage") // [MS-OFFCRYPTO] 2.3.4.4
	return func(file *io.SectionReader, _ []byte) (bool, error) {
		// A directory entry is 128 bytes, begins with the name, and is at a multiple of its size
		// ([MS-CFB] 2.6.1). The directory may be anywhere in the file.
		reader, entry := bufio.NewReaderSize(file, 64<<10), make([]byte, 128)
		protected := false
		for {
			n, err := io.ReadFull(reader, entry)
			for _, name := range names {
				if bytes.HasPrefix(entry[:n], name) {
					return true, nil
				}
			}
			protected = protected || bytes.HasPrefix(entry[:n], encrypted)
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				if protected {
					return false, errProtected
				}
				return false, nil
			}
			if err != nil {
				return false, err
			}
		}
	}
}

// streamName returns the name of a stream as a directory entry of a compound file begins with it.
func streamName(stream string) (name []byte) {
	for _, unit := range utf16.Encode([]rune(stream + "\x00")) {
		name = binary.LittleEndian.AppendUint16(name, unit)
	}
	return name
}
