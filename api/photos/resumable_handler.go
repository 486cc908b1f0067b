package photos

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// The calls of this file are those of the tus protocol, https://tus.io/protocols/resumable-upload, with its extensions
// creation, creation-with-upload, expiration, checksum and termination.
const (
	tusVersion     = "1.0.0"
	tusExtensions  = "creation,creation-with-upload,expiration,checksum,termination"
	tusAlgorithms  = "sha1,sha256"
	tusContentType = "application/offset+octet-stream"

	uploadsPath = "/api/photos/uploads/"
)

// DescribeUploads answers OPTIONS /api/photos/uploads/: 204 with the abilities of the server in its
// headers.
func (h *Handler) DescribeUploads(w http.ResponseWriter, _ *http.Request) error {
	header := w.Header()
	header.Set("Tus-Resumable", tusVersion)
	header.Set("Tus-Version", tusVersion)
	header.Set("Tus-Extension", tusExtensions)
	header.Set("Tus-Max-Size", strconv.Itoa(media.MaxBytes))
	header.Set("Tus-Checksum-Algorithm", tusAlgorithms)
	return httpx.RespondEmpty(w, nil)
}

// BeginUpload answers POST /api/photos/uploads/: 201 with the URL of a new upload in the header Location. Upload-Length is
// the size of the file; Upload-Metadata has the fields of UploadImage's form, filename, and sha256 of the whole
// file. A body is the first of the file's bytes, as of ContinueUpload. 400 for wrong fields, 412, 413, 429.
func (h *Handler) BeginUpload(w http.ResponseWriter, r *http.Request) error {
	for _, header := range []string{"Upload-Concat", "Upload-Defer-Length"} {
		if r.Header.Get(header) != "" {
			return apperror.Malformed("The header " + header + " is of an extension that this server does not have.")
		}
	}
	length, err := readNumber(r, "Upload-Length")
	if err != nil {
		return err
	}
	if r.ContentLength > length {
		return errSurplus
	}
	fields, err := parseMetadata(r.Header.Get("Upload-Metadata"))
	if err != nil {
		return err
	}
	in := ImageFields{
		Title: fields["title"], Description: fields["description"], AltText: fields["alt_text"],
		Gallery: apperror.ValueOf(fields["gallery"]),
	}
	if name := fields["filename"]; name != nil {
		in.FileName = httpx.FileName(*name)
	}
	var sum string
	if fields["sha256"] != nil {
		sum = *fields["sha256"]
	}
	upload, err := h.Service.BeginUpload(r.Context(), h.UserID(r.Context()), in, length, sum)
	if err != nil {
		return err
	}
	// The client gets the address of a new upload even if its first bytes were not stored.
	w.Header().Set("Location", uploadsPath+upload.ID+"/")
	if r.ContentLength != 0 {
		if upload, err = h.continueUpload(r, upload.ID, 0); err != nil {
			return err
		}
	}
	describeUpload(w, upload)
	w.WriteHeader(http.StatusCreated)
	return nil
}

// ShowUpload answers HEAD /api/photos/uploads/:id/: 200 with the number of stored bytes in
// Upload-Offset, the length in Upload-Length, and the ID of the finished image in Upload-Image; 404
// for an unknown or expired upload of the user.
func (h *Handler) ShowUpload(w http.ResponseWriter, r *http.Request) error {
	upload, err := h.Service.FindUpload(r.Context(), h.UserID(r.Context()), chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	describeUpload(w, upload)
	w.Header().Set("Upload-Length", strconv.FormatInt(upload.Length, 10))
	w.WriteHeader(http.StatusOK)
	return nil
}

// ContinueUpload answers PATCH /api/photos/uploads/:id/: 204 with the new offset after the body's
// bytes are stored from Upload-Offset on, and with the ID of the image in Upload-Image after the
// last of them. 400 for an invalid image, 404, 408 if the body broke off, 409 for another offset,
// 412, 413, 415, 460 for a wrong Upload-Checksum.
func (h *Handler) ContinueUpload(w http.ResponseWriter, r *http.Request) error {
	offset, err := readNumber(r, "Upload-Offset")
	if err != nil {
		return err
	}
	upload, err := h.continueUpload(r, chi.URLParam(r, "id"), offset)
	if err != nil {
		return err
	}
	describeUpload(w, upload)
	return httpx.RespondEmpty(w, nil)
}

func (h *Handler) continueUpload(r *http.Request, id string, offset int64) (upload ResumableUpload, err error) {
	if sent, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || sent != tusContentType {
		return upload, apperror.UnsupportedMedia(fmt.Sprintf("Send the bytes as %s.", tusContentType))
	}
	checksum, err := parseChecksum(r.Header.Get("Upload-Checksum"))
	if err != nil {
		return upload, err
	}
	return h.Service.ContinueUpload(r.Context(), h.UserID(r.Context()), id, offset, checksum, r.Body, r.ContentLength)
}

// DiscardUpload answers DELETE /api/photos/uploads/:id/: 204, 404. It keeps the image of a finished
// upload.
func (h *Handler) DiscardUpload(w http.ResponseWriter, r *http.Request) error {
	return httpx.RespondEmpty(w, h.Service.DiscardUpload(r.Context(), h.UserID(r.Context()), chi.URLParam(r, "id")))
}

func describeUpload(w http.ResponseWriter, upload ResumableUpload) {
	header := w.Header()
	header.Set("Upload-Offset", strconv.FormatInt(upload.Received, 10))
	header.Set("Upload-Expires", upload.ExpiresAt.UTC().Format(http.TimeFormat))
	if upload.ImageID != nil {
		header.Set("Upload-Image", strconv.FormatInt(*upload.ImageID, 10))
	}
}

// Tus returns a handler of the tus protocol: it answers 412 to requests of another version than
// tusVersion, and passes the others to handle.
func Tus(handle httpx.Handler) httpx.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Tus-Resumable", tusVersion)
		if r.Header.Get("Tus-Resumable") == tusVersion {
			return handle(w, r)
		}
		w.Header().Set("Tus-Version", tusVersion)
		return &apperror.Error{Kind: apperror.KindPreconditionFailed, Detail: "Send the header Tus-Resumable: " + tusVersion + "."}
	}
}

// readNumber returns the number of bytes that a header names.
func readNumber(r *http.Request, header string) (int64, error) {
	n, err := strconv.ParseInt(r.Header.Get(header), 10, 64)
	if err != nil || n < 0 {
		return 0, apperror.Malformed("The header " + header + " must be a number of bytes.")
	}
	return n, nil
}

// parseMetadata reads an Upload-Metadata: pairs of a name and its value in base64, with commas between them.
func parseMetadata(header string) (map[string]*string, error) {
	fields := map[string]*string{}
	if header == "" {
		return fields, nil
	}
	for pair := range strings.SplitSeq(header, ",") {
		name, encoded, _ := strings.Cut(strings.TrimSpace(pair), " ")
		decoded, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || name == "" || fields[name] != nil {
			return nil, apperror.Malformed("The header Upload-Metadata must be names that differ, each with a value in base64, and commas between them.")
		}
		if !utf8.Valid(decoded) {
			return nil, apperror.Malformed("The values in the header Upload-Metadata must be texts in UTF-8.")
		}
		value := string(decoded)
		fields[name] = &value
	}
	return fields, nil
}

// parseChecksum reads an Upload-Checksum: the name of an algorithm and the checksum in base64; nil for none.
func parseChecksum(header string) (*Checksum, error) {
	if header == "" {
		return nil, nil
	}
	algorithm, encoded, _ := strings.Cut(header, " ")
	sum := &Checksum{}
	switch algorithm {
	case "sha1":
		sum.Hash = sha1.New()
	case "sha256":
		sum.Hash = sha256.New()
	default:
		return nil, apperror.Malformed("The header Upload-Checksum must name one of these algorithms: " + tusAlgorithms + ".")
	}
	var err error
	if sum.Want, err = base64.StdEncoding.DecodeString(encoded); err != nil || len(sum.Want) != sum.Hash.Size() {
		return nil, apperror.Malformed("The header Upload-Checksum must have a checksum of that algorithm in base64.")
	}
	return sum, nil
}
