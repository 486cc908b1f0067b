package publishing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/database"
	"portfolio/api/photos"
)

// compare returns the fingerprint at the last change, and the current one.
func compare(ctx context.Context, from database.Reader, now time.Time) (before, current string, err error) {
	if err := from.Get(ctx, &before, `SELECT published_fingerprint FROM publishing WHERE id = 1`); err != nil {
		return "", "", fmt.Errorf("read the published fingerprint: %w", err)
	}
	current, err = fingerprint(ctx, from, now)
	return before, current, err
}

// fingerprint returns the SHA-256 of everything that built pages show of the database: the images of
// the banner, the current CV, the number of publications, and the images in texts. It is "" if there
// is nothing.
func fingerprint(ctx context.Context, from database.Reader, now time.Time) (string, error) {
	type cv struct {
		ID   int64
		Name string
	}
	shown := struct {
		Pictures     []photos.FrontPageImage
		CVs          []cv
		Publications int64                `json:",omitempty"`
		Photos       []photos.StoredImage `json:",omitempty"`
	}{}
	var err error
	if shown.Pictures, err = photos.FrontPageImages(ctx, from); err != nil {
		return "", err
	}
	if shown.Publications, err = content.CountPublished(ctx, from, now); err != nil {
		return "", err
	}
	inTexts, err := content.PhotosShown(ctx, from, now)
	if err != nil {
		return "", err
	}
	if shown.Photos, err = photos.StoredImages(ctx, from, inTexts); err != nil {
		return "", err
	}
	current, err := documents.FindCurrentCV(ctx, from)
	if err != nil {
		return "", err
	}
	if current != nil {
		shown.CVs = []cv{{current.ID, current.Name}}
	} else if len(shown.Pictures) == 0 && shown.Publications == 0 && len(shown.Photos) == 0 {
		return "", nil
	}
	text, err := json.Marshal(shown)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}
