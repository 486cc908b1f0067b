// Package demo fills an empty site with galleries and pictures, so that its owner sees at once what it is for. Every
// picture is drawn here, by code: they belong to whoever runs the site.
package demo

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"runtime"

	"golang.org/x/sync/errgroup"

	"portfolio/api/media"
	"portfolio/api/photos"
)

// picture is one sample: what it is called, its size in pixels, and who draws it.
type picture struct {
	title, description string
	fileName           string
	width, height      int
	draw               func(*canvas)
}

// gallery is a set of samples in the order of their upload; the one without a name stands for no gallery.
type gallery struct {
	name, description string
	pictures          []picture
}

func square(title, description, fileName string, draw func(*canvas)) picture {
	return picture{title, description, fileName, 1200, 1200, draw}
}

func wide(title, description, fileName string, draw func(*canvas)) picture {
	return picture{title, description, fileName, 1600, 1200, draw}
}

var galleries = []gallery{
	{photos.FrontPageGallery, "The round pictures of the front page.", []picture{
		square("Harbour at dawn", "A freighter comes in as the sun rises behind the cranes.", "harbour-at-dawn.png", harbourAtDawn),
		square("Comb", "Honeycomb, with the owner's initial in the middle cell.", "comb.png", comb),
		square("Tide", "A small boat on a large swell.", "tide.png", tide),
		square("Night shift", "One crane, one container, one moon.", "night-shift.png", nightShift),
		square("Balance", "A result and its conscience on one beam.", "balance.png", balance),
		square("Beacon", "A lighthouse, seen from the water.", "beacon.png", beacon),
	}},
	{"Talks", "Slides and stages.", []picture{
		wide("Ledger Talks, opening night", "Why reconciliation takes two days, and how it takes twenty minutes.", "ledger-talks.png", onStage),
		wide("Who talks to whom", "The standards map from the talk on data borders.", "who-talks-to-whom.png", network),
		wide("Price it first", "Six releases and what each was worth.", "price-it-first.png", priceItFirst),
		wide("Collect less", "Data that was never kept cannot leak.", "collect-less.png", collectLess),
		wide("Flowers and leaves", "A loom's pattern, for the talk on Ada Lovelace's Notes.", "flowers-and-leaves.png", jacquard),
	}},
	{"Harbour", "Where it began: the quay, the mole, the night shift.", []picture{
		wide("First light", "Three cranes wait for one ship.", "first-light.png", firstLight),
		wide("Container wall", "Forty-eight boxes, eight colours.", "container-wall.png", containerWall),
		wide("Outer mole", "The lighthouse behind the breakwater.", "outer-mole.png", outerMole),
		wide("Tug in the rain", "", "tug-in-the-rain.png", tugInTheRain),
		wide("The quay at night", "Lamps, and the same lamps in the water.", "quay-at-night.png", nightOnTheQuay),
		wide("", "", "gulls.png", gullsAtNoon),
	}},
	{"", "", []picture{
		wide("Workbench", "Not hung anywhere yet.", "workbench.png", workbench),
	}},
}

// Fill makes the sample galleries and their pictures by the same code as uploads. It returns how many pictures there are
// now, or 0 without doing anything when the site has a gallery already.
func Fill(ctx context.Context, service *photos.Service, library *media.Library) (int, error) {
	return fill(ctx, service, library, galleries)
}

func fill(ctx context.Context, service *photos.Service, library *media.Library, galleries []gallery) (int, error) {
	existing, err := service.ListGalleries(ctx)
	if err != nil || len(existing) > 0 {
		return 0, err
	}
	uploads, err := receiveAll(ctx, library, galleries)
	defer func() {
		for _, upload := range uploads {
			_ = upload.Close()
		}
	}()
	if err != nil {
		return 0, fmt.Errorf("draw the sample pictures: %w", err)
	}
	for _, gallery := range galleries {
		id, err := gallery.create(ctx, service)
		if err != nil {
			return 0, fmt.Errorf("make the sample galleries: %w", err)
		}
		for _, picture := range gallery.pictures {
			_, err := service.Add(ctx, uploads[picture.fileName], photos.Details{
				Title: picture.title, Description: picture.description, GalleryID: id, FileName: picture.fileName,
			})
			if err != nil {
				return 0, fmt.Errorf("add the sample picture %s: %w", picture.fileName, err)
			}
		}
	}
	return len(uploads), nil
}

// create makes the gallery and returns its id, or nil where there is none to make.
func (g gallery) create(ctx context.Context, service *photos.Service) (*int64, error) {
	if g.name == "" {
		return nil, nil
	}
	made, err := service.CreateGallery(ctx, photos.NewGallery{Name: &g.name, Description: &g.description})
	if err != nil {
		return nil, err
	}
	return &made.ID, nil
}

// receiveAll draws every picture, several at once, and hands them to the library. It returns them by file name, also
// those that were received before an error.
func receiveAll(ctx context.Context, library *media.Library, galleries []gallery) (map[string]*media.Upload, error) {
	var all []picture
	for _, gallery := range galleries {
		all = append(all, gallery.pictures...)
	}
	received := make([]*media.Upload, len(all))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, picture := range all {
		group.Go(func() (err error) {
			received[i], err = picture.receive(ctx, library)
			return err
		})
	}
	err := group.Wait()
	uploads := map[string]*media.Upload{}
	for i, upload := range received {
		if upload != nil {
			uploads[all[i].fileName] = upload
		}
	}
	return uploads, err
}

func (p picture) receive(ctx context.Context, library *media.Library) (*media.Upload, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	painted := p.paint()
	// Opaque pixels are the same bytes in both layouts, and the encoder is faster with this one.
	same := &image.NRGBA{Pix: painted.Pix, Stride: painted.Stride, Rect: painted.Rect}
	if err := encoder.Encode(&file, same); err != nil {
		return nil, err
	}
	return library.Receive(ctx, &file)
}

// paint returns the drawn picture.
func (p picture) paint() *canvas {
	c := newCanvas(p.width, p.height)
	p.draw(c)
	return c
}
