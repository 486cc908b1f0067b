package photos

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
	"portfolio/api/internal/media"
)

const (
	// uploadLifetime is how long after its last byte an upload can be continued, and how long a
	// finished one is remembered.
	uploadLifetime = 24 * time.Hour
	// maxUnfinished and maxUnfinishedBytes are the maximum number and announced size of the
	// unfinished uploads of one user.
	maxUnfinished      = 100
	maxUnfinishedBytes = 1 << 30
	// partSize is how many bytes become durable at once. At most as many are sent again after a
	// server crashed.
	partSize = 1 << 20
)

// ResumableUpload is an image that arrives in parts. ImageID is the ID of the finished image, nil
// until then.
type ResumableUpload struct {
	NewImage

	ID        string        `db:"id"`
	UserID    int64         `db:"user_id"`
	Length    int64         `db:"length"`
	Received  int64         `db:"received"`
	SHA256    string        `db:"sha256"`
	ImageID   *int64        `db:"image_id"`
	ExpiresAt database.Time `db:"expires_at"`
}

// BeginUpload announces an image of length bytes, with its SHA-256 in hexadecimal or "". It returns
// an apperror that names the invalid fields, TooLarge, or Throttled for a user with too many
// unfinished uploads.
func (s *Service) BeginUpload(ctx context.Context, user int64, in ImageFields, length int64, sha256 string) (ResumableUpload, error) {
	v := apperror.NewValidator()
	v.Check(length > 0, "image", "The submitted file is empty.")
	v.Check(sha256 == "" || isSHA256(sha256), "sha256", notSHA256)
	image, err := s.newImage(ctx, v, in)
	if err != nil {
		return ResumableUpload{}, err
	}
	if length > media.MaxBytes {
		return ResumableUpload{}, apperror.TooLarge(fmt.Sprintf("The picture is larger than the %s that are accepted.", humanize.IBytes(media.MaxBytes)))
	}
	upload := ResumableUpload{
		NewImage: image, ID: rand.Text(), UserID: user, Length: length, SHA256: sha256,
		ExpiresAt: database.At(s.Clock().Add(uploadLifetime)),
	}
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		if err := s.checkUnfinished(ctx, tx, upload); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			INSERT INTO uploads (id, user_id, length, sha256, title, description, alt_text, gallery_id, file_name, expires_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, upload.ID, upload.UserID, upload.Length, upload.SHA256, upload.Title, upload.Description,
			upload.AltText, upload.Gallery, upload.FileName, upload.ExpiresAt)
		return err
	})
	if database.IsForeignKey(err) && image.Gallery != nil {
		return ResumableUpload{}, noSuchGallery(*image.Gallery)
	}
	return upload, err
}

// checkUnfinished returns Throttled when the user has as many unfinished uploads as one may.
func (s *Service) checkUnfinished(ctx context.Context, tx *database.Tx, begun ResumableUpload) error {
	var unfinished struct {
		Uploads int64 `db:"uploads"`
		Bytes   int64 `db:"bytes"`
	}
	err := tx.Get(ctx, &unfinished, `
		SELECT COUNT(*) AS uploads, CAST(COALESCE(SUM(length), 0) AS BIGINT) AS bytes FROM uploads
		 WHERE user_id = ? AND image_id IS NULL AND expires_at > ?`, begun.UserID, database.At(s.Clock()))
	if err == nil && (unfinished.Uploads >= maxUnfinished || unfinished.Bytes+begun.Length > maxUnfinishedBytes) {
		return &apperror.Error{Kind: apperror.KindThrottled, RetryAfter: time.Hour, Detail: fmt.Sprintf(
			"You have %d unfinished uploads of %s together, and no more than %d of %s are possible. Finish or discard some; they expire a day after their last byte.",
			unfinished.Uploads, humanize.IBytes(uint64(unfinished.Bytes)), maxUnfinished, humanize.IBytes(maxUnfinishedBytes))}
	}
	return err
}

const notSHA256 = "Not a SHA-256 in hexadecimal."

func isSHA256(text string) bool {
	return len(text) == 64 && strings.Trim(text, "0123456789abcdef") == ""
}

// FindUpload returns an upload of that user, or NotFound, also for an expired one. It first
// finishes an upload that has all its bytes and no image because a server died.
func (s *Service) FindUpload(ctx context.Context, user int64, id string) (ResumableUpload, error) {
	upload, err := s.readUpload(ctx, user, id)
	if err == nil && upload.Received == upload.Length {
		err = s.finishUpload(ctx, &upload)
	}
	return upload, err
}

func (s *Service) readUpload(ctx context.Context, user int64, id string) (upload ResumableUpload, err error) {
	err = s.DB.Get(ctx, &upload, `
		SELECT id, user_id, length, received, sha256, title, description, alt_text, gallery_id, file_name, image_id, expires_at
		  FROM uploads WHERE id = ? AND user_id = ? AND expires_at > ?`, id, user, database.At(s.Clock()))
	return upload, apperror.OrNotFound(err)
}

// ContinueUpload stores the bytes of body from offset on, in parts that are each durable, and makes
// the image after the last one. It returns the upload, even with an error: bytes that arrived
// before a connection broke are stored. If checksum is not nil, all of body is stored if it
// matches, and otherwise nothing. A body that exceeds the rest of the upload is refused, before
// anything is stored if size is known; it is -1 if not. One of several calls at the same offset
// succeeds, the others get Conflict.
func (s *Service) ContinueUpload(
	ctx context.Context, user int64, id string, offset int64, checksum *Checksum, body io.Reader, size int64,
) (ResumableUpload, error) {
	upload, err := s.readUpload(ctx, user, id)
	if err != nil {
		return ResumableUpload{}, err
	}
	if offset != upload.Received {
		return upload, errOffset(upload.Received)
	}
	if size > upload.Length-upload.Received {
		return upload, errSurplus
	}
	arriving := newArrivingBytes(body)
	for err == nil && arriving.more() {
		err = s.storePart(ctx, &upload, checksum, arriving)
	}
	if err == nil && upload.Received < upload.Length && arriving.err != nil {
		err = errBrokeOff(arriving.err)
	}
	if err == nil && upload.Received == upload.Length {
		err = s.finishUpload(ctx, &upload)
	}
	return upload, err
}

func errBrokeOff(cause error) error {
	return &apperror.Error{Kind: apperror.KindTimeout, Detail: apperror.TimeoutText, Err: cause}
}

var errSurplus = apperror.Malformed("The body has more bytes than are left of Upload-Length.")

func errOffset(received int64) error {
	return apperror.Conflict(fmt.Sprintf("The upload goes on at byte %d, or another request is sending it. Ask for its offset by HEAD.", received))
}

// DiscardUpload removes an upload of that user, or returns NotFound. It keeps the image of a
// finished one.
func (s *Service) DiscardUpload(ctx context.Context, user int64, id string) error {
	if _, err := s.readUpload(ctx, user, id); err != nil {
		return err
	}
	return s.removeUpload(ctx, id)
}

// ExpireUploads removes the uploads that have expired.
func (s *Service) ExpireUploads(ctx context.Context) error {
	var expired []string
	err := s.DB.Select(ctx, &expired, `SELECT id FROM uploads WHERE expires_at <= ?`, database.At(s.Clock()))
	for _, id := range expired {
		err = errors.Join(err, s.removeUpload(ctx, id))
	}
	return err
}
