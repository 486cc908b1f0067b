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
	// filesMember is the member of the manifest with the list of all files before it.
	filesMember = "files"
)

// Manifest says what is in a backup. In the archive the list of its files follows, which may be long.
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

// stored reports whether the file goes into the storage.
func (f File) stored() bool { return strings.HasPrefix(f.Name, filesPrefix) }

// maxTables is of how many tables an archive has rows: their files are the only ones that are kept in memory.
const maxTables = 1000

// contents sums up the list of files.
type contents struct {
	files, stored           int
	bytes, storedBytes, end int64
	// rows are the files with the rows of tables, by their names.
	rows map[string]File
	// err is about the first file that does not begin where the one before ends.
	err error
}

func (c *contents) add(file File) {
	if c.err == nil && (file.Offset != c.end || file.Header < blockSize || file.Size < 0) {
		c.err = fmt.Errorf("%s: does not stand where the manifest says", file.Name)
	}
	c.end = file.end()
	c.files++
	c.bytes += file.Size
	switch {
	case file.stored():
		c.stored++
		c.storedBytes += file.Size
	case strings.HasPrefix(file.Name, rowsPrefix):
		if len(c.rows) == maxTables && c.err == nil {
			c.err = fmt.Errorf("%s: lists the rows of more than %d tables", manifestName, maxTables)
		}
		if c.err != nil {
			return
		}
		c.rows[file.Name] = file
	}
}

// check returns an error unless every byte from the start of the archive to end belongs to exactly one file.
func (c *contents) check(end int64) error {
	if c.err == nil && c.end != end {
		return fmt.Errorf("%s: does not list all that is in the archive", manifestName)
	}
	return c.err
}
