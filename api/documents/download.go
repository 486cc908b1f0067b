package documents

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/tokens"
)

// findDownload returns the document when it is for everybody, or when the signature holds for it now.
func (s *Service) findDownload(ctx context.Context, id int64, expires, signature string) (row, error) {
	found, err := findDocument(ctx, s.DB, `d.id = ?`, id)
	if err != nil || found.IsCurrent {
		return found, err
	}
	return found, s.checkLink(found.linkName(), expires, signature)
}

// findVersionDownload returns the file of a version of a document, if the signature is valid for it now.
func (s *Service) findVersionDownload(ctx context.Context, id, number int64, expires, signature string) (file, error) {
	found, err := findVersion(ctx, s.DB, id, number)
	if err != nil {
		return file{}, err
	}
	return found, s.checkLink(linkOfVersion(id, number, found.Name), expires, signature)
}

// findCV returns the current CV, or NotFound.
func (s *Service) findCV(ctx context.Context) (row, error) {
	found, err := findDocument(ctx, s.DB, `d.category_name = ? AND d.is_current`, CVCategory)
	if err != nil {
		return row{}, fmt.Errorf("find the current CV: %w", err)
	}
	return found, nil
}

// checkLink returns an apperror unless the signature of what linkName names holds now.
func (s *Service) checkLink(linkName, expires, signature string) error {
	err := s.Links.Check(linkName, expires, signature, s.Clock())
	switch {
	case errors.Is(err, tokens.ErrExpired):
		return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.LinkExpired}
	case err != nil:
		return apperror.NotFound()
	}
	return nil
}
