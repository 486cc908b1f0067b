package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"filippo.io/age"

	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
)

// Offsite sends an encrypted backup to another place every night. Replicas may share the work.
type Offsite struct {
	Site *Site
	// Open opens the place. Place is its name without secrets.
	Open  func(ctx context.Context) (files.Store, error)
	Place string
	// TempDir is a folder on a disk for the rows while they are sent.
	TempDir string
	// Recipients are the keys that can read the backups.
	Recipients []age.Recipient
	// NotifyStaff queues a mail of that kind to each member of staff.
	NotifyStaff func(ctx context.Context, tx *database.Tx, kind string) error
	Log         *slog.Logger
	// Timeout ends a run that takes longer, such as one whose store has frozen. 0 is defaultTimeout.
	Timeout time.Duration
}

const defaultTimeout = 12 * time.Hour

var errTimeout = errors.New("the backup took too long: the place or the site's own store may have frozen")

// send makes a backup, sends it, reads it back and removes old ones.
func (o *Offsite) send(ctx context.Context) (sent Sent, err error) {
	timeout := o.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, errTimeout)
	defer cancel()
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
	}()
	place, err := o.Open(ctx)
	if err != nil {
		return Sent{}, err
	}
	defer func() { _ = place.Close() }()
	if err := o.checkMounted(ctx, place); err != nil {
		return Sent{}, err
	}
	sent = newSent(o.Site.Clock())
	digest, err := o.upload(ctx, place, sent.Name)
	if err != nil {
		return Sent{}, fmt.Errorf("send the backup: %w", err)
	}
	if sent.Bytes, err = readBack(ctx, place, sent.Name, digest); err != nil {
		// A place that refuses this keeps a file that age knows to be damaged.
		_ = place.Delete(context.WithoutCancel(ctx), sent.Name+fileSuffix)
		return Sent{}, fmt.Errorf("read the backup back: %w", err)
	}
	if err := prune(ctx, place, sent.MadeAt); err != nil {
		o.Log.Warn("old off-site backups not removed", "error", err)
	}
	return sent, nil
}

// checkMounted returns an error if no previous backup is at the same place: a disk that is not
// mounted is an empty folder.
func (o *Offsite) checkMounted(ctx context.Context, place files.Store) error {
	state, err := ReadState(ctx, o.Site.DB)
	if err != nil || state.MadeAt == nil || state.Place != o.Place {
		return err
	}
	for _, err := range place.List(ctx, namePrefix) {
		return err
	}
	return fmt.Errorf("%s is empty, and the last backup was sent there: mount it, or name another place", o.Place)
}

// upload writes, encrypts and sends the archive at the same time. It returns the SHA-256 of the
// sent bytes.
func (o *Offsite) upload(ctx context.Context, place files.Store, name string) (digest string, err error) {
	reader, writer := io.Pipe()
	defer context.AfterFunc(ctx, func() { _ = reader.CloseWithError(ctx.Err()) })()
	written := make(chan error, 1)
	go func() {
		err := o.encrypt(ctx, writer)
		_ = writer.CloseWithError(err)
		written <- err
	}()
	hash := sha256.New()
	err = place.Put(ctx, name+fileSuffix, io.TeeReader(reader, hash), "application/octet-stream")
	_ = reader.CloseWithError(io.ErrClosedPipe)
	if writeErr := <-written; writeErr != nil && !errors.Is(writeErr, io.ErrClosedPipe) {
		return "", writeErr
	}
	return hex.EncodeToString(hash.Sum(nil)), err
}

func (o *Offsite) encrypt(ctx context.Context, out io.Writer) error {
	encrypted, err := age.Encrypt(out, o.Recipients...)
	if err != nil {
		return err
	}
	if err := o.Site.WriteTo(ctx, encrypted, o.TempDir); err != nil {
		return err
	}
	return encrypted.Close()
}

// readBack returns the size of a backup, and an error unless the place has the sent bytes.
func readBack(ctx context.Context, place files.Store, name, digest string) (size int64, err error) {
	object, err := place.Open(ctx, name+fileSuffix)
	if err != nil {
		return 0, err
	}
	defer func() { _ = object.Close() }()
	found, err := digestOf(files.ContextReader{Context: ctx, Reader: object})
	if err == nil && found != digest {
		err = errors.New("the place has other bytes than were sent")
	}
	return object.Size, err
}
