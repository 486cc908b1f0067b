package offsite

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"filippo.io/age"

	"portfolio/api/backup"
	"portfolio/api/storage"
)

// Backup is one that is in the place. Checked tells whether it has a record: it was read back and is whole.
type Backup struct {
	Name    string
	MadeAt  time.Time
	Bytes   int64
	Checked bool
}

// List returns the backups in the store, the newest first. Files with other names are left alone.
func List(ctx context.Context, store storage.Store) ([]Backup, error) {
	found, records := map[string]*Backup{}, map[string]bool{}
	for info, err := range store.List(ctx, namePrefix) {
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutSuffix(info.Name, recordSuffix); ok {
			records[name] = true
			continue
		}
		name, ok := strings.CutSuffix(info.Name, fileSuffix)
		at, known := timeOf(name)
		if ok && known {
			found[name] = &Backup{Name: name, MadeAt: at, Bytes: info.Size}
		}
	}
	var backups []Backup
	for name, one := range found {
		one.Checked = records[name]
		backups = append(backups, *one)
	}
	slices.SortFunc(backups, func(a, b Backup) int { return cmp.Compare(b.Name, a.Name) })
	return backups, nil
}

func timeOf(name string) (time.Time, bool) {
	rest, ok := strings.CutPrefix(name, namePrefix)
	if !ok || len(rest) < len(nameTime) {
		return time.Time{}, false
	}
	at, err := time.Parse(nameTime, rest[:len(nameTime)])
	return at, err == nil
}

// Fetch decrypts the backup of that name, or the newest that was checked for "", into the file to. It returns the backup's
// name, and a *backup.Damage when it is not as it was sent. The caller removes the file, also after an error.
func Fetch(ctx context.Context, store storage.Store, name string, identities []age.Identity, to *os.File) (string, error) {
	name = strings.TrimSuffix(name, fileSuffix)
	if name == "" {
		backups, err := List(ctx, store)
		if err != nil {
			return "", err
		}
		at := slices.IndexFunc(backups, func(b Backup) bool { return b.Checked })
		if at < 0 {
			return "", errors.New("there is no backup that was checked")
		}
		name = backups[at].Name
	}
	object, err := store.Open(ctx, name+fileSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return name, fmt.Errorf("there is no backup %s; portfolio backup list names those that there are", name)
	}
	if err != nil {
		return name, err
	}
	defer func() { _ = object.Close() }()
	if record, err := readRecord(ctx, store, name); err == nil && record.Bytes != object.Size {
		return name, &backup.Damage{File: name, What: fmt.Sprintf("has %d bytes, and %d were sent", object.Size, record.Bytes)}
	}
	source := &failingReader{Reader: storage.ContextReader{Context: ctx, Reader: object}}
	plain, err := age.Decrypt(source, identities...)
	var other *age.NoIdentityMatchError
	if errors.As(err, &other) {
		return name, fmt.Errorf("%s is encrypted for another key than the one given", name)
	}
	if err == nil {
		buffer := bufio.NewWriterSize(to, 1<<20)
		_, err = io.Copy(buffer, plain)
		err = errors.Join(err, buffer.Flush())
	}
	var system syscall.Errno
	switch {
	case err == nil || errors.As(err, &system):
		return name, err
	case source.err != nil:
		return name, source.err
	}
	return name, &backup.Damage{File: name, What: "is not as it was encrypted: " + err.Error()}
}

// failingReader remembers why reading failed.
type failingReader struct {
	io.Reader
	err error
}

func (r *failingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

func readRecord(ctx context.Context, store storage.Store, name string) (record Record, err error) {
	object, err := store.Open(ctx, name+recordSuffix)
	if err != nil {
		return Record{}, err
	}
	defer func() { _ = object.Close() }()
	return record, json.NewDecoder(object).Decode(&record)
}
