package photos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// maxForm is the maximum size of a form in bytes: the image and room for the other fields.
const maxForm = media.MaxBytes + 1<<20

// maxKey is the maximum length of an Idempotency-Key.
const maxKey = 100

// UploadImage answers POST /api/photos/images/, a form of image, title, description, alt_text and gallery: 201 with the image, 400
// for wrong fields, 413 for too many bytes, 415 for another type than multipart/form-data. The header Idempotency-Key makes
// a repetition safe: it is answered with the image that the first try made, and another file with 422.
func (h *Handler) UploadImage(w http.ResponseWriter, r *http.Request) error {
	key := r.Header.Get("Idempotency-Key")
	if len(key) > maxKey || strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return httpx.Malformed(fmt.Sprintf("The header Idempotency-Key must have at most %d visible characters.", maxKey))
	}
	in, err := h.receive(w, r)
	defer in.close()
	if err != nil {
		return err
	}
	in.Key = key
	image, err := h.Service.Upload(r.Context(), in)
	return httpx.Respond(w, http.StatusCreated, image, err)
}

// receive reads a form, and the image into a temporary file. The caller closes it, even after an
// error.
func (h *Handler) receive(w http.ResponseWriter, r *http.Request) (in ImageFields, err error) {
	form, err := httpx.ReadForm(w, r, httpx.FormSpec{
		Limit: maxForm,
		Texts: []string{"title", "description", "alt_text", "alt_texts", "decorative", "gallery", "focal_point"},
		File:  "image",
		Receive: func(name string, content io.Reader) (err error) {
			in.FileName = name
			in.File, err = h.Service.Library.Receive(r.Context(), content)
			return err
		},
	})
	in.Title, in.Description, in.AltText = form.Texts["title"], form.Texts["description"], form.Texts["alt_text"]
	in.Gallery, in.FileFault = httpx.ValueOf(form.Texts["gallery"]), form.FileFault
	in.Decorative = httpx.ValueOf(form.Texts["decorative"])
	in.FocalPoint = httpx.ValueOf(form.Texts["focal_point"])
	if texts := form.Texts["alt_texts"]; err == nil && texts != nil && json.Unmarshal([]byte(*texts), &in.AltTexts) != nil {
		err = httpx.InvalidField("alt_texts", "Enter a JSON object of texts.")
	}
	return in, err
}

func (in ImageFields) close() {
	if in.File != nil {
		_ = in.File.Close()
	}
}

// Upload adds an image and returns it, or an httpx.Error that names every invalid field. The file is
// decoded only if all other fields are valid. If the key has an image of this file already, it returns
// that, and Unprocessable for one of another file. If the gallery is deleted meanwhile, the image has
// none.
func (s *Service) Upload(ctx context.Context, in ImageFields) (Image, error) {
	if earlier, found, err := s.findByKey(ctx, in.Key, in.File); err != nil || found {
		return earlier, err
	}
	v := httpx.NewValidator()
	v.Check(in.FileFault == "", "image", in.FileFault)
	title := v.RequiredText
	if in.IsSample {
		title = v.OptionalText
	}
	image := Image{
		Title:       title(in.Title, maxTitle, "title"),
		Description: v.OptionalText(in.Description, maxDescription, "description"),
		AltText:     v.OptionalText(in.AltText, maxAltText, "alt_text"),
	}
	var err error
	if image.Gallery, err = s.findGallery(ctx, v, in.Gallery); err != nil {
		return Image{}, err
	}
	if err := v.Err(); err != nil {
		return Image{}, err
	}
	renditions, err := s.encode(ctx, in.File)
	if err != nil {
		return Image{}, err
	}
	defer renditions.Close()
	added, err := s.store(ctx, image, in, renditions)
	switch {
	case database.IsForeignKey(err) && image.Gallery != nil:
		in.Gallery = httpx.Value{} // deleted for good since the insert looked for it
		return s.Upload(ctx, in)
	case database.IsUnique(err) && in.Key != "":
		// Another try has just ended.
		if earlier, found, err := s.findByKey(ctx, in.Key, in.File); err != nil || found {
			return earlier, err
		}
	}
	if err != nil {
		return Image{}, fmt.Errorf("add an image: %w", err)
	}
	files.Failpoint("image added")
	return added, nil
}

// store stores the files, then the rows, so that no row lacks its files even after a crash.
func (s *Service) store(ctx context.Context, image Image, in ImageFields, renditions media.Renditions) (added Image, err error) {
	err = s.Files.Write(ctx, renditions.Files(), func(tx *database.Tx) error {
		id, err := s.insertImage(ctx, tx, image, in, renditions)
		if err != nil {
			return err
		}
		files.Failpoint("image inserted")
		if added, err = findImage(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recordImage(ctx, tx, audit.ImageUploaded, id, added.Title, in.FileName); err != nil {
			return err
		}
		return s.noteShown(ctx, tx, false, nil, added.Gallery)
	})
	return added, err
}

// findByKey returns the image that an earlier try with the key made, if there is one. It returns Unprocessable if the image
// was made of another file; nil is no other file.
func (s *Service) findByKey(ctx context.Context, key string, file *media.Upload) (image Image, found bool, err error) {
	if key == "" {
		return Image{}, false, nil
	}
	found, err = s.DB.Find(ctx, &image, selectImages+`WHERE i.id = (SELECT id FROM images WHERE upload_key = ?)`, key)
	if err != nil {
		return Image{}, false, fmt.Errorf("find an image by its key: %w", err)
	}
	if !found || file == nil || file.Hash == image.FileHash {
		return image, found, nil
	}
	var replaced bool // since the try
	err = s.DB.Get(ctx, &replaced, `SELECT EXISTS (SELECT 1 FROM replaced_images WHERE image_id = ? AND file_hash = ?)`, image.ID, file.Hash)
	if err == nil && !replaced {
		err = httpx.Unprocessable(httpx.KeyOfAnotherFile)
	}
	return image, true, err
}

// encode makes the renditions of an upload, which the caller closes. A damaged image is
// an httpx.Error under "image".
func (s *Service) encode(ctx context.Context, file *media.Upload) (media.Renditions, error) {
	renditions, err := s.Library.Encode(ctx, file)
	var invalid *httpx.Error
	if errors.As(err, &invalid) {
		return nil, httpx.InvalidField("image", invalid.Detail)
	}
	if err != nil {
		return nil, err
	}
	files.Failpoint("image encoded")
	return renditions, nil
}

// insertImage inserts the row of an image and those of its files.
func (s *Service) insertImage(ctx context.Context, tx *database.Tx, image Image, in ImageFields, renditions media.Renditions) (id int64, err error) {
	err = tx.Get(ctx, &id, `
		INSERT INTO images (title, title_end, title_key, description, description_key, alt_text, alt_text_key, gallery_id, file_hash, upload_key, original_name,
		                    content_type, byte_size, width, height, renditions, uploaded_at, uploaded_by, is_sample)
		VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT id FROM galleries WHERE id = ?), ?, NULLIF(?, ''), ?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`,
		image.Title, titleEnd(image.Title, in.FileName), database.SortKey(image.Title), image.Description, database.SearchKey(image.Description),
		image.AltText, database.SearchKey(image.AltText), image.Gallery, in.File.Hash, in.Key, in.FileName,
		in.File.ContentType, in.File.Size, in.File.Width, in.File.Height, renditions.String(), database.At(s.Clock()), audit.ActorID(ctx), in.IsSample)
	if err != nil {
		return 0, err
	}
	return id, insertFiles(ctx, tx, id, renditions)
}

// titleEnd returns the end of the title that is the name of the file, or "" for another title.
func titleEnd(title, fileName string) string {
	end := " - " + httpx.CleanText(fileName)
	if fileName == "" || !strings.HasSuffix(title, end) {
		return ""
	}
	return end
}

// insertFiles makes the renditions the files of the image.
func insertFiles(ctx context.Context, tx *database.Tx, id int64, renditions media.Renditions) error {
	for _, rendition := range renditions {
		_, err := tx.Exec(ctx, `INSERT INTO image_files (name, image_id, bytes) VALUES (?, ?, ?)`, rendition.Name, id, rendition.Temporary.Size)
		if err != nil {
			return err
		}
	}
	return nil
}
