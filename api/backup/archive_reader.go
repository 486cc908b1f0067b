package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"portfolio/api/storage"
)

// Archive is an open backup whose manifest is as it was written; Check tells whether the rest is.
type Archive struct {
	Manifest Manifest
	// Checksum is the file's last digest, which no other backup has.
	Checksum string

	// Path says where the backup is from: the file's absolute path, unless its caller knows better.
	Path string

	file     *os.File
	size     int64
	manifest File
	// list is where in the manifest its list of files begins.
	list     int64
	contents contents
	buffer   [copyBuffer]byte // of checkFile
}

// copyBuffer is how many bytes are copied at once. One buffer serves all files: a new one for each would be most of what is
// allocated where files are small.
const copyBuffer = 32 << 10

// Damage says which file in an archive is not as it was written.
type Damage struct {
	File string
	What string
}

func (d *Damage) Error() string { return fmt.Sprintf("the backup is damaged: %s %s", d.File, d.What) }

// ErrNotBackup says that a file is something else.
var ErrNotBackup = errors.New("this is not a backup made by portfolio backup")

// NewerError says that a backup was made by a newer program, so that this one cannot tell whether it is whole.
type NewerError struct{ what string }

func (e *NewerError) Error() string { return e.what }

// ErrEncrypted says that a file is encrypted by age, as backups at BACKUP_URL are.
var ErrEncrypted = errors.New("this is encrypted: decrypt it first, age --decrypt -i KEYFILE -o site.backup FILE, or name it as it is called at BACKUP_URL, with --identity KEYFILE")

// Open opens the backup at path. The caller closes it. It returns a *Damage when the archive's end or its manifest is not
// as it was written, ErrEncrypted for one that age has encrypted, and ErrNotBackup for a file of another kind.
func Open(path string) (_ *Archive, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
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
	if !info.Mode().IsRegular() {
		return nil, ErrNotBackup
	}
	archive := &Archive{file: file, Path: path, size: info.Size(), contents: contents{rows: map[string]File{}}}
	if !archive.readChecksum(info.Size()) {
		return nil, diagnose(file, info.Size())
	}
	return archive, archive.readManifest(info.Size())
}

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }

// readChecksum reports whether the file ends with a seal that is as it was written.
func (a *Archive) readChecksum(size int64) bool {
	last := make([]byte, checksumSize)
	if _, err := a.file.ReadAt(last, size-checksumSize); err != nil {
		return false
	}
	line, _, _ := bytes.Cut(last[blockSize:], []byte("\n"))
	expected, digest := checksumBlocks(last[:blockSize], line)
	a.Checksum = digest
	return bytes.Equal(last, expected) && json.Unmarshal(line, &a.manifest) == nil && a.manifest.Name == manifestName
}

func (a *Archive) readManifest(size int64) error {
	if a.manifest.end() != size-checksumSize {
		return &Damage{manifestName, "does not stand where the seal says"}
	}
	if err := a.checkFile(context.Background(), a.manifest, nil); err != nil {
		return err
	}
	if err := a.decodeManifest(); err != nil {
		return fmt.Errorf("%s: %w", manifestName, err)
	}
	if a.Manifest.Format > format {
		return &NewerError{fmt.Sprintf("the backup has the format %d, and this program reads formats up to %d: use the program that made it, %s",
			a.Manifest.Format, format, a.Manifest.Program)}
	}
	return a.contents.check(a.manifest.Offset)
}

// Count returns how many rows are in the backup, and how many stored files.
func (a *Archive) Count() (rows int64, stored int) {
	for _, table := range a.Manifest.Tables {
		rows += table.Rows
	}
	return rows, a.contents.stored
}

// Check reads every byte and returns a *Damage for each file that is not as it was written, joined; after a hundred they are only
// counted.
func (a *Archive) Check(ctx context.Context, report func(Progress)) error {
	progress := Progress{Step: "checked", All: a.contents.files, AllBytes: a.contents.bytes}
	var damages faults
	err := a.eachFile(func(file File) error {
		err := a.checkFile(ctx, file, func(n int64) {
			progress.Bytes += n
			report(progress)
		})
		var damage *Damage
		if err != nil && !errors.As(err, &damage) {
			return err
		}
		damages.add(err)
		progress.Done++
		report(progress)
		return nil
	})
	if err == nil && progress.Done != a.contents.files {
		err = fmt.Errorf("%s: %d files were listed, and %d read", manifestName, a.contents.files, progress.Done)
	}
	if err != nil {
		return err
	}
	return damages.join()
}

// maxFaults is how many faults are named: a broken disk may have as many as files.
const maxFaults = 100

// faults has the first errors, and counts the others.
type faults struct {
	named []error
	more  int
}

// add adds err unless it is nil.
func (f *faults) add(err error) {
	switch {
	case err == nil:
	case len(f.named) < maxFaults:
		f.named = append(f.named, err)
	default:
		f.more++
	}
}

func (f *faults) join() error {
	err := errors.Join(f.named...)
	if f.more > 0 {
		err = errors.Join(err, fmt.Errorf("and %d more", f.more))
	}
	return err
}

// checkFile compares the file and the frame around it with what the manifest says.
func (a *Archive) checkFile(ctx context.Context, file File, done func(int64)) error {
	frame, body := sha256.New(), sha256.New()
	start := file.Offset + file.Header
	padding := start + file.Size
	for _, part := range []struct {
		into     io.Writer
		from, to int64
	}{{frame, file.Offset, start}, {body, start, padding}, {frame, padding, padding + file.padding()}} {
		reader := storage.ContextReader{Context: ctx, Reader: io.NewSectionReader(a.file, part.from, part.to-part.from)}
		n, err := io.CopyBuffer(part.into, &progressReader{reader, done}, a.buffer[:])
		if err != nil {
			return fmt.Errorf("%s: %w", file.Name, err)
		}
		if n != part.to-part.from {
			return &Damage{file.Name, "is cut short"}
		}
	}
	if sum(body) != file.SHA256 {
		return &Damage{file.Name, "has other content than was written"}
	}
	if sum(frame) != file.Frame {
		return &Damage{file.Name, "has another tar header or padding than was written"}
	}
	return nil
}

// open returns the content of a file.
func (a *Archive) open(file File) *io.SectionReader {
	return io.NewSectionReader(a.file, file.Offset+file.Header, file.Size)
}

// diagnose returns what is wrong with a file that does not end with a seal.
func diagnose(file *os.File, size int64) error {
	reader := tar.NewReader(io.NewSectionReader(file, 0, size))
	last := ""
	for {
		entry, err := reader.Next()
		switch {
		case last == "" && (err != nil || entry.Name != readmeName):
			return notBackup(file)
		case err != nil && last == checksumName:
			return &Damage{checksumName, "is changed, or followed by other bytes"}
		case err != nil && last == manifestName:
			return &Damage{checksumName, "is damaged or missing"}
		case err != nil:
			return &Damage{last, "is the last file that is whole at most: the rest is damaged or cut off"}
		}
		last = entry.Name
		if _, err := io.Copy(io.Discard, reader); err != nil {
			return &Damage{last, "is cut short, and all after it is missing"}
		}
	}
}

// notBackup returns ErrNotBackup, unless the file is a damaged backup or an encrypted one.
func notBackup(file *os.File) error {
	start := make([]byte, 2*blockSize)
	n, _ := file.ReadAt(start, 0)
	if bytes.HasPrefix(start[:n], []byte(readmeName)) || bytes.Contains(start[:n], []byte(readme)[:40]) {
		return &Damage{readmeName, "is damaged or cut short, and so is what follows"}
	}
	if bytes.HasPrefix(start[:n], []byte("age-encryption.org/")) {
		return ErrEncrypted
	}
	return ErrNotBackup
}

// progressReader calls done with the number of bytes of each read.
type progressReader struct {
	io.Reader
	done func(int64)
}

func (t *progressReader) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if t.done != nil {
		t.done(int64(n))
	}
	return n, err
}
