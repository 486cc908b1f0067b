package publishing

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/photos"
)

// checkLimit is how long Check may take: its caller waits for the answer.
const checkLimit = 15 * time.Second

// renderLimit is how long a rendering may take: thirty times as long as that of the sample site on a small machine.
const renderLimit = 2 * time.Minute

// errSuperseded is returned if another server has rendered the pages since this one began.
var errSuperseded = errors.New("another server has rendered the pages meanwhile")

// errTooLong is returned for content that takes longer than renderLimit.
var errTooLong = errors.New("the content takes longer than two minutes to render: shorten the longest texts, lists and tables")

// Renderer renders the pages into an archive in the store, and reads the current one.
type Renderer struct {
	Kit       *Kit
	DB        *database.DB
	Files     *files.Files
	Queue     *Queue
	Content   *content.Service
	Photos    *photos.Service
	Documents *documents.Service
	// SiteURL is the address that pages name, or "" for a site that is not published.
	SiteURL string

	// PrivatePages return the data of private pages, which each rendering of the site renders too.
	PrivatePages []func(context.Context) ([]any, error)
	// Served returns a file of the pages that this server serves, nil for none; nil if they are elsewhere.
	Served func(name string) []byte

	private privateCache
}

// currentPages is the row of the pages.
type currentPages struct {
	// Name is the archive in the store, "" for none.
	Name        string         `db:"pages"`
	ChangedAt   *database.Time `db:"changed_at"`
	PublishedAt *database.Time `db:"published_at"`
}

func (r *Renderer) current(ctx context.Context) (pages currentPages, err error) {
	err = r.DB.Get(ctx, &pages, `SELECT pages, changed_at, published_at FROM publishing WHERE id = 1`)
	return pages, err
}

// Folder begins the names of archives that this program renders for this address. Those of others may differ, since pages
// contain traces of both.
func (r *Renderer) Folder() string {
	sum := sha256.Sum256([]byte(r.Kit.ID + " " + r.SiteURL))
	return "pages/" + hex.EncodeToString(sum[:8]) + "/"
}

// IsCurrent reports whether this program rendered the pages, after the last change of their content.
func (r *Renderer) IsCurrent(ctx context.Context) (bool, error) {
	pages, err := r.current(ctx)
	changed := pages.PublishedAt == nil || pages.ChangedAt != nil && pages.ChangedAt.After(pages.PublishedAt.Time)
	return !changed && strings.HasPrefix(pages.Name, r.Folder()), err
}

// Publish renders the published content and makes the result the current pages, and its PDFs the newest versions of the documents
// made from the content, in one transaction. An equal result changes nothing.
func (r *Renderer) Publish(ctx context.Context) error {
	before, err := r.current(ctx)
	if err != nil {
		return err
	}
	in, publications, err := r.readInput(ctx)
	if err != nil || len(in.Content) == 0 { // the site is not set up yet
		return err
	}
	if in.PrivatePages, err = r.listPrivate(ctx); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, renderLimit)
	defer cancel()
	rendered, err := r.Kit.render(limited, in)
	if wrong := new(ContentError); errors.As(err, &wrong) {
		return wrong // staff read it
	}
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return errTooLong // staff read it
	}
	if err != nil {
		return fmt.Errorf("render the pages: %w", err)
	}
	sum := sha256.Sum256(rendered.archive)
	name := r.Folder() + hex.EncodeToString(sum[:]) + ".zip"
	if err := r.Files.Put(ctx, name, "application/zip", bytes.NewReader(rendered.archive)); err != nil {
		return fmt.Errorf("store the pages: %w", err)
	}
	pdfs, err := r.Documents.PutPDFs(ctx, rendered.cvs)
	if err != nil {
		return err
	}
	// The pages are stored even if the server is stopping.
	return r.DB.InTx(context.WithoutCancel(ctx), func(tx *database.Tx) error {
		if err := r.Documents.AddPDFs(ctx, tx, pdfs); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `
			UPDATE publishing SET pages = ?, pages_bytes = ?, live = ?, published_at = ?
			 WHERE id = 1 AND pages = ? AND published_at IS NOT DISTINCT FROM ?`,
			name, len(rendered.archive), publications, database.At(r.Queue.jobs.Clock()), before.Name, before.PublishedAt)
		if err == nil && n == 0 {
			err = errSuperseded
		}
		if err == nil && before.Name != name && before.Name != "" {
			err = r.Files.Delete(ctx, tx, before.Name)
		}
		return err
	})
}

// Check returns the errors for which a rendering would refuse the texts of a new site. It returns none
// if that takes too long to find out: a rendering has more time.
func (k *Kit) Check(ctx context.Context, siteURL string, texts map[string]string) ([]string, error) {
	in, address := inputOf(siteURL, texts), cvAddress
	in.Data.CV = &address
	limited, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	_, err := k.render(limited, in)
	wrong := new(ContentError)
	switch {
	case errors.As(err, &wrong):
		return wrong.Diagnostics, nil
	case limited.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("check the content of a new site: %w", err)
	}
	return nil, nil
}

// readInput reads the content of the pages, and how many publications that contains.
func (r *Renderer) readInput(ctx context.Context) (in Input, publications int64, err error) {
	published, err := r.Content.PublishedFiles(ctx)
	if err != nil {
		return in, 0, err
	}
	in = inputOf(r.SiteURL, published.Files)
	in.Changed = published.Changed
	shown, err := r.Photos.ImagesByID(ctx, published.Images)
	if err != nil {
		return in, 0, err
	}
	for _, image := range shown {
		in.Photos = append(in.Photos, image)
	}
	in.Data, err = r.readData(ctx)
	return in, published.Publications, err
}

// inputOf returns the input with the texts, without photos and data. siteURL is as Renderer.SiteURL.
func inputOf(siteURL string, texts map[string]string) Input {
	in := Input{Changed: map[string]string{}, Photos: []any{}, PrivatePages: []privatePage{}}
	for path, text := range texts {
		in.Content = append(in.Content, ContentFile{path, text})
	}
	slices.SortFunc(in.Content, func(a, b ContentFile) int { return cmp.Compare(a.Path, b.Path) })
	if siteURL != "" {
		in.SiteURL = &siteURL
	}
	return in
}

// cvAddress is the address of the current CV on pages.
const cvAddress = "/cv-download"

// readData returns the banner's first photo, the shown galleries and the address of the current CV.
func (r *Renderer) readData(ctx context.Context) (data Data, err error) {
	first, _, err := r.Photos.ListGalleryImages(ctx, photos.FrontPageGallery, httpx.Page{Limit: 1})
	if err != nil {
		return data, err
	}
	if len(first) > 0 {
		data.Banner = banner(first[0])
	}
	if data.Galleries, err = r.Photos.ListShownGalleries(ctx); err != nil {
		return data, err
	}
	hasCV, waits, err := documents.WillHaveCV(ctx, r.DB)
	data.CVWaits = waits
	if hasCV {
		address := cvAddress
		data.CV = &address
	}
	return data, err
}

func banner(image photos.Image) *Banner {
	b := &Banner{Src: image.Renditions.Thumbnail().URL()}
	if !image.Decorative {
		b.Alt, b.AltTexts = image.AltText, image.AltTexts
	}
	var set []string
	for _, rendition := range image.Renditions.Srcset() {
		set = append(set, fmt.Sprintf("%s %dw", rendition.URL(), rendition.Width))
	}
	b.Srcset = strings.Join(set, ", ")
	return b
}

// NoPages is the name of the pages while there are none.
const NoPages = "none"

// Newest returns the name of the current pages, or NoPages.
func (r *Renderer) Newest(ctx context.Context) (string, error) {
	pages, err := r.current(ctx)
	return cmp.Or(pages.Name, NoPages), err
}

// Read calls fn with the pages of that name, and with the screens of this program if the pages are of another. NoPages, or
// no name, has the screens alone. Pages that are missing in the store are rendered again.
func (r *Renderer) Read(ctx context.Context, name string, fn func(pages, screens fs.FS) error) error {
	if name == "" || name == NoPages {
		return fn(r.Kit.Files, nil)
	}
	object, err := r.Files.Storage.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, r.queueMissing(ctx))
	}
	if err != nil {
		return err
	}
	packed, err := io.ReadAll(object)
	if err := errors.Join(err, object.Close()); err != nil {
		return err
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return err
	}
	if strings.HasPrefix(name, r.Folder()) {
		return fn(archive, nil)
	}
	return fn(archive, r.Kit.Files)
}

// QueueIfMissing queues a rendering if the store has lost the pages, which servers read only when they change.
func (r *Renderer) QueueIfMissing(ctx context.Context) error {
	name, err := r.Newest(ctx)
	if err != nil || name == NoPages {
		return err
	}
	object, err := r.Files.Storage.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return r.queueMissing(ctx)
	}
	if err != nil {
		return err
	}
	return object.Close()
}

// queueMissing queues a rendering, unless one runs or will be tried again: each replica calls it until the pages are there.
func (r *Renderer) queueMissing(ctx context.Context) error {
	build, err := jobs.Find(ctx, r.DB, JobKind)
	if err != nil || build.Attempts > 0 {
		return err
	}
	return r.DB.InTx(ctx, func(tx *database.Tx) error { return r.Queue.jobs.Postpone(ctx, tx, JobKind, 0, 0) })
}
