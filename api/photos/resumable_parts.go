package photos

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"io"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// Checksum is a client's checksum of the bytes of one request.
type Checksum struct {
	Hash hash.Hash
	Want []byte
}

// arrivingBytes ends where from fails, and keeps the error: what arrived before is stored.
type arrivingBytes struct {
	from io.Reader
	err  error
}

func (r *arrivingBytes) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err, err = err, io.EOF
	}
	return n, err
}

// storePart stores the next part of the upload, which is the whole body if it has a checksum, and
// reports whether there was one.
func (s *Service) storePart(ctx context.Context, upload *ResumableUpload, checksum *Checksum, body *arrivingBytes) (more bool, err error) {
	first := make([]byte, 1)
	if n, _ := io.ReadFull(body, first); n == 0 {
		return false, nil
	}
	limit := upload.Length - upload.Received
	if limit == 0 {
		return false, errSurplus
	}
	if checksum == nil {
		limit = min(limit, partSize)
	}
	content := io.LimitReader(io.MultiReader(bytes.NewReader(first), body), limit)
	if checksum != nil {
		content = io.TeeReader(content, checksum.Hash)
	}
	part, err := s.Library.ReceiveFile(content, limit, "part")
	if err != nil {
		return false, err
	}
	defer func() { _ = part.Close() }()
	if upload.Received+part.Size == upload.Length {
		if n, _ := io.ReadFull(body, first); n > 0 {
			return false, errSurplus
		}
	}
	if checksum != nil && body.err != nil {
		return false, &apperror.Error{Kind: apperror.KindTimeout, Detail: apperror.TimeoutText, Err: body.err}
	}
	if checksum != nil && !bytes.Equal(checksum.Hash.Sum(nil), checksum.Want) {
		return false, &apperror.Error{Kind: apperror.KindChecksumMismatch, Detail: "The bytes that arrived do not have the checksum that was sent. Send them again."}
	}
	if body.err != nil {
		// The client may disconnect while its last bytes are stored.
		ctx = context.WithoutCancel(ctx)
	}
	part.Name, part.ContentType = "uploads/"+files.NewID(), "application/octet-stream"
	files.Failpoint("part received")
	return true, s.Files.Write(ctx, []*files.Temporary{part}, func(tx *database.Tx) error { return s.addPart(ctx, tx, upload, part) })
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
	id := made.(int64)
	upload.ImageID = &id
	// The image exists. If this fails, the parts are removed when the upload expires.
	if err := s.removeParts(ctx, upload.ID); err != nil {
		httpx.Logger(ctx).Warn("parts of a finished upload not removed", "error", err)
	}
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
	parts := &partsReader{ctx: ctx, store: s.Files.Storage, names: names}
	defer parts.close()
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
	image, err := s.Add(ctx, ImageFields{
		Title: &upload.Title, Description: &upload.Description, AltText: &upload.AltText, File: file, FileName: upload.FileName,
		UploadedBy: upload.UserID, UploadID: upload.ID,
	}, upload.Gallery)
	if err == nil {
		s.UploadFinished()
	}
	return image.ID, err
}

// setUploadImage says which image the upload became, or returns errFinished when it became one before.
func setUploadImage(ctx context.Context, tx *database.Tx, upload string, image int64) error {
	n, err := tx.Exec(ctx, `UPDATE uploads SET image_id = ? WHERE id = ? AND image_id IS NULL`, image, upload)
	if err == nil && n == 0 {
		err = errFinished
	}
	return err
}

// removeParts removes the parts of an upload.
func (s *Service) removeParts(ctx context.Context, upload string) error {
	return s.removeRows(ctx, upload, `DELETE FROM upload_parts WHERE upload_id = ?`)
}

// removeUpload removes an upload with its parts.
func (s *Service) removeUpload(ctx context.Context, upload string) error {
	return s.removeRows(ctx, upload, `DELETE FROM uploads WHERE id = ?`)
}

// removeRows removes parts of an upload with the statement, and queues their files for removal.
func (s *Service) removeRows(ctx context.Context, upload, statement string) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		// The update locks the upload, so that no part comes meanwhile.
		if _, err := tx.Exec(ctx, `UPDATE uploads SET received = received WHERE id = ?`, upload); err != nil {
			return err
		}
		if err := s.deleteFiles(ctx, tx, `SELECT file_name FROM upload_parts WHERE upload_id = ?`, upload); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, statement, upload)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove an upload: %w", err)
	}
	return nil
}

// partsReader reads stored files one after another, past the cache: they are read once.
type partsReader struct {
	ctx   context.Context
	store files.Store
	names []string
	open  *files.Object
}

func (r *partsReader) Read(p []byte) (n int, err error) {
	for {
		if r.open == nil {
			if len(r.names) == 0 {
				return 0, io.EOF
			}
			if r.open, err = r.store.Open(r.ctx, r.names[0]); err != nil {
				return 0, fmt.Errorf("read the parts of an upload: %w", err)
			}
			r.names = r.names[1:]
		}
		n, err = r.open.Read(p)
		if errors.Is(err, io.EOF) {
			r.close()
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

func (r *partsReader) close() {
	if r.open != nil {
		_ = r.open.Close()
		r.open = nil
	}
}
