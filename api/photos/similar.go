package photos

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/media"
	"portfolio/api/validate"
)

// maxSimilar is how many images a group has at most. Others that look the same are in a group of their own.
const maxSimilar = 20

// SimilarImages are groups of images of which each looks like its group's first, the oldest, and that nobody said of that they differ.
// Total counts the groups on all pages, and Pending the images that are not compared yet.
type SimilarImages struct {
	Groups  [][]Image `json:"groups"`
	Total   int       `json:"total"`
	Pending int       `json:"pending"`
}

// imagePair is two images, the one with the smaller id first.
type imagePair struct {
	First  int64 `db:"first_id"`
	Second int64 `db:"second_id"`
}

func pairOf(a, b int64) imagePair { return imagePair{min(a, b), max(a, b)} }

// ListSimilarImages returns a page of the groups of images that look alike.
func (s *Service) ListSimilarImages(ctx context.Context, page validate.Page) (similar SimilarImages, err error) {
	groups, pending, err := s.findSimilar(ctx)
	if err != nil {
		return SimilarImages{}, fmt.Errorf("find similar images: %w", err)
	}
	similar = SimilarImages{Groups: [][]Image{}, Total: len(groups), Pending: pending}
	groups = groups[min(page.Offset, int64(len(groups))):]
	for _, ids := range groups[:min(page.Size(), int64(len(groups)))] {
		var group []Image
		for _, id := range ids {
			image, err := findImage(ctx, s.DB, id)
			var gone *apperror.Error
			if errors.As(err, &gone) {
				continue // deleted meanwhile
			}
			if err != nil {
				return SimilarImages{}, fmt.Errorf("list similar images: %w", err)
			}
			group = append(group, image)
		}
		if len(group) > 1 {
			similar.Groups = append(similar.Groups, group)
		}
	}
	return similar, nil
}

func (s *Service) findSimilar(ctx context.Context) (groups [][]int64, pending int, err error) {
	var images []struct {
		ID   int64                 `db:"image_id"`
		Hash *media.PerceptualHash `db:"perceptual_hash"`
	}
	err = s.DB.Select(ctx, &images, `SELECT image_id, perceptual_hash FROM image_renditions WHERE position = 0 ORDER BY image_id`)
	if err != nil {
		return nil, 0, err
	}
	var different []imagePair
	if err := s.DB.Select(ctx, &different, `SELECT first_id, second_id FROM different_images`); err != nil {
		return nil, 0, err
	}
	differ := map[imagePair]bool{}
	for _, pair := range different {
		differ[pair] = true
	}
	ids, hashes := make([]int64, len(images)), make([]media.PerceptualHash, len(images))
	for i, image := range images {
		ids[i] = image.ID
		if image.Hash == nil {
			pending++
		} else {
			hashes[i] = *image.Hash
		}
	}
	index, grouped := media.NewPerceptualIndex(hashes), make([]bool, len(ids))
	for i, id := range ids {
		if grouped[i] || hashes[i] == 0 {
			continue
		}
		group := []int64{id}
		for j := range index.Like(i) {
			if j > i && !grouped[j] && len(group) < maxSimilar && !differ[pairOf(id, ids[j])] {
				grouped[j] = true
				group = append(group, ids[j])
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups, pending, nil
}

// DifferentImages names images that look alike and are to be shown together no longer.
type DifferentImages struct {
	Images []int64 `json:"images"`
}

// MarkDifferent records that the images differ, each from each other, or returns an apperror under "images". Those that are no longer
// there are left out. A picture that gets another file is compared anew.
func (s *Service) MarkDifferent(ctx context.Context, in DifferentImages) error {
	v := validate.New()
	v.Check(len(in.Images) >= 2 && len(in.Images) <= maxSimilar, "images", fmt.Sprintf("Name from 2 to %d pictures.", maxSimilar))
	if err := v.Err(); err != nil {
		return err
	}
	slices.Sort(in.Images) // every transaction locks them in this order
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		for i, a := range in.Images {
			for _, b := range in.Images[:i] {
				pair := pairOf(a, b)
				_, err := tx.Exec(ctx, `
					INSERT INTO different_images (first_id, second_id)
					SELECT f.id, s.id FROM images f JOIN images s ON f.id = ? AND s.id = ? AND f.id < s.id
					 WHERE TRUE ON CONFLICT DO NOTHING`, pair.First, pair.Second)
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("mark images as different: %w", err)
	}
	return nil
}

// hashBatch is how many pictures are hashed before their hashes are stored.
const hashBatch = 100

// HashImages hashes the pictures that have no perceptual hash: those of before there was one, and those that were restored. What is
// stored stays when ctx ends. A picture that cannot be decoded gets the hash that is like no other.
func (s *Service) HashImages(ctx context.Context) error {
	type thumbnail struct {
		Image int64  `db:"image_id"`
		File  int64  `db:"file_id"`
		Name  string `db:"name"`
		hash  *media.PerceptualHash
	}
	for last := int64(0); ; {
		var batch []thumbnail
		err := s.DB.Select(ctx, &batch, `
			SELECT r.image_id, r.file_id, f.name FROM image_renditions r JOIN stored_files f ON f.id = r.file_id
			 WHERE r.position = 0 AND r.perceptual_hash IS NULL AND r.image_id > ? ORDER BY r.image_id LIMIT ?`, last, hashBatch)
		if err != nil || len(batch) == 0 {
			return err
		}
		var failed error
		for i := range batch {
			if batch[i].hash, failed = s.hashStored(ctx, batch[i].Name); failed != nil {
				failed = fmt.Errorf("hash the picture of image %d: %w", batch[i].Image, failed)
				batch = batch[:i]
				break
			}
			last = batch[i].Image
		}
		err = s.DB.InTx(context.WithoutCancel(ctx), func(tx *database.Tx) error {
			for _, hashed := range batch {
				// Not of a picture that was replaced meanwhile.
				_, err := tx.Exec(ctx, `UPDATE image_renditions SET perceptual_hash = ? WHERE image_id = ? AND position = 0 AND file_id = ?`,
					hashed.hash, hashed.Image, hashed.File)
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err = errors.Join(failed, err); err != nil {
			return err
		}
	}
}

// hashStored returns the hash of a stored picture, nil where it is no longer there, or what the store failed with.
func (s *Service) hashStored(ctx context.Context, name string) (*media.PerceptualHash, error) {
	object, err := s.Files.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = object.Close() }()
	content, err := io.ReadAll(object)
	if err != nil {
		return nil, err
	}
	hash, _ := media.ReadPerceptualHash(bytes.NewReader(content))
	return &hash, nil
}
