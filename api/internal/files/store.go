package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Store stores objects by name. A name has one to eight segments of a-z, 0-9, ".", "_" and "-" joined by
// "/", at most 200 bytes, and no segment begins with ".". Every method returns fs.ErrInvalid for another
// name. All methods may be called concurrently.
type Store interface {
	// Put stores content under name and replaces an object of that name. A content that is an io.Seeker
	// is stored from its start. After Put returns nil, the object survives a crash of the process and, in
	// a folder, of the machine. If Put fails, the previous object is unchanged.
	Put(ctx context.Context, name string, content io.Reader, contentType string) error

	// Open returns the object of that name, which the caller closes, or fs.ErrNotExist. Reading ends
	// with ctx.
	Open(ctx context.Context, name string) (*Object, error)

	// Delete removes the object of that name. It returns nil if there is none, and ErrDenied if the
	// credentials do not allow it.
	Delete(ctx context.Context, name string) error

	// List yields every object whose name begins with prefix, in no particular order. An error ends it.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]

	// Close releases the resources of the store.
	Close() error
}

// ErrDenied means that the credentials do not allow a call.
var ErrDenied = errors.New("the credentials do not allow it")

// Info is the name, the size in bytes and the time of the last Put of an object.
type Info struct {
	Name     string
	Size     int64
	Modified time.Time
}

// Object is an open object.
type Object struct {
	Info
	io.ReadSeekCloser
}

// OpenStore opens the store of STORAGE_URL: a bucket for "s3://bucket?region=…&endpoint=…", and the folder
// media in dataDir for "". The bucket must exist. If it does not answer now, OpenStore returns both the store
// and an error.
func OpenStore(ctx context.Context, rawURL, dataDir string) (Store, error) {
	if rawURL == "" {
		return openFolderStore(filepath.Join(dataDir, "media"))
	}
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "s3" {
		// The URL is not repeated because it may contain a password.
		return nil, errors.New("STORAGE_URL: want s3://bucket?region=…&endpoint=…, or nothing for files in DATA_DIR/media")
	}
	store, err := openS3(ctx, u, Timeout)
	if err != nil {
		err = fmt.Errorf("STORAGE_URL: %w", err)
	}
	if store == nil {
		return nil, err
	}
	return store, err
}

// backupTimeout is the timeout of a bucket of backups, for which no user waits.
const backupTimeout = 2 * time.Minute

// CheckFolder returns an error if BACKUP_URL names a folder that does not exist.
func CheckFolder(rawURL string) error {
	dir := strings.TrimPrefix(rawURL, "file://")
	if info, err := os.Stat(dir); strings.HasPrefix(dir, "/") && (err != nil || !info.IsDir()) {
		return fmt.Errorf("BACKUP_URL: there is no folder %s: make or mount it%s", dir, SandboxHint(dir))
	}
	return nil
}

// OpenBackups opens the place of BACKUP_URL: a bucket for "s3://bucket?region=…&endpoint=…", or an
// existing folder for "file:///path" and "/path", in which it makes the files of a Folder.
func OpenBackups(ctx context.Context, rawURL string) (Store, error) {
	if err := CheckFolder(rawURL); err != nil {
		return nil, err
	}
	if dir := strings.TrimPrefix(rawURL, "file://"); strings.HasPrefix(dir, "/") {
		store, err := openFolderStore(dir)
		if err != nil {
			err = fmt.Errorf("BACKUP_URL: %w%s", err, SandboxHint(dir))
		}
		return store, err
	}
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "s3" {
		return nil, errors.New("BACKUP_URL: want s3://bucket?region=…&endpoint=…, or the absolute path of a folder")
	}
	store, err := openS3(ctx, u, func() time.Duration { return backupTimeout })
	if err != nil {
		return nil, fmt.Errorf("BACKUP_URL: %w", err)
	}
	return store, nil
}

// CheckApart returns an error if backups at BACKUP_URL and the files at STORAGE_URL would be in the same bucket, or in the same
// folder or one in the other, and if backups would be in a folder that the server clears. Other faults of the settings are left
// to those that open them.
func CheckApart(storageURL, dataDir, backupURL string) error {
	const remedy = "backups need a place of their own"
	if dir := strings.TrimPrefix(backupURL, "file://"); strings.HasPrefix(dir, "/") {
		dir = resolve(dir)
		for _, name := range []string{"media", "tmp"} {
			own := resolve(filepath.Join(dataDir, name))
			if contains(own, dir) || name == "media" && storageURL == "" && contains(dir, own) {
				return fmt.Errorf("BACKUP_URL %s and the site's files in %s are in one folder: %s", dir, own, remedy)
			}
		}
		return nil
	}
	if place := bucketOf(storageURL); place != "" && place == bucketOf(backupURL) {
		return fmt.Errorf("BACKUP_URL and STORAGE_URL name the same bucket: %s", remedy)
	}
	return nil
}

// CheckInside returns an error if a place for backups is a folder that is not in dataDir, or is all of it.
func CheckInside(dataDir, backupURL string) error {
	dir := strings.TrimPrefix(backupURL, "file://")
	if !strings.HasPrefix(dir, "/") {
		return nil
	}
	if data, dir := resolve(dataDir), resolve(dir); !contains(data, filepath.Dir(dir)) || contains(dir, data) {
		return fmt.Errorf("the folder must be in %s; BACKUP_URL in the environment of the server may name any other", data)
	}
	return nil
}

// resolve follows the symbolic links in a path, whose end need not exist.
func resolve(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if parent := filepath.Dir(path); err != nil && parent != path {
		return filepath.Join(resolve(parent), filepath.Base(path))
	}
	return real
}

// contains reports whether the folder is inner, or one above it. It compares the folders and not only their paths, which may
// differ in case, or because of a mount.
func contains(folder, inner string) bool {
	outer, _ := os.Stat(folder)
	for ; ; inner = filepath.Dir(inner) {
		if info, err := os.Stat(inner); inner == folder || err == nil && outer != nil && os.SameFile(info, outer) {
			return true
		}
		if inner == filepath.Dir(inner) {
			return false
		}
	}
}

// bucketOf returns the bucket and the host of an s3 URL, "" for another URL. Names of buckets at Amazon are unique.
func bucketOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || u.Scheme != "s3" {
		return ""
	}
	endpoint, err := endpointOf(u)
	if err != nil {
		return ""
	}
	host := strings.ToLower(endpoint.Host)
	if name := endpoint.Hostname(); strings.HasSuffix(name, ".amazonaws.com") || strings.HasSuffix(name, ".amazonaws.com.cn") {
		host = ""
	} else if port := map[string]string{"http": ":80", "https": ":443"}[endpoint.Scheme]; strings.HasSuffix(host, port) {
		host = strings.TrimSuffix(host, port)
	}
	return u.Host + " at " + host
}

// openFolderStore returns a nil Store after an error, not a nil *Folder in it.
func openFolderStore(dir string) (Store, error) {
	folder, err := OpenFolder(dir)
	if err != nil {
		return nil, err
	}
	return folder, nil
}

const (
	maxName     = 200
	maxSegments = 8
)

// checkName returns fs.ErrInvalid, wrapped, unless name is valid for a Store.
func checkName(op, name string) error {
	invalid := &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	if len(name) > maxName || strings.Count(name, "/") >= maxSegments {
		return invalid
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || segment[0] == '.' || strings.Trim(segment, "abcdefghijklmnopqrstuvwxyz0123456789._-") != "" {
			return invalid
		}
	}
	return nil
}

// ContextReader reads until Context ends.
type ContextReader struct {
	Context context.Context
	io.Reader
}

// Read returns the error of the context or of the reader.
func (r ContextReader) Read(p []byte) (int, error) {
	if err := r.Context.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}
