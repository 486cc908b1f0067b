package documents

import (
	"archive/zip"
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
func isOOXML(mainPart string) func(io.ReaderAt, int64) (bool, error) {
	return func(file io.ReaderAt, size int64) (bool, error) {
		archive, err := openZIP(file, size)
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
func isZIP(file io.ReaderAt, size int64) (bool, error) {
	archive, err := openZIP(file, size)
	return archive != nil, err
}

// openZIP returns the ZIP file, or nil where it is none or its directory is larger than that of any document. It returns errors
// of reading only.
func openZIP(file io.ReaderAt, size int64) (*zip.Reader, error) {
	limited := &limitedReaderAt{ReaderAt: file, left: maxDirectory}
	archive, err := zip.NewReader(limited, size)
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
func hasStream(streams ...string) func(io.ReaderAt, int64) (bool, error) {
	var names [][]byte
	for _, stream := range streams {
		var name []byte
		for _, unit := range utf16.Encode([]rune(stream + "\x00")) {
			name = binary.LittleEndian.AppendUint16(name, unit)
		}
		names = append(names, name)
	}
	return func(file io.ReaderAt, size int64) (bool, error) {
		// A directory entry is 128 bytes, begins with the name, and is at a multiple of its size: [MS-CFB] 2.6.1.
		return anyBlock(file, size, func(entry []byte) bool {
			return slices.ContainsFunc(names, func(name []byte) bool { return bytes.HasPrefix(entry, name) })
		})
	}
}

// anyBlock reports whether found is true of any 128 bytes at a multiple of 128.
func anyBlock(file io.ReaderAt, size int64, found func([]byte) bool) (bool, error) {
	const block = 128
	buffer := make([]byte, 512*block)
	for at := int64(0); at < size; at += int64(len(buffer)) {
		read := buffer[:min(int64(len(buffer)), size-at)]
		if _, err := io.ReadFull(io.NewSectionReader(file, at, int64(len(read))), read); err != nil {
			return false, err
		}
		for entry := range slices.Chunk(read, block) {
			if found(entry) {
				return true, nil
			}
		}
	}
	return false, nil
}
