package photos

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/media"
	"portfolio/api/tokens"
)

const (
	archivesPath = "/api/photos/archives/"
	// maxArchived is how many images one archive has at most: its address names them, and proxies take about 8 kB of an address.
	maxArchived = 1_000
)

// Archive is where images can be downloaded as one ZIP file. Path holds for a quarter of an hour, for whoever has it.
type Archive struct {
	Path   string `json:"download_url"`
	Images int    `json:"images"`
}

// CreateArchive answers POST /api/photos/archives/ {images} or {filter, count}: 201 with where the images can be downloaded, 400 for a
// wrong choice, 409 when some are no longer there or others match.
func (h *Handler) CreateArchive(w http.ResponseWriter, r *http.Request) error {
	return httpx.Create(w, r, h.Service.CreateArchive)
}

// CreateArchive returns where the chosen images can be downloaded, or an apperror as ChangeImages does.
func (s *Service) CreateArchive(ctx context.Context, in ChosenImages) (archive Archive, err error) {
	filter, err := in.check(maxArchived)
	if err != nil {
		return Archive{}, err
	}
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		chosen, err := in.find(ctx, tx, filter)
		if err != nil {
			return err
		}
		ids := encodeIDs(slices.Sorted(slices.Values(idsOf(chosen))))
		expires, signature := s.Links.Sign(archiveLink(ids), s.Clock())
		query := url.Values{"expires": {expires}, "signature": {signature}}
		archive = Archive{Path: archivesPath + "?images=" + ids + "&" + query.Encode(), Images: len(chosen)}
		return s.recordImage(ctx, tx, audit.ImageDownloaded, 0, fmt.Sprintf("%d images", len(chosen)), namesOf(chosen))
	})
	if err != nil {
		return Archive{}, fmt.Errorf("create an archive: %w", err)
	}
	return archive, nil
}

// archiveLink is what the address of an archive signs.
func archiveLink(ids string) string { return "archive " + ids }

// encodeIDs returns ascending ids as text for an address: the steps between them, of which most take one byte.
func encodeIDs(ids []int64) string {
	var steps []byte
	last := int64(0)
	for _, id := range ids {
		steps, last = binary.AppendUvarint(steps, uint64(id-last)), id
	}
	return base64.RawURLEncoding.EncodeToString(steps)
}

// decodeIDs returns the ids that encodeIDs was given.
func decodeIDs(text string) (ids []int64, err error) {
	steps, err := base64.RawURLEncoding.DecodeString(text)
	last := int64(0)
	for len(steps) > 0 && err == nil {
		step, n := binary.Uvarint(steps)
		if n <= 0 {
			return nil, errors.New("the ids are cut off")
		}
		last, steps = last+int64(step), steps[n:]
		ids = append(ids, last)
	}
	return ids, err
}

// archived is an image of an archive: its full picture as the store has it.
type archived struct {
	ID         int64         `db:"id"`
	Title      string        `db:"title"`
	UploadedAt database.Time `db:"uploaded_at"`
	StoredName string        `db:"name"`
	Bytes      int64         `db:"bytes"`
}

// DownloadArchive answers GET /api/photos/archives/?images&expires&signature to whoever has the signed address: 200 with a ZIP file of
// the full pictures, 403 for an expired signature, 404, 409 when one of the images is no longer there. The file is made while it is sent:
// where a picture cannot be read any more, it ends before the length that was announced, and browsers say that the download failed.
func (h *Handler) DownloadArchive(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	images, err := h.Service.findArchived(r.Context(), query.Get("images"), query.Get("expires"), query.Get("signature"))
	if err != nil {
		return err
	}
	var size counter
	if err := writeArchive(&size, images, func(image archived) (io.ReadCloser, error) {
		return io.NopCloser(io.LimitReader(zeros{}, image.Bytes)), nil
	}); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "application/zip")
	header.Set("Content-Length", strconv.FormatInt(int64(size), 10))
	header.Set("Content-Disposition", media.Attachment("pictures-"+h.Service.Clock().UTC().Format("2006-01-02")+".zip"))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	err = writeArchive(w, images, func(image archived) (io.ReadCloser, error) {
		return h.Service.Files.Open(r.Context(), image.StoredName)
	})
	if err != nil && r.Context().Err() == nil {
		httpx.Logger(r.Context()).Warn("archive cut off", "error", err)
	}
	return nil
}

// findArchived returns the images that the ids name, the oldest first, or an apperror.
func (s *Service) findArchived(ctx context.Context, ids, expires, signature string) (images []archived, err error) {
	err = s.Links.Check(archiveLink(ids), expires, signature, s.Clock())
	if errors.Is(err, tokens.ErrExpired) {
		return nil, &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.LinkExpired}
	}
	if err != nil {
		return nil, apperror.NotFound()
	}
	named, err := decodeIDs(ids)
	if err == nil {
		where, args := among("i.id", named)
		err = s.DB.Select(ctx, &images, `
			SELECT i.id, i.title, i.uploaded_at, f.name, f.bytes
			  FROM images i JOIN image_renditions r ON r.image_id = i.id JOIN stored_files f ON f.id = r.file_id
			 WHERE r.position = (SELECT MAX(position) FROM image_renditions WHERE image_id = i.id) AND `+where+`
			 ORDER BY i.uploaded_at, i.id`, args...)
	}
	if err != nil {
		return nil, fmt.Errorf("find the images of an archive: %w", err)
	}
	there := map[int64]bool{}
	for _, image := range images {
		there[image.ID] = true
	}
	return images, checkThere(named, there)
}

// writeArchive writes a ZIP file of the images as open gives them, one after the other. They are stored as they are: they are compressed
// already. How long the file is depends on the images' names and sizes alone.
func writeArchive(to io.Writer, images []archived, open func(archived) (io.ReadCloser, error)) error {
	archive, names := zip.NewWriter(to), map[string]bool{}
	// One for all pictures: what io.Copy makes for each would be a thousand times 32 kB.
	buffer := make([]byte, 32<<10)
	for _, image := range images {
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: image.nameAmong(names), Method: zip.Store, Modified: image.UploadedAt.Time})
		if err != nil {
			return err
		}
		file, err := open(image)
		if err != nil {
			return err
		}
		// Without the WriteTo of files, which makes a buffer of its own.
		_, err = io.CopyBuffer(entry, struct{ io.Reader }{file}, buffer)
		if err = errors.Join(err, file.Close()); err != nil {
			return err
		}
	}
	return archive.Close()
}

// nameAmong returns a name that is safe on every system, and adds it to the names, in which it is new, also where capitals do not count.
func (a archived) nameAmong(names map[string]bool) string {
	ending := path.Ext(a.StoredName)
	// A title often ends in the name of the file that was uploaded.
	title, own := a.Title, path.Ext(a.Title)
	if _, picture := pictureEndings[strings.ToLower(own)]; picture {
		title = strings.TrimSuffix(title, own)
	}
	base := strings.TrimSuffix(media.SavedName(cmp.Or(strings.Trim(title, " ."), "picture")+ending), ending)
	name := base + ending
	for n := 2; names[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s (%d)%s", base, n, ending)
	}
	names[strings.ToLower(name)] = true
	return name
}

var pictureEndings = map[string]struct{}{".jpg": {}, ".jpeg": {}, ".png": {}, ".gif": {}, ".webp": {}, ".heic": {}, ".heif": {}}

// counter counts the bytes that are written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// zeros is read without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
