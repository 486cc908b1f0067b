package documents

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf16"
)

// maxDirectory is how much of a ZIP file is read to find its parts, in bytes: the longest end of the file that may hold the
// directory's address, and room for a directory of ten thousand parts. Reading it takes memory, and what a file says of its
// directory's size need not be true.
const maxDirectory = 1<<20 + 80<<10

// isOOXML recognises the formats of Microsoft Office since 2007, ECMA-376: a ZIP file with these parts, and without macros.
func isOOXML(mainPart string) func(*io.SectionReader, []byte) (bool, error) {
	return func(file *io.SectionReader, _ []byte) (bool, error) {
		archive, err := openZIP(file)
		if archive == nil {
			return false, err
		}
		missing := map[string]bool{"[Content_Types].xml": true, mainPart: true}
		for _, part := range archive.File {
			if strings.EqualFold(path.Base(part.Name), "vbaProject.bin") {
				return false, nil
			}
			delete(missing, part.Name)
		}
		return len(missing) == 0, nil
	}
}

// isZIP reports whether the file is a whole ZIP file.
func isZIP(file *io.SectionReader, _ []byte) (bool, error) {
	archive, err := openZIP(file)
	return archive != nil, err
}

// openZIP returns the ZIP file, or nil where it is none or its directory is larger than that of any document. It returns errors
// of reading only.
func openZIP(file *io.SectionReader) (*zip.Reader, error) {
	limited := &limitedReaderAt{ReaderAt: file, left: maxDirectory}
	archive, err := zip.NewReader(limited, file.Size())
	if err != nil {
		return nil, limited.err
	}
	return archive, nil
}

// limitedReaderAt reads no more bytes than are left. It stores the error of the reader below.
type limitedReaderAt struct {
	io.ReaderAt
	left int
	err  error
}

// ReadAt reads len(p) bytes, or fails where that is more than are left.
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

// hasStream recognises the formats of Microsoft Office before 2007: a compound file with a stream of one of the names,
// which tells it from installers and other programs that are compound files too. Its directory may be anywhere in the
// file.
func hasStream(streams ...string) func(*io.SectionReader, []byte) (bool, error) {
	var names [][]byte
	for _, stream := range streams {
		var name []byte
		for _, unit := range utf16.Encode([]rune(stream + "\x00")) {
			name = binary.LittleEndian.AppendUint16(name, unit)
		}
		names = append(names, name)
	}
	return func(file *io.SectionReader, _ []byte) (bool, error) {
		// A directory entry is 128 bytes, begins with the name, and is at a multiple of its size: [MS-CFB] 2.6.1.
		reader, entry := bufio.NewReaderSize(file, 64<<10), make([]byte, 128)
		for {
			n, err := io.ReadFull(reader, entry)
			if slices.ContainsFunc(names, func(name []byte) bool { return bytes.HasPrefix(entry[:n], name) }) {
				return true, nil
			}
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				return false, nil
			}
			if err != nil {
				return false, err
			}
		}
	}
}
