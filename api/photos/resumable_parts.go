package photos

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"io"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
)

// Checksum is a client's checksum of the bytes of one request.
type Checksum struct {
	Hash hash.Hash
	Want []byte
}

// arrivingBytes reads a body. It ends where the body fails, and keeps the error: what arrived before
// is stored.
type arrivingBytes struct {
	*bufio.Reader
	err error
}

func newArrivingBytes(body io.Reader) *arrivingBytes {
	arriving := &arrivingBytes{}
	arriving.Reader = bufio.NewReader(untilError{body, &arriving.err})
	return arriving
}

// untilError ends where its reader fails, and stores the error.
type untilError struct {
	io.Reader
	err *error
}

func (r untilError) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		*r.err, err = err, io.EOF
	}
	return n, err
}

// more waits for another byte and reports whether there is one.
func (a *arrivingBytes) more() bool {
	_, err := a.Peek(1)
	return err == nil
}

// storePart stores the next part of the upload, which is the whole body if it has a checksum.
func (s *Service) storePart(ctx context.Context, upload *ResumableUpload, checksum *Checksum, body *arrivingBytes) error {
	limit := upload.Length - upload.Received
	if limit == 0 {
		return errSurplus
	}
	if checksum == nil {
		limit = min(limit, partSize)
	}
	content := io.LimitReader(body, limit)
	if checksum != nil {
		content = io.TeeReader(content, checksum.Hash)
	}
	part, err := s.Library.ReceiveFile(content, limit, "part")
	if err != nil {
		return err
	}
	defer func() { _ = part.Close() }()
	if upload.Received+part.Size == upload.Length && body.more() {
		return errSurplus
	}
	if checksum != nil && body.err != nil {
		return errBrokeOff(body.err)
	}
	if checksum != nil && !bytes.Equal(checksum.Hash.Sum(nil), checksum.Want) {
		return &apperror.Error{Kind: apperror.KindChecksumMismatch, Detail: "The bytes that arrived do not have the checksum that was sent. Send them again."}
	}
	if body.err != nil {
		// The client may disconnect while its last bytes are stored.
		ctx = context.WithoutCancel(ctx)
	}
	part.Name, part.ContentType = files.NewName("uploads/", ""), "application/octet-stream"
	files.Failpoint("part received")
	return s.Files.Write(ctx, []*files.Temporary{part}, func(tx *database.Tx) error { return s.addPart(ctx, tx, upload, part) })
}

// addPart appends a stored part to the upload, or returns Conflict when another request has done so.
func (s *Service) addPart(ctx context.Context, tx *database.Tx, upload *ResumableUpload, part *files.Temporary) error {
	expires := database.At(s.Clock().Add(uploadLifetime))
	n, err := tx.Exec(ctx, `UPDATE uploads SET received = received + ?, expires_at = ? WHERE id = ? AND received = ?`,
		part.Size, expires, upload.ID, upload.Received)
	if err == nil && n == 0 {
		err = errOffset(upload.Received)
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO upload_parts (upload_id, start, file_name, bytes) VALUES (?, ?, ?, ?)`,
		upload.ID, upload.Received, part.Name, part.Size)
	if err == nil {
		upload.Received, upload.ExpiresAt = upload.Received+part.Size, expires
	}
	return err
}

// finishUpload makes the image of an upload that has all its bytes, once even if called
// simultaneously. If the file is not a valid image, it returns an apperror under "image" and
// removes the upload.
func (s *Service) finishUpload(ctx context.Context, upload *ResumableUpload) error {
	if upload.ImageID != nil {
		return nil
	}
	// Others may wait for the picture when this client has gone.
	ctx = context.WithoutCancel(ctx)
	made, err, _ := s.finishing.Do(upload.ID, func() (any, error) { return s.makeImage(ctx, upload) })
	var invalid *apperror.Error
	if errors.As(err, &invalid) && invalid.Kind == apperror.KindInvalid {
		return errors.Join(err, s.removeUpload(ctx, upload.ID))
	}
	if err != nil {
		// Another replica may have made it meanwhile.
		if finished, errRead := s.readUpload(ctx, upload.UserID, upload.ID); errRead == nil && finished.ImageID != nil {
			upload.ImageID = finished.ImageID
			return nil
		}
		return err
	}
	upload.ImageID = new(made.(int64))
	return nil
}

// errFinished is returned when another request has made the picture of an upload.
var errFinished = errors.New("the picture of this upload is made already")

func (s *Service) makeImage(ctx context.Context, upload *ResumableUpload) (int64, error) {
	var names []string
	err := s.DB.Select(ctx, &names, `
		SELECT file_name FROM upload_parts WHERE upload_id = ? ORDER BY start`, upload.ID)
	if err != nil {
		return 0, fmt.Errorf("list the parts of an upload: %w", err)
	}
	if len(names) == 0 {
		return 0, errFinished
	}
	parts := s.readParts(ctx, names)
	defer func() { _ = parts.Close() }()
	file, err := s.Library.Receive(ctx, parts)
	var invalid *apperror.Error
	if errors.As(err, &invalid) && invalid.Kind == apperror.KindInvalid {
		return 0, apperror.InvalidField("image", invalid.Detail)
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	if upload.SHA256 != "" && upload.SHA256 != file.Hash() {
		return 0, apperror.InvalidField("image", "The file changed on its way, or while it was sent. Upload it again.")
	}
	row := upload.NewImage
	row.UploadID = upload.ID
	image, err := s.Add(ctx, row, file)
	if err == nil {
		s.UploadFinished()
	}
	return image.ID, err
}

// setUploadImage stores which image the upload became and deletes its parts. It returns errFinished
// if it became one before.
func (s *Service) setUploadImage(ctx context.Context, tx *database.Tx, upload string, image int64) error {
	n, err := tx.Exec(ctx, `UPDATE uploads SET image_id = ? WHERE id = ? AND image_id IS NULL`, image, upload)
	if err != nil {
		return err
	}
	if n == 0 {
		return errFinished
	}
	return s.deleteParts(ctx, tx, upload)
}

// readParts returns a reader of stored files, one after another. The caller closes it.
func (s *Service) readParts(ctx context.Context, names []string) *io.PipeReader {
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(s.copyParts(ctx, writer, names)) }()
	return reader
}

func (s *Service) copyParts(ctx context.Context, to io.Writer, names []string) error {
	for _, name := range names {
		object, err := s.Files.Storage.Open(ctx, name)
		if err != nil {
			return fmt.Errorf("read the parts of an upload: %w", err)
		}
		_, err = io.Copy(to, object)
		_ = object.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// deleteParts deletes the parts of a locked upload and queues their files for removal.
func (s *Service) deleteParts(ctx context.Context, tx *database.Tx, upload string) error {
	var names []string
	if err := tx.Select(ctx, &names, `DELETE FROM upload_parts WHERE upload_id = ? RETURNING file_name`, upload); err != nil {
		return err
	}
	return s.Files.Delete(ctx, tx, names...)
}

// removeUpload removes an upload with its parts.
func (s *Service) removeUpload(ctx context.Context, upload string) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		// The update locks the upload, so that no part comes meanwhile.
		if _, err := tx.Exec(ctx, `UPDATE uploads SET received = received WHERE id = ?`, upload); err != nil {
			return err
		}
		if err := s.deleteParts(ctx, tx, upload); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM uploads WHERE id = ?`, upload)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove an upload: %w", err)
	}
	return nil
}
