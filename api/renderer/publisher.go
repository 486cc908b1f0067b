package renderer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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
	// Program identifies the build of the server.
	Program string
}

// SiteDir is the folder that Publish writes. Another program, kit or address has another folder, since pages contain traces of each.
func (p *Publisher) SiteDir() string {
	sum := sha256.Sum256([]byte(p.Kit.ID + " " + p.SiteURL + " " + p.Program))
	return filepath.Join(p.Dir, hex.EncodeToString(sum[:8]))
}

// LastDir is the folder of the pages that another program rendered last, or that have another address; "" for none.
func (p *Publisher) LastDir() (last string) {
	var newest time.Time
	entries, _ := os.ReadDir(p.Dir) // without the folder there are none
	for _, entry := range entries {
		dir := filepath.Join(p.Dir, entry.Name())
		manifest, err := os.Stat(filepath.Join(dir, manifestName))
		if err == nil && manifest.ModTime().After(newest) && dir != p.SiteDir() && !strings.HasSuffix(dir, unfinished) {
			last, newest = dir, manifest.ModTime()
		}
	}
	return last
}

// AddContent gives a new site the kit's content. Of a kit made of an owner's own content folder, it takes every version.
func (p *Publisher) AddContent(ctx context.Context) error {
	files := make(map[string]string, len(p.Kit.Texts))
	for _, text := range p.Kit.Texts {
		files[text.Path] = text.Text
	}
	return p.Content.AddFiles(ctx, files, !p.Kit.Owner.IsSample)
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
	if wrong := new(ContentError); errors.As(err, &wrong) {
		return wrong // staff read it
	}
	if err != nil {
		return fmt.Errorf("render the pages: %w", err)
	}
	if err := p.store(site); err != nil {
		return err
	}
	return p.Content.MarkBuilt(ctx, published.Publications)
}

// store writes a site, and removes the pages of other programs.
func (p *Publisher) store(site output) error {
	dir := p.SiteDir()
	if err := write(dir, site, p.Kit.Files); err != nil {
		return fmt.Errorf("write the pages: %w", err)
	}
	entries, err := os.ReadDir(p.Dir)
	for _, entry := range entries {
		if name := entry.Name(); name != filepath.Base(dir) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(p.Dir, name)))
		}
	}
	if err != nil {
		return fmt.Errorf("remove old pages: %w", err)
	}
	return nil
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
