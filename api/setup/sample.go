package setup

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"portfolio/api/accounts"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
)

// HasSample reports whether the sample can be shown: not instead of the owner's own content.
func (s *Service) HasSample() bool { return !s.Renders || s.SampleFiles != nil }

// LookAround fills a new site with the sample, and opens a session of a staff account that comes with
// it. On a site with the sample it replaces the account. It returns Gone if the site is set up, and
// Conflict if the program has no sample.
func (s *Service) LookAround(ctx context.Context, device accounts.Device) (accounts.Tokens, accounts.User, error) {
	guest, err := s.AddSample(ctx, true)
	if err != nil {
		return accounts.Tokens{}, accounts.User{}, err
	}
	return s.Accounts.SignIn(ctx, guest.Email, guest.Password, device)
}

// AddSample is LookAround without a session. It returns the account with its password. Without
// files, photos and documents are left out.
func (s *Service) AddSample(ctx context.Context, files bool) (guest accounts.NewUser, err error) {
	s.filling.Lock()
	defer s.filling.Unlock()
	if !s.HasSample() {
		return guest, apperror.Conflict(apperror.NoSample)
	}
	if _, err := s.Link(ctx); err != nil {
		return guest, err
	}
	if err := s.begin(ctx); err != nil {
		return guest, fmt.Errorf("begin the sample: %w", err)
	}
	if files {
		if err := fillPhotos(ctx, s.Photos); err != nil {
			return guest, err
		}
		if err := fillDocuments(ctx, s.Documents, s.Media); err != nil {
			return guest, err
		}
	}
	guest = accounts.NewUser{
		Email: strings.ToLower(rand.Text()[:10]) + "@sample.invalid", FirstName: "Guest", LastName: "Account",
		Password: strings.ToLower(rand.Text()),
	}
	if err := s.addGuest(ctx, guest); err != nil {
		return guest, fmt.Errorf("add an account to the sample: %w", err)
	}
	return guest, nil
}

// begin notes that the site has the sample, and gives a new site its texts.
func (s *Service) begin(ctx context.Context) error {
	return s.DB.InTx(ctx, func(tx *database.Tx) error {
		var before link
		there, err := tx.Find(ctx, &before, `SELECT nonce, is_sample, user_id FROM setup WHERE id = 1`)
		if err == nil && !there {
			err = apperror.Gone(apperror.SetupLinkUsed)
		}
		if err != nil || before.IsSample {
			return err
		}
		if s.SampleFiles != nil {
			if err := s.Content.ImportIn(ctx, tx, s.SampleFiles); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `UPDATE setup SET is_sample = TRUE WHERE id = 1`)
		return err
	})
}

// addGuest replaces the account that came with the sample.
func (s *Service) addGuest(ctx context.Context, guest accounts.NewUser) error {
	prepared, err := s.Accounts.PrepareStaff(ctx, guest)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx *database.Tx) error {
		var before link
		there, err := tx.Find(ctx, &before, `UPDATE setup SET is_sample = TRUE WHERE id = 1 RETURNING nonce, is_sample, user_id`)
		if err == nil && !there {
			err = apperror.Gone(apperror.SetupLinkUsed)
		}
		if err == nil && before.UserID != nil {
			err = s.Accounts.DeleteIn(ctx, tx, *before.UserID)
		}
		if err != nil {
			return err
		}
		user, err := s.Accounts.AddStaff(ctx, tx, prepared)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE setup SET user_id = ? WHERE id = 1`, user.ID); err != nil {
			return err
		}
		return s.Pages.ChangedNow(ctx, tx)
	})
}
