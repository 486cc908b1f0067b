package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"portfolio/api/internal/files"
)

const (
	manifestName = "manifest.json"
	tablesPrefix = "tables/"
	tablesSuffix = ".jsonl"
	filesPrefix  = "files/"
)

// Manifest lists the content of an archive.
type Manifest struct {
	MadeAt time.Time `json:"made_at"`
	// Program is the build that made the archive.
	Program string `json:"program"`
	// Engine is the database that the rows come from. They can be restored to the other one.
	Engine        string `json:"engine"`
	SchemaVersion int64  `json:"schema_version"`
	// Schema identifies the tables, as database.Fingerprint does.
	Schema string  `json:"schema"`
	Tables []Table `json:"tables"`
	// Entries are all entries of the tar file before the manifest.
	Entries []Entry `json:"entries"`
}

// Table is a table of the archive.
type Table struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
	// LastNumber is the last id that the database gave to a row, so that none is given twice.
	LastNumber int64 `json:"last_number"`
}

// Entry is a file in the archive.
type Entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Damage means that an archive has changed since it was written.
type Damage struct {
	// File is the name of the damaged entry.
	File string
	What string
}

func (d *Damage) Error() string { return fmt.Sprintf("the backup is damaged: %s %s", d.File, d.What) }

var (
	// ErrNotBackup means that a file is not a backup.
	ErrNotBackup = errors.New("this is not a backup made by portfolio backup")
	// ErrEncrypted means that a file is encrypted by age, as backups at BACKUP_URL are.
	ErrEncrypted = errors.New("this is encrypted: decrypt it first, age --decrypt -i KEYFILE -o site.backup FILE, or pass its name at BACKUP_URL with --identity KEYFILE")
)

// Archive is an open backup. Its content may be damaged until Check has returned nil.
type Archive struct {
	Manifest Manifest

	file     *os.File
	size     int64 // without the last line
	contents map[string]*io.SectionReader
}

// digestSize is the length of the last line of an archive.
const digestSize = 2*sha256.Size + 1

// Open opens the archive at path, which the caller closes. It returns a *Damage if the manifest has
// changed, ErrEncrypted for a file encrypted with age, and ErrNotBackup for any other file.
func Open(path string) (_ *Archive, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	start := make([]byte, 32)
	n, _ := file.ReadAt(start, 0) // a folder has no bytes
	if strings.HasPrefix(string(start[:n]), "age-encryption.org/") {
		return nil, ErrEncrypted
	}
	if !strings.HasPrefix(string(start[:n]), tablesPrefix) {
		return nil, ErrNotBackup
	}
	archive := &Archive{file: file, size: max(0, info.Size()-digestSize), contents: map[string]*io.SectionReader{}}
	if err := archive.readHeaders(); err != nil {
		return nil, err
	}
	return archive, archive.readManifest()
}

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }

// open returns the content of an existing entry from its start.
func (a *Archive) open(name string) io.ReadSeeker {
	content := a.contents[name]
	return io.NewSectionReader(content, 0, content.Size())
}

// readHeaders finds the content of each entry.
func (a *Archive) readHeaders() error {
	reader := io.NewSectionReader(a.file, 0, a.size)
	entries := tar.NewReader(reader)
	last := "its first entry"
	for {
		header, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &Damage{last, "or what follows it is cut short or changed: " + err.Error()}
		}
		last = header.Name
		start, err := reader.Seek(0, io.SeekCurrent)
		if err != nil {
			return err
		}
		a.contents[last] = io.NewSectionReader(a.file, start, header.Size)
	}
}

func (a *Archive) readManifest() error {
	if a.contents[manifestName] == nil {
		return &Damage{manifestName, "is missing: the file is incomplete"}
	}
	line := make([]byte, digestSize)
	if _, err := a.file.ReadAt(line, a.size); err != nil {
		return err
	}
	if digest, err := digestOf(a.open(manifestName)); err != nil || digest+"\n" != string(line) {
		return errors.Join(err, &Damage{manifestName, "has other content than was written"})
	}
	if err := json.NewDecoder(a.open(manifestName)).Decode(&a.Manifest); err != nil {
		return &Damage{manifestName, "cannot be read: " + err.Error()}
	}
	for _, entry := range a.Manifest.Entries {
		if content := a.contents[entry.Name]; content == nil || content.Size() != entry.Size {
			return &Damage{entry.Name, "is missing or has another size"}
		}
	}
	return nil
}

// Files are the names of the stored files in the archive.
func (a *Archive) Files() (names []string) {
	for _, entry := range a.Manifest.Entries {
		if name, isFile := strings.CutPrefix(entry.Name, filesPrefix); isFile {
			names = append(names, name)
		}
	}
	return names
}

// maxDamages is how many damaged entries Check names.
const maxDamages = 100

// Check reads the whole archive. It returns a *Damage for each entry that has changed.
func (a *Archive) Check(ctx context.Context, report func(step string, done, all int)) error {
	var damages []error
	for i, entry := range a.Manifest.Entries {
		digest, err := digestOf(files.ContextReader{Context: ctx, Reader: a.open(entry.Name)})
		if err != nil {
			return fmt.Errorf("read %s: %w", entry.Name, err)
		}
		if digest != entry.SHA256 && len(damages) < maxDamages {
			damages = append(damages, &Damage{entry.Name, "has other content than was written"})
		}
		report("checked", i+1, len(a.Manifest.Entries))
	}
	return errors.Join(damages...)
}

func digestOf(content io.Reader) (string, error) {
	digest := sha256.New()
	_, err := io.Copy(digest, content)
	return hex.EncodeToString(digest.Sum(nil)), err
}
