package offsite

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"filippo.io/age"

	"portfolio/api/backup"
	"portfolio/api/database"
	"portfolio/api/storage"
)

// defaultStallTimeout is how long no byte may move before a run is given up.
const defaultStallTimeout = 5 * time.Minute

var errStalled = errors.New("nothing has moved for minutes: the place or the site's own storage does not answer")

// Record is what is stored beside a backup once it was read back: whoever has none is not to be counted on.
type Record struct {
	Name      string    `json:"name"`
	MadeAt    time.Time `json:"made_at"`
	CheckedAt time.Time `json:"checked_at"`
	Program   string    `json:"program"`
	// SchemaVersion is the newest migration of the database that was backed up.
	SchemaVersion int64 `json:"schema_version"`
	// Bytes and SHA256 are of the encrypted file, Seal is the digest that the archive inside ends with.
	Bytes  int64          `json:"bytes"`
	SHA256 string         `json:"sha256"`
	Seal   string         `json:"seal"`
	Files  int            `json:"files"`
	Tables []backup.Table `json:"tables"`
}

// The file of a backup is its name and fileSuffix, its record the name and recordSuffix. Names sort by time.
const (
	namePrefix   = "portfolio-"
	nameTime     = "2006-01-02-150405"
	fileSuffix   = ".age"
	recordSuffix = ".json"
)

// newName returns a name that no backup has had.
func newName(at time.Time) string {
	return namePrefix + at.Format(nameTime) + "-" + strings.ToLower(rand.Text()[:8])
}

// send makes a backup, sends it, reads it back, stores its record, and removes those that are not kept any longer.
func (b *Backups) send(ctx context.Context) (Record, error) {
	store, err := b.Open(ctx)
	if err != nil {
		return Record{}, err
	}
	defer func() { _ = store.Close() }()
	if err := b.refuseEmptied(ctx, store); err != nil {
		return Record{}, err
	}
	ctx, watch := newWatchdog(ctx, b.StallTimeout)
	defer watch.stop()
	made, err := b.upload(ctx, store, watch)
	if err != nil {
		return Record{}, watch.reason(ctx, fmt.Errorf("send the backup: %w", err))
	}
	if err := b.check(ctx, store, watch, made); err != nil {
		return Record{}, watch.reason(ctx, fmt.Errorf("check the backup: %w", err))
	}
	made.CheckedAt = b.now()
	if err := putRecord(ctx, store, made); err != nil {
		return Record{}, watch.reason(ctx, err)
	}
	if err := b.prune(ctx, store, made.Name); err != nil {
		b.Log.Warn("old off-site backups not removed", "error", err)
	}
	return made, nil
}

// refuseEmptied returns an error when nothing is left of what was sent to the same place: a disk that is not mounted.
func (b *Backups) refuseEmptied(ctx context.Context, store storage.Store) error {
	state, err := ReadState(ctx, b.Site.DB)
	if err != nil || state.MadeAt == nil || state.Place != b.Place {
		return err
	}
	for _, err := range store.List(ctx, namePrefix) {
		return err
	}
	return fmt.Errorf("%s is empty, and the last backup was sent there: mount it, or name another place", b.Place)
}

// upload streams archive, encryption and upload into each other. Nothing of the archive is on this machine's disk but the
// rows of one table at a time, and the list of its files.
func (b *Backups) upload(ctx context.Context, store storage.StreamStore, watch *watchdog) (Record, error) {
	at := b.now()
	made := Record{Name: newName(at), MadeAt: at, Program: b.Site.Program}
	reader, writer := io.Pipe()
	unblock := context.AfterFunc(ctx, func() { _ = reader.CloseWithError(context.Cause(ctx)) })
	defer unblock()
	written := make(chan error, 1)
	go func() {
		err := b.write(ctx, writer, &made)
		_ = writer.CloseWithError(err)
		written <- err
	}()
	err := store.PutStream(ctx, made.Name+fileSuffix, watch.reader(reader), "application/octet-stream")
	_ = reader.CloseWithError(errors.Join(err, io.ErrClosedPipe))
	if writeErr := <-written; writeErr != nil && !errors.Is(writeErr, io.ErrClosedPipe) {
		return Record{}, writeErr
	}
	return made, err
}

// write writes the encrypted archive and fills in what was written.
func (b *Backups) write(ctx context.Context, out io.Writer, made *Record) error {
	sent := &digest{hash: sha256.New()}
	encrypted, err := age.Encrypt(io.MultiWriter(sent, out), b.Recipients...)
	if err != nil {
		return err
	}
	written, err := b.Site.WriteTo(ctx, encrypted, b.TempDir)
	if err != nil {
		return err
	}
	if err := encrypted.Close(); err != nil {
		return err
	}
	made.Bytes, made.SHA256, made.Seal = sent.bytes, sent.sum(), written.Checksum
	made.SchemaVersion, made.Tables, made.Files = written.SchemaVersion, written.Tables, written.Stored
	return nil
}

// check reads the backup back: all its bytes, its header, and how many rows it has beside the database.
func (b *Backups) check(ctx context.Context, store storage.Store, watch *watchdog, made Record) error {
	object, err := store.Open(ctx, made.Name+fileSuffix)
	if err != nil {
		return err
	}
	defer func() { _ = object.Close() }()
	if object.Size != made.Bytes {
		return fmt.Errorf("%d bytes were sent, and %d are there", made.Bytes, object.Size)
	}
	read := &digest{hash: sha256.New()}
	content := io.TeeReader(watch.reader(storage.ContextReader{Context: ctx, Reader: object}), read)
	start := make([]byte, min(made.Bytes, maxHeader))
	if _, err := io.ReadFull(content, start); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, content); err != nil {
		return err
	}
	if read.bytes != made.Bytes || read.sum() != made.SHA256 {
		return errors.New("what is there is not what was sent")
	}
	header, err := age.ExtractHeader(bytes.NewReader(start))
	if err != nil {
		return err
	}
	if n := bytes.Count(header, []byte("\n-> ")); n != len(b.Recipients) {
		return fmt.Errorf("it is encrypted for %d keys, and there are %d recipients", n, len(b.Recipients))
	}
	return b.compareRows(ctx, made.Tables)
}

// maxHeader is more than the header of a file for many recipients has.
const maxHeader = 64 << 10

// countTimeout is how long it may take to count the rows of a table.
const countTimeout = 5 * time.Minute

// compareRows returns an error when a table has far fewer rows in the backup than in the database. What is written or
// expires meanwhile makes a small difference.
func (b *Backups) compareRows(ctx context.Context, tables []backup.Table) error {
	sent := map[string]int64{}
	for _, table := range tables {
		sent[table.Name] = table.Rows
	}
	return b.Site.DB.InSnapshot(database.WithTimeout(ctx, countTimeout), func(tx *database.Tx) error {
		existing, err := tx.Tables(ctx)
		if err != nil {
			return err
		}
		for _, table := range existing {
			if backup.Excluded(table.Name) {
				continue
			}
			n, err := tx.Count(ctx, table)
			if err != nil {
				return err
			}
			if rows, found := sent[table.Name]; !found || rows < n*9/10-100 {
				return fmt.Errorf("it has %d rows of %s, and the database has %d", rows, table.Name, n)
			}
		}
		return nil
	})
}

// putRecord stores the record of a backup and reads it back.
func putRecord(ctx context.Context, store storage.Store, made Record) error {
	text, err := json.MarshalIndent(made, "", " ")
	if err != nil {
		return err
	}
	if err := store.Put(ctx, made.Name+recordSuffix, bytes.NewReader(text), "application/json"); err != nil {
		return fmt.Errorf("store the record of the backup: %w", err)
	}
	object, err := store.Open(ctx, made.Name+recordSuffix)
	if err != nil {
		return fmt.Errorf("check the record of the backup: %w", err)
	}
	defer func() { _ = object.Close() }()
	read, err := io.ReadAll(io.LimitReader(object, int64(len(text))+1))
	if err == nil && !bytes.Equal(read, text) {
		err = errors.New("what is there is not what was sent")
	}
	if err != nil {
		return fmt.Errorf("check the record of the backup: %w", err)
	}
	return nil
}

// digest counts and hashes what is written to it.
type digest struct {
	hash interface {
		io.Writer
		Sum([]byte) []byte
	}
	bytes int64
}

func (d *digest) Write(p []byte) (int, error) {
	d.bytes += int64(len(p))
	return d.hash.Write(p)
}

func (d *digest) sum() string { return hex.EncodeToString(d.hash.Sum(nil)) }

// watchdog cancels a context when its readers have not read for a while.
type watchdog struct {
	timer   *time.Timer
	timeout time.Duration
	cancel  context.CancelCauseFunc
}

func newWatchdog(ctx context.Context, timeout time.Duration) (context.Context, *watchdog) {
	if timeout == 0 {
		timeout = defaultStallTimeout
	}
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, &watchdog{time.AfterFunc(timeout, func() { cancel(errStalled) }), timeout, cancel}
}

func (w *watchdog) stop() { w.timer.Stop(); w.cancel(nil) }

func (w *watchdog) reader(from io.Reader) io.Reader { return watchedReader{from, w} }

// reason returns the cause of the end of ctx, else err.
func (w *watchdog) reason(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

type watchedReader struct {
	io.Reader
	watch *watchdog
}

func (r watchedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.watch.timer.Reset(r.watch.timeout)
	}
	return n, err
}
