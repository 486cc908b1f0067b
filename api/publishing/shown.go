package publishing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"portfolio/api/database"
)

// The names that requirements and migrations give to what is public.
const (
	cvCategory       = "CV"
	frontPageGallery = "page-logos"
)

// unchanged says whether pages show what they did after the last change.
func unchanged(ctx context.Context, from database.Reader) (bool, error) {
	var before string
	if err := from.Get(ctx, &before, `SELECT shown FROM publishing WHERE id = 1`); err != nil {
		return false, fmt.Errorf("what pages showed: %w", err)
	}
	now, err := fingerprint(ctx, from)
	return now == before, err
}

// fingerprint returns the SHA-256 of everything that built pages take from the database: the banner's pictures and the
// current CV. It is empty where there is neither.
func fingerprint(ctx context.Context, from database.Reader) (string, error) {
	shown := struct {
		Pictures []struct {
			ID       int64  `db:"id"`
			Title    string `db:"title"`
			AltText  string `db:"alt_text"`
			FileHash string `db:"file_hash"`
		}
		CVs []struct {
			ID   int64  `db:"id"`
			Name string `db:"name"`
		}
	}{}
	err := from.Select(ctx, &shown.Pictures, `
		SELECT i.id, i.title, i.alt_text, i.file_hash
		  FROM images i JOIN galleries g ON g.id = i.gallery_id
		 WHERE g.slug = ? ORDER BY i.id`, frontPageGallery)
	if err != nil {
		return "", fmt.Errorf("the banner's pictures: %w", err)
	}
	err = from.Select(ctx, &shown.CVs, `
		SELECT d.id, d.name
		  FROM documents d JOIN document_categories c ON c.id = d.category_id
		 WHERE c.name = ? AND d.is_current`, cvCategory)
	if err != nil {
		return "", fmt.Errorf("the current CV: %w", err)
	}
	if len(shown.Pictures) == 0 && len(shown.CVs) == 0 {
		return "", nil
	}
	text, err := json.Marshal(shown)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}
