package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"
	"time"

	"portfolio/api/storage"
)

// archiveWriter writes the files of an archive one after another and counts and hashes every byte. What the manifest says of
// them is in a file without a name until then.
type archiveWriter struct {
	out    io.Writer
	tar    *tar.Writer
	at     int64
	now    time.Time
	hash   hash.Hash // of what is being written: the content, or the frame around it
	spool  *os.File
	listed *bufio.Writer // into spool
	last   File
	failed error            // why the archive could not be written, where it was not for its content
	buffer [copyBuffer]byte // of add
}

// newArchiveWriter returns a writer with a temporary file in dir. The caller closes it.
func newArchiveWriter(out io.Writer, now time.Time, dir string) (*archiveWriter, error) {
	spool, err := openSpool(dir)
	if err != nil {
		return nil, err
	}
	a := &archiveWriter{out: out, now: now, spool: spool, listed: bufio.NewWriter(spool)}
	a.tar = tar.NewWriter(countingWriter{a})
	return a, nil
}

// Close frees the temporary file.
func (a *archiveWriter) Close() error { return a.spool.Close() }

// openSpool makes a file in dir that has no name any more, so that it is gone when it is closed.
func openSpool(dir string) (*os.File, error) {
	spool, err := os.CreateTemp(dir, ".portfolio-spool-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(spool.Name()); err != nil {
		return nil, errors.Join(err, spool.Close())
	}
	return spool, nil
}

// countingWriter counts and hashes what the tar writer writes.
type countingWriter struct{ *archiveWriter }

func (c countingWriter) Write(p []byte) (int, error) {
	n, err := c.out.Write(p)
	c.at += int64(n)
	c.hash.Write(p[:n])
	c.failed = err
	return n, err
}

// add writes a file. It fails when content is not of that size.
func (a *archiveWriter) add(ctx context.Context, name string, size int64, content io.Reader) error {
	frame, body := sha256.New(), sha256.New()
	file := File{Name: name, Size: size, Offset: a.at}
	a.hash = frame
	if err := a.tar.WriteHeader(header(name, size, a.now)); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	file.Header = a.at - file.Offset
	a.hash = body
	n, err := io.CopyBuffer(a.tar, io.LimitReader(storage.ContextReader{Context: ctx, Reader: content}, size), a.buffer[:])
	if err == nil && n == size {
		// One more byte would not be in the archive.
		extra, _ := content.Read(make([]byte, 1))
		n += int64(extra)
	}
	if err == nil && n != size {
		err = fmt.Errorf("has not the %d bytes that were expected", size)
	}
	a.hash = frame
	if err == nil {
		err = a.tar.Flush()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	file.SHA256, file.Frame = sum(body), sum(frame)
	return a.list(file)
}

// list adds what the manifest says of a file.
func (a *archiveWriter) list(file File) error {
	separator := "\n  "
	if a.last.Name != "" {
		separator = "," + separator
	}
	a.last = file
	text, err := json.MarshalIndent(file, "  ", " ")
	if err != nil {
		return err
	}
	_, a.failed = a.listed.WriteString(separator + string(text))
	return a.failed
}

// finish writes the manifest and the seal, and returns the seal's digest.
func (a *archiveWriter) finish(ctx context.Context, manifest Manifest) (checksum string, err error) {
	text, err := json.MarshalIndent(manifest, "", " ")
	if err := errors.Join(err, a.listed.Flush()); err != nil {
		return "", err
	}
	size, err := a.spool.Seek(0, io.SeekCurrent)
	if err != nil {
		return "", err
	}
	start, end := string(bytes.TrimSuffix(text, []byte("\n}")))+",\n \""+filesMember+"\": [", "\n ]\n}"
	content := io.MultiReader(strings.NewReader(start), io.NewSectionReader(a.spool, 0, size), strings.NewReader(end))
	if err := a.add(ctx, manifestName, int64(len(start))+size+int64(len(end)), content); err != nil {
		return "", err
	}
	last, checksum, err := makeChecksum(a.last, a.now)
	if err != nil {
		return "", err
	}
	_, err = a.out.Write(last)
	return checksum, err
}

// checksumSize is the length of the seal: a header, a block, and the two empty blocks that end a tar archive.
const checksumSize = 4 * blockSize

// makeChecksum returns the last bytes of an archive whose manifest is that file: a line with what the seal covers, and one
// with the SHA-256 of the header before it and of the first line.
func makeChecksum(manifest File, now time.Time) (last []byte, digest string, err error) {
	line, err := json.Marshal(manifest)
	if err != nil {
		return nil, "", err
	}
	var out bytes.Buffer
	writer := tar.NewWriter(&out)
	if err := writer.WriteHeader(header(checksumName, int64(len(line))+2+2*sha256.Size, now)); err != nil {
		return nil, "", err
	}
	last, digest = checksumBlocks(out.Bytes(), line)
	if len(last) != checksumSize {
		return nil, "", errors.New("the seal does not fit into a block")
	}
	return last, digest, nil
}

// checksumBlocks returns the header and the line with the digest of both, filled up to the seal's length.
func checksumBlocks(header, line []byte) (last []byte, digest string) {
	hashed := sha256.New()
	hashed.Write(header)
	hashed.Write(line)
	digest = sum(hashed)
	last = fmt.Appendf(bytes.Clone(header), "%s\n%s\n", line, digest)
	return append(last, make([]byte, max(0, checksumSize-len(last)))...), digest
}

func header(name string, size int64, now time.Time) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: now.UTC().Truncate(time.Second)}
}

func sum(hashed hash.Hash) string { return hex.EncodeToString(hashed.Sum(nil)) }

// readme is the first file of an archive, for whoever finds one without knowing what it is.
var readme = strings.TrimLeft(`
A backup of a portfolio site: everything its people wrote and uploaded. It holds names, addresses and the hashes of
passwords; keep it where only the owner can read it.

rows/TABLE.jsonl   the rows of a table of the database, a JSON object on each line
files/             pictures and documents; the rows of images and documents tell which is which
manifest.json      when and by what this was made, and the size and SHA-256 of each file
SEAL               proves that manifest.json, and so all of the archive, is as it was written

Check it:  portfolio backup verify FILE
Use it:    portfolio restore FILE
`, "\n")
