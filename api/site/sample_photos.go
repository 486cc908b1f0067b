package site

import (
	"context"
	"embed"
	"strconv"

	"portfolio/api/internal/httpx"
	"portfolio/api/photos"
)

//go:embed sample
var sampleFiles embed.FS

// sampleImage is a sample image: its texts, and its file in sample/images. Two lack an alternative text,
// like images of real sites.
type sampleImage struct{ title, description, altText, fileName string }

// sampleGallery is a set of samples in the order of their upload; the images of the one without a name
// are in no gallery. A shown one has a page of its own.
type sampleGallery struct {
	name, description string
	shown             bool
	images            []sampleImage
}

var sampleGalleries = []sampleGallery{
	{photos.FrontPageGallery, "The round photos of the front page.", false, []sampleImage{
		{"Harbour at dawn", "A freighter comes in as the sun rises behind the cranes.",
			"A freighter before the rising sun, beside a harbour's cranes", "harbour-at-dawn.webp"},
		{"Comb", "Honeycomb, with the owner's initial in the middle cell.",
			"Orange and blue cells of a honeycomb around a white one with the letter E", "comb.webp"},
		{"Tide", "A small boat on a large swell.",
			"A small sailing boat on high blue waves", "tide.webp"},
		{"Night shift", "One crane, one container, one moon.",
			"An orange crane lifts a container at night, under a crescent moon", "night-shift.webp"},
		{"Balance", "A result and its conscience on one beam.",
			"A beam in balance: a tick in a circle on one side, rising bars on the other", "balance.webp"},
		{"Beacon", "A lighthouse, seen from the water.",
			"A striped lighthouse sends its beams to both sides at night", "beacon.webp"},
	}},
	{"Talks", "Slides and stages.", false, []sampleImage{
		{"Ledger Talks, opening night", "Why reconciliation takes two days, and how it takes twenty minutes.",
			"A speaker on a stage, before a screen with rising bars and many listeners", "ledger-talks.webp"},
		{"Who talks to whom", "The standards map from the talk on data borders.",
			"A network of small and large hexagons around one in the middle", "who-talks-to-whom.webp"},
		{"Price it first", "Six releases and what each was worth.",
			"Six rising bars under a red arrow; the last is orange", "price-it-first.webp"},
		{"Collect less", "Data that was never kept cannot leak.",
			"A padlock before a pattern of dots that fades away from it", "collect-less.webp"},
		{"Flowers and leaves", "A loom's pattern, for the talk on Ada Lovelace's Notes.",
			"", "flowers-and-leaves.webp"},
	}},
	{"Harbour", "Where it began: the quay, the mole, and the ships that did not wait.", true, []sampleImage{
		{"First light", "Three cranes wait for one ship.",
			"A loaded freighter under three cranes at sunrise", "first-light.webp"},
		{"Outer mole", "The lighthouse behind the breakwater.",
			"A striped lighthouse on the rocks of a breakwater, a ship on the horizon", "outer-mole.webp"},
		{"Container wall", "Forty-eight boxes, eight colours.",
			"A wall of containers, eight rows of six in eight colours", "container-wall.webp"},
		{"The quay at night", "Lamps, and the same lamps in the water.",
			"Three lamps over stacked containers on a quay, mirrored in the water", "quay-at-night.webp"},
		{"Tug in the rain", "Twenty metres long, four thousand horsepower.",
			"A lit tug on dark water in the rain, before a town", "tug-in-the-rain.webp"},
		{"Gulls", "They know when the fish market opens.",
			"Six gulls over a calm sea, under a pale sun", "gulls.webp"},
	}},
	{"", "", false, []sampleImage{
		{"", "Not hung anywhere yet.", "", "workbench.webp"},
	}},
}

// fillPhotos uploads the sample galleries and images that the site lacks, with the code of uploads.
func (s *Setup) fillPhotos(ctx context.Context) error {
	for _, gallery := range sampleGalleries {
		id, err := gallery.add(ctx, s)
		if err != nil {
			return err
		}
		for _, image := range gallery.images {
			err := s.addMissing(ctx, photos.FindSampleImage, image.fileName, func(ctx context.Context) error {
				return image.add(ctx, s.Photos, id)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// add creates the gallery unless the site has it, and returns its ID, or nil for no gallery.
func (g sampleGallery) add(ctx context.Context, s *Setup) (*int64, error) {
	if g.name == "" {
		return nil, nil
	}
	shown := strconv.FormatBool(g.shown)
	err := s.addMissing(ctx, photos.FindSampleGallery, g.name, func(ctx context.Context) error {
		_, err := s.Photos.CreateGallery(ctx, photos.GalleryFields{
			Name: &g.name, Description: &g.description, Shown: httpx.ValueOf(&shown), IsSample: true,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	found, _, err := photos.FindSampleGallery(ctx, s.DB, g.name)
	return &found, err
}

func (p sampleImage) add(ctx context.Context, service *photos.Service, gallery *int64) error {
	file, err := sampleFiles.Open("sample/images/" + p.fileName)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	upload, err := service.Library.Receive(ctx, file)
	if err != nil {
		return err
	}
	defer func() { _ = upload.Close() }()
	in := photos.ImageFields{
		Title: &p.title, Description: &p.description, AltText: &p.altText, File: upload, FileName: p.fileName, IsSample: true,
	}
	if gallery != nil {
		id := strconv.FormatInt(*gallery, 10)
		in.Gallery = httpx.ValueOf(&id)
	}
	_, err = service.Upload(ctx, in)
	return err
}
