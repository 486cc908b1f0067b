package renderer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
	"portfolio/api/photos"
)

// renderLimit is how long a rendering may take: thirty times as long as that of the sample site on a small machine.
const renderLimit = 2 * time.Minute

// Publisher renders the pages into a folder of the data folder.
type Publisher struct {
	Kit     *Kit
	DB      *database.DB
	Content *content.Service
	Photos  *photos.Service
	// Dir is the folder of the rendered pages.
	Dir string
	// SiteURL is the address that pages name, or "" for a site that is not published.
	SiteURL string
}

// SiteDir is the folder that Publish writes: another one for each build of the kit, since pages name its files.
func (p *Publisher) SiteDir() string { return filepath.Join(p.Dir, p.Kit.ID) }

// Prepare makes the site ready to be served: it gives a new site its content, and renders the pages if this build of the server
// never did.
func (p *Publisher) Prepare(ctx context.Context) error {
	if err := p.Content.AddFirstFiles(ctx, p.firstFiles()); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(p.SiteDir(), manifestName)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := p.Publish(ctx); err != nil {
		return fmt.Errorf("this release cannot render the pages; correct their content with the one before: %w", err)
	}
	return nil
}

func (p *Publisher) firstFiles() map[string]string {
	files := make(map[string]string, len(p.Kit.Texts))
	for _, text := range p.Kit.Texts {
		files[text.Path] = text.Text
	}
	return files
}

// Publish renders the published content and replaces the pages, all or none.
func (p *Publisher) Publish(ctx context.Context) error {
	published, err := p.Content.PublishedFiles(ctx)
	if err != nil {
		return err
	}
	in := Input{Photos: []any{}}
	for path, text := range published.Texts {
		in.Texts = append(in.Texts, Text{path, text})
	}
	shown, err := p.Photos.ImagesByID(ctx, published.Photos)
	if err != nil {
		return err
	}
	for _, image := range shown {
		in.Photos = append(in.Photos, image)
	}
	if in.Data, err = p.readData(ctx); err != nil {
		return err
	}
	if p.SiteURL != "" {
		in.SiteURL = &p.SiteURL
	}
	limited, cancel := context.WithTimeout(ctx, renderLimit)
	defer cancel()
	site, err := p.Kit.run(limited, in)
	if mistakes := new(MistakesError); errors.As(err, &mistakes) {
		return mistakes // which staff read
	}
	if err != nil {
		return fmt.Errorf("render the pages: %w", err)
	}
	if err := write(p.SiteDir(), site); err != nil {
		return fmt.Errorf("write the pages: %w", err)
	}
	p.removeOld()
	return p.Content.MarkBuilt(ctx, published.Publications)
}

// readData returns the banner's first photo and the address of the current CV.
func (p *Publisher) readData(ctx context.Context) (data Data, err error) {
	first, _, err := p.Photos.ListGalleryImages(ctx, photos.FrontPageGallery, apperror.Page{Limit: 1})
	if err != nil {
		return data, err
	}
	if len(first) > 0 {
		data.Banner = banner(first[0])
	}
	cv, err := documents.FindCurrentCV(ctx, p.DB)
	if cv != nil {
		address := "/cv-download"
		data.CV = &address
	}
	return data, err
}

func banner(image photos.Image) *Banner {
	b := &Banner{Src: image.Picture.Thumbnail().URL(), Alt: image.AltText}
	var set []string
	for _, rendition := range image.Picture.Srcset() {
		set = append(set, fmt.Sprintf("%s %dw", rendition.URL(), rendition.Width))
	}
	b.Srcset = strings.Join(set, ", ")
	return b
}

// removeOld removes the pages of other builds. If that fails, the next publication tries again.
func (p *Publisher) removeOld() {
	entries, err := os.ReadDir(p.Dir)
	for _, entry := range entries {
		if name := entry.Name(); name != p.Kit.ID {
			err = errors.Join(err, os.RemoveAll(filepath.Join(p.Dir, name)))
		}
	}
	if err != nil {
		slog.Warn("pages of another build are still there", "error", err)
	}
}
