package photos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/media"
	"portfolio/api/validate"
)

// NewImage is what a client sent to make an image; nil where it sent nothing. Gallery is an id in digits, or "" for none.
type NewImage struct {
	Title, Description, Gallery *string
	// File is the picture, received; when it is nil, FileFault says why.
	File      *media.Upload
	FileFault string
	FileName  string
	// UploadedBy is the id of a user, or 0.
	UploadedBy int64
}

// Details are what an image is given beside its file. GalleryID is nil for none.
type Details struct {
	Title, Description string
	GalleryID          *int64
	FileName           string
	UploadedBy         int64
}

// Upload checks what a client sent and makes the image, or returns an apperror that names every wrong field. The picture
// is decoded only when everything else is right.
func (s *Service) Upload(ctx context.Context, in NewImage) (Image, error) {
	v := validate.New()
	details := Details{FileName: in.FileName, UploadedBy: in.UploadedBy}
	details.Title = requiredText(v, in.Title, maxTitle, "title")
	details.Description = optionalText(v, in.Description, maxDescription, "description")
	v.Check(in.File != nil, "image", in.FileFault)
	gallery, err := s.findGallery(ctx, v, in.Gallery)
	if err != nil {
		return Image{}, err
	}
	if err := v.Err(); err != nil {
		return Image{}, err
	}
	details.GalleryID = gallery
	return s.Add(ctx, in.File, details)
}

// findGallery returns the id of the gallery that a client chose, nil for none, and records under "gallery" what is wrong
// with it.
func (s *Service) findGallery(ctx context.Context, v *validate.Validator, choice *string) (*int64, error) {
	if choice == nil || *choice == "" {
		return nil, nil
	}
	id, err := strconv.ParseInt(*choice, 10, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		v.Check(false, "gallery", apperror.NotAPK)
		return nil, nil
	}
	found := 0
	if err := s.db.Get(ctx, &found, `SELECT COUNT(*) FROM galleries WHERE id = ?`, id); err != nil {
		return nil, fmt.Errorf("find a gallery: %w", err)
	}
	v.Check(found == 1, "gallery", fmt.Sprintf(apperror.NoSuchPK, *choice))
	return &id, nil
}

// Add makes the files of a received picture and then its row: a row never stands without its files, also after a crash.
// The details are trusted. A file that turns out to be damaged is an apperror under "image", a gallery that went away
// meanwhile one under "gallery".
func (s *Service) Add(ctx context.Context, file *media.Upload, details Details) (Image, error) {
	picture, err := s.library.Save(ctx, file)
	var refusal *media.Refusal
	if errors.As(err, &refusal) {
		return Image{}, apperror.InvalidField("image", refusal.Text)
	}
	if err != nil {
		return Image{}, err
	}
	variants, err := json.Marshal(picture)
	if err != nil {
		return Image{}, fmt.Errorf("add an image: %w", err)
	}
	var added row
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		added, err = s.insertImage(ctx, tx, file, details, string(variants))
		return err
	})
	if database.IsForeignKey(err) && details.GalleryID != nil {
		return Image{}, apperror.InvalidField("gallery", fmt.Sprintf(apperror.NoSuchPK, strconv.FormatInt(*details.GalleryID, 10)))
	}
	if err != nil {
		return Image{}, fmt.Errorf("add an image: %w", err)
	}
	return added.image()
}

func (s *Service) insertImage(ctx context.Context, tx *database.Tx, file *media.Upload, details Details, variants string) (row, error) {
	var uploadedBy *int64
	if details.UploadedBy != 0 {
		uploadedBy = &details.UploadedBy
	}
	var id int64
	err := tx.Get(ctx, &id, `
		INSERT INTO images (title, description, gallery_id, file_hash, original_name, content_type, byte_size, width, height,
		                    variants, uploaded_at, uploaded_by)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`,
		details.Title, details.Description, details.GalleryID, file.Hash, details.FileName, file.ContentType, file.Size,
		file.Width, file.Height, variants, database.At(s.now()), uploadedBy)
	if err != nil {
		return row{}, err
	}
	var added row
	err = tx.Get(ctx, &added, `
		SELECT i.id, i.title, i.description, i.alt_text, i.gallery_id, g.name AS gallery_name, i.width, i.height,
		       i.variants, i.uploaded_at
		  FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id
		 WHERE i.id = ?`, id)
	return added, err
}
