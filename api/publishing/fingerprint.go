package publishing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"portfolio/api/database"
	"portfolio/api/documents"
	"portfolio/api/photos"
)

// unchanged says whether pages show what they did after the last change.
func unchanged(ctx context.Context, from database.Reader) (bool, error) {
	var before string
	if err := from.Get(ctx, &before, `SELECT published_fingerprint FROM publishing WHERE id = 1`); err != nil {
		return false, fmt.Errorf("read the published fingerprint: %w", err)
	}
	now, err := fingerprint(ctx, from)
	return now == before, err
}

// fingerprint returns the SHA-256 of everything that built pages take from the database: the banner's pictures and the
// current CV. It is empty where there is neither.
func fingerprint(ctx context.Context, from database.Reader) (string, error) {
	type cv struct {
		ID   int64
		Name string
	}
	content := struct {
		Pictures []photos.FrontPageImage
		CVs      []cv
	}{}
	var err error
	if content.Pictures, err = photos.FrontPageImages(ctx, from); err != nil {
		return "", err
	}
	current, err := documents.FindCurrentCV(ctx, from)
	if err != nil {
		return "", err
	}
	if current != nil {
		content.CVs = []cv{{current.ID, current.Name}}
	} else if len(content.Pictures) == 0 {
		return "", nil
	}
	text, err := json.Marshal(content)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}
