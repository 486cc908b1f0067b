package site

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"portfolio/api/accounts"
	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/photos"
)

// hasSample reports whether the program has the sample.
func (s *Setup) hasSample() bool { return !s.Renders || s.SampleFiles != nil }

// LacksSample reports whether the site can be filled with the sample: it is empty, or its filling was
// interrupted. It is false for a program without the sample.
func (s *Setup) LacksSample(ctx context.Context) (bool, error) {
	current, state, err := s.read(ctx)
	switch {
	case err != nil || !s.hasSample() || state == StateDone:
		return false, err
	case state == StateSample:
		return !current.IsFilled && current.UserID == nil, nil
	}
	used, err := isUsed(ctx, s.DB)
	return !used, err
}

// isUsed reports whether there are photos, documents or content, including those in the trash.
func isUsed(ctx context.Context, from database.Reader) (used bool, err error) {
	for _, exists := range []func(context.Context, database.Reader) (bool, error){photos.Exist, documents.Exist, content.IsUsed} {
		if used, err = exists(ctx, from); err != nil || used {
			return used, err
		}
	}
	return false, nil
}

// LookAround fills an empty site with the sample, even if ctx ends, and opens a session of a staff account
// that comes with it. On a site with the sample it replaces the account. It returns Gone if the site is
// set up, and Conflict if the site is in use or the program has no sample.
func (s *Setup) LookAround(ctx context.Context, device accounts.Device) (accounts.Tokens, accounts.User, error) {
	guest, err := s.AddSample(context.WithoutCancel(ctx), true)
	if err != nil {
		return accounts.Tokens{}, accounts.User{}, err
	}
	return s.Accounts.SignIn(ctx, guest.Email, guest.Password, device)
}

// AddSample is LookAround without a session. It returns the account with its password. Without
// files, photos and documents are left out. The next call completes an interrupted one.
func (s *Setup) AddSample(ctx context.Context, files bool) (guest accounts.NewUser, err error) {
	s.filling.Lock()
	defer s.filling.Unlock()
	if !s.hasSample() {
		return guest, httpx.Conflict(httpx.NoSample)
	}
	if _, err := s.Link(ctx); err != nil {
		return guest, err
	}
	ctx = audit.WithActor(ctx, 0, audit.Sample)
	isFilled, err := s.begin(ctx)
	if err != nil {
		return guest, fmt.Errorf("begin the sample: %w", err)
	}
	if files && !isFilled {
		if err := s.fill(ctx); err != nil {
			return guest, err
		}
	}
	guest = accounts.NewUser{
		Email: strings.ToLower(rand.Text()[:10]) + audit.SampleDomain, FirstName: "Guest", LastName: "Account",
		Password: strings.ToLower(rand.Text()),
	}
	if err := s.addGuest(ctx, guest); err != nil {
		return guest, fmt.Errorf("add an account to the sample: %w", err)
	}
	return guest, nil
}

// begin notes that the site has the sample, and gives an empty site its texts. It reports whether the
// site has all photos and documents of the sample.
func (s *Setup) begin(ctx context.Context) (isFilled bool, err error) {
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		var before link
		// An update, so that of two replicas the second sees the first.
		there, err := tx.Find(ctx, &before, `UPDATE setup SET nonce = nonce WHERE id = 1 RETURNING nonce, is_sample, is_filled, user_id`)
		if err == nil && !there {
			err = httpx.Gone(httpx.SetupLinkUsed)
		}
		isFilled = before.IsFilled
		if err != nil || before.IsSample {
			return err
		}
		used, err := isUsed(ctx, tx)
		if err == nil && used {
			err = httpx.Conflict(httpx.SiteInUse)
		}
		if err != nil {
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
	return isFilled, err
}

// fill adds the photos and documents of the sample that the site lacks.
func (s *Setup) fill(ctx context.Context) error {
	if err := s.fillPhotos(ctx); err != nil {
		return err
	}
	if err := s.fillDocuments(ctx); err != nil {
		return err
	}
	_, err := s.DB.Exec(ctx, `UPDATE setup SET is_filled = TRUE WHERE id = 1`)
	return err
}

// errExists ends a transaction that would add a second row for a part of the sample.
var errExists = errors.New("the site has this part of the sample")

// finder returns the ID of a part of the sample, and whether the site has it.
type finder func(ctx context.Context, from database.Reader, part string) (id int64, exists bool, err error)

// addMissing calls add unless find finds that part of the sample. The transactions of add look again, and
// return Gone if the set-up has ended.
func (s *Setup) addMissing(ctx context.Context, find finder, part string, add func(ctx context.Context) error) error {
	if _, exists, err := find(ctx, s.DB, part); err != nil || exists {
		return err
	}
	err := add(database.WithCheck(ctx, func(ctx context.Context, tx *database.Tx) error {
		// The lock keeps the set-up from ending, and another replica from adding the same.
		n, err := tx.Exec(ctx, `UPDATE setup SET is_sample = TRUE WHERE id = 1 AND is_sample`)
		if err == nil && n == 0 {
			err = httpx.Gone(httpx.SetupLinkUsed)
		}
		if err != nil {
			return err
		}
		_, exists, err := find(ctx, tx, part)
		if err == nil && exists {
			err = errExists
		}
		return err
	}))
	if errors.Is(err, errExists) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("add %s of the sample: %w", part, err)
	}
	return nil
}

// addGuest replaces the account that came with the sample.
func (s *Setup) addGuest(ctx context.Context, guest accounts.NewUser) error {
	prepared, err := s.Accounts.PrepareStaff(ctx, guest)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx *database.Tx) error {
		var before link
		there, err := tx.Find(ctx, &before, `UPDATE setup SET is_sample = TRUE WHERE id = 1 RETURNING nonce, is_sample, is_filled, user_id`)
		if err == nil && !there {
			err = httpx.Gone(httpx.SetupLinkUsed)
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
