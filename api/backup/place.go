package backup

import (
	"cmp"
	"context"
	"crypto/rand"
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

	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// Sent is a backup at the place. Its file is Name and fileSuffix. Names sort by time.
type Sent struct {
	Name   string
	MadeAt time.Time
	Bytes  int64
}

const (
	namePrefix = "portfolio-"
	nameTime   = "2006-01-02-150405"
	fileSuffix = ".age"
)

const (
	// keepDays is how long off-site backups are kept if the server may delete them.
	keepDays = 30
	// keepAtLeast is how many of the newest stay in any case, for example after the clock was wrong.
	keepAtLeast = 7
)

func newSent(at time.Time) Sent {
	at = at.UTC()
	return Sent{Name: namePrefix + at.Format(nameTime) + "-" + strings.ToLower(rand.Text()[:8]), MadeAt: at}
}

// List returns the backups at the place, the newest first. Other files are ignored.
func List(ctx context.Context, place files.Store) (backups []Sent, err error) {
	for info, err := range place.List(ctx, namePrefix) {
		if err != nil {
			return nil, err
		}
		name, isBackup := strings.CutSuffix(info.Name, fileSuffix)
		date := strings.TrimPrefix(name, namePrefix)
		madeAt, err := time.Parse(nameTime, date[:min(len(date), len(nameTime))])
		if isBackup && err == nil {
			backups = append(backups, Sent{name, madeAt, info.Size})
		}
	}
	slices.SortFunc(backups, func(a, b Sent) int { return cmp.Compare(b.Name, a.Name) })
	return backups, nil
}

// prune removes the backups that are too old.
func prune(ctx context.Context, place files.Store, now time.Time) error {
	backups, err := List(ctx, place)
	if err != nil {
		return err
	}
	for i, backup := range backups {
		if i < keepAtLeast || backup.MadeAt.After(now.AddDate(0, 0, -keepDays)) {
			continue
		}
		err := place.Delete(ctx, backup.Name+fileSuffix)
		if errors.Is(err, files.ErrDenied) {
			return nil // the place has its own rules
		}
		if err != nil {
			return fmt.Errorf("remove %s: %w", backup.Name, err)
		}
	}
	return nil
}

// latest is the name for the newest backup.
const latest = "latest"

// Fetch decrypts the backup of that name, or the newest for "latest", into the file to, and returns its
// name. It returns a *Damage if the backup has changed. The caller removes the file, even after
// an error.
func Fetch(ctx context.Context, place files.Store, name string, identities []age.Identity, to *os.File) (string, error) {
	name = strings.TrimSuffix(name, fileSuffix)
	if name == latest {
		backups, err := List(ctx, place)
		if err != nil {
			return name, err
		}
		if len(backups) == 0 {
			return name, errors.New("there is no backup")
		}
		// One from the future was made while the clock was wrong, before those since.
		newest := slices.IndexFunc(backups, func(sent Sent) bool { return !sent.MadeAt.After(time.Now().Add(maxSkew)) })
		name = backups[max(newest, 0)].Name
	}
	object, err := place.Open(ctx, name+fileSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return name, fmt.Errorf("there is no backup %s; portfolio backup list names those that there are", name)
	}
	if err != nil {
		return name, err
	}
	defer func() { _ = object.Close() }()
	source := files.ContextReader{Context: ctx, Reader: object}
	plain, err := age.Decrypt(source, identities...)
	if err == nil {
		_, err = io.Copy(to, plain)
	}
	var system syscall.Errno
	var store *httpx.Error
	var otherKey *age.NoIdentityMatchError
	switch {
	case err == nil, ctx.Err() != nil, errors.As(err, &system), errors.As(err, &store):
		return name, err
	case errors.As(err, &otherKey):
		return name, fmt.Errorf("%s is encrypted for another key than the one given", name)
	}
	return name, &Damage{name, "is not as it was encrypted: " + err.Error()}
}
