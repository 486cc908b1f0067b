package backup

import (
	"fmt"
	"strings"
	"time"
)

// format is the version of the archive's form. A program reads the formats up to its own.
const format = 1

const (
	readmeName   = "README.txt"
	rowsPrefix   = "rows/"
	rowsSuffix   = ".jsonl"
	filesPrefix  = "files/"
	manifestName = "manifest.json"
	checksumName = "SEAL"
)

// Manifest says what is in a backup.
type Manifest struct {
	Format int       `json:"format"`
	MadeAt time.Time `json:"made_at"`
	// Program is the build that made the backup.
	Program string `json:"program"`
	// Engine is the database that the rows come from; they can be restored to another.
	Engine string `json:"engine"`
	// SchemaVersion is the newest migration that the database had.
	SchemaVersion int64   `json:"schema_version"`
	Tables        []Table `json:"tables"`
	Files         []File  `json:"files"`
}

// Table is what the manifest says of a table.
type Table struct {
	Name string `json:"name"`
	Rows int64  `json:"rows"`
	// LastNumber is the last number that was given to a row, so that none is given twice.
	LastNumber int64 `json:"last_number"`
}

// File is what the manifest says of a file in the archive.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	// Offset is where the file's tar header begins, and Header how long that is. Frame is the SHA-256 of the header and
	// of what fills up the last block after the content.
	Offset int64  `json:"offset"`
	Header int64  `json:"header"`
	Frame  string `json:"frame_sha256"`
}

// blockSize is that of tar.
const blockSize = 512

// end returns where the next file begins.
func (f File) end() int64 { return f.Offset + f.Header + f.Size + f.padding() }

func (f File) padding() int64 { return (blockSize - f.Size%blockSize) % blockSize }

// check returns an error unless every byte from the start of the archive to end belongs to exactly one file.
func (m Manifest) check(end int64) error {
	at := int64(0)
	for _, file := range m.Files {
		if file.Offset != at || file.Header < blockSize || file.Size < 0 {
			return fmt.Errorf("%s: does not stand where the manifest says", file.Name)
		}
		at = file.end()
	}
	if at != end {
		return fmt.Errorf("%s: does not list all that is in the archive", manifestName)
	}
	return nil
}

// Count returns how many rows are in the backup, and how many stored files.
func (m Manifest) Count() (rows int64, stored int) {
	for _, table := range m.Tables {
		rows += table.Rows
	}
	return rows, len(m.stored())
}

// stored returns the files that go into the storage.
func (m Manifest) stored() (files []File) {
	for _, file := range m.Files {
		if strings.HasPrefix(file.Name, filesPrefix) {
			files = append(files, file)
		}
	}
	return files
}

// total returns the bytes of the files.
func total(files []File) (bytes int64) {
	for _, file := range files {
		bytes += file.Size
	}
	return bytes
}
