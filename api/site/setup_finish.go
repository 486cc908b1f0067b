package site

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/accounts"
	"portfolio/api/content"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/shares"
	"portfolio/api/visits"
)

// Form is the input of a new site's owner.
type Form struct {
	Account accountFields `json:"account" required:"true"`
	// Files are all texts of the site by path.
	Files map[string]string `json:"files"`
	// Banner means that the home page shows photos, which are uploaded afterwards.
	Banner bool `json:"banner"`
	// TimeZone is that of the owner's browser, "" for UTC.
	TimeZone string `json:"time_zone"`
}

type accountFields struct {
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email"`
	Password  string `json:"password"`
}

// check returns the account to store, or an httpx.Error that names every wrong field.
func (s *Setup) check(ctx context.Context, in Form) (accounts.Prepared, error) {
	v := httpx.NewValidator()
	account, err := s.Accounts.PrepareStaff(ctx, accounts.NewUser{
		Email: in.Account.Email, FirstName: in.Account.FirstName, LastName: in.Account.LastName, Password: in.Account.Password,
	})
	var wrong *httpx.Error
	if err != nil && (!errors.As(err, &wrong) || wrong.Fields == nil) {
		return account, err
	}
	if err != nil {
		blameAccount(v, wrong)
	}
	if len(in.Files) == 0 {
		hasContent, err := s.hasContent(ctx)
		if err != nil {
			return account, err
		}
		v.Check(hasContent, "files", httpx.FieldRequired)
	}
	content.CheckFiles(v, in.Files, "files")
	if err := v.Err(); err != nil || len(in.Files) == 0 {
		return account, err
	}
	return account, s.Content.CheckSite(ctx, in.Files)
}

// blameAccount records the fields of an account as those of the form.
func blameAccount(v *httpx.Validator, wrong *httpx.Error) {
	for field, texts := range wrong.Fields {
		for _, text := range texts {
			v.Check(false, "account."+field, text)
		}
	}
}

// hasContent reports whether the site has content that is not the sample's.
func (s *Setup) hasContent(ctx context.Context) (bool, error) {
	_, state, err := s.read(ctx)
	if err != nil || state == StateSample {
		return false, err
	}
	return content.Exists(ctx, s.DB)
}

// Finish makes the owner's account and content, and returns the account's first session. Everything of
// the sample goes, and photos and documents that others added remain. It returns Gone if the link of ctx was used meanwhile, and an httpx.Error that names
// every wrong field.
func (s *Setup) Finish(ctx context.Context, in Form, device accounts.Device) (opened accounts.Tokens, owner accounts.User, err error) {
	account, err := s.check(ctx, in)
	if err != nil {
		return opened, owner, err
	}
	var used link
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		if used, err = take(ctx, tx); err != nil {
			return err
		}
		if used.IsSample {
			if err := s.clear(ctx, tx, used.UserID); err != nil {
				return err
			}
		}
		// A guest who asks for it is not the actor: that account is gone.
		nobody := audit.WithActor(ctx, 0, "")
		if opened, owner, err = s.Accounts.AddSignedIn(nobody, tx, account, device); err != nil {
			return err
		}
		ctx := audit.WithActor(ctx, owner.ID, owner.Email)
		if err := s.addContent(ctx, tx, in); err != nil {
			return err
		}
		if err := s.Documents.MakeFromContent(ctx, tx); err != nil {
			return err
		}
		if isTimeZone(in.TimeZone) { // browsers know newer ones
			if err := writeSetting(ctx, tx, timeZone, in.TimeZone); err != nil {
				return err
			}
		}
		if used.IsSample {
			return s.Pages.Clear(ctx, tx)
		}
		return s.Pages.ChangedNow(ctx, tx)
	})
	var wrong *httpx.Error
	if errors.As(err, &wrong) && wrong.Fields != nil { // the address is taken
		v := httpx.NewValidator()
		blameAccount(v, wrong)
		err = v.Err()
	}
	if err != nil {
		return accounts.Tokens{}, accounts.User{}, fmt.Errorf("set the site up: %w", err)
	}
	if used.IsSample {
		// Files that fail here are removed with other deleted files later.
		_, _ = s.Files.RemoveDeleted(ctx, 0)
	}
	return opened, owner, nil
}

// take deletes the link that the guard let pass, or returns Gone. Of two people one takes it.
func take(ctx context.Context, tx *database.Tx) (used link, err error) {
	there, err := tx.Find(ctx, &used, `DELETE FROM setup WHERE id = 1 AND nonce = ? RETURNING nonce, is_sample, is_filled, user_id`, ctx.Value(nonceKey{}))
	if err == nil && !there {
		err = httpx.Gone(httpx.SetupLinkUsed)
	}
	return used, err
}

// clear deletes the sample's photos, documents, their shares and audit entries, all texts and counts, and the account that came
// with it.
func (s *Setup) clear(ctx context.Context, tx *database.Tx, guest *int64) error {
	err := errors.Join(s.Photos.ClearSample(ctx, tx), s.Documents.ClearSample(ctx, tx), s.Content.Clear(ctx, tx))
	if err == nil && guest != nil {
		err = s.Accounts.DeleteIn(ctx, tx, *guest)
	}
	if err != nil {
		return err
	}
	return errors.Join(shares.ClearSample(ctx, tx), s.Audit.ClearSample(ctx, tx), visits.Clear(ctx, tx))
}

// addContent stores the texts and the banner's gallery.
func (s *Setup) addContent(ctx context.Context, tx *database.Tx, in Form) error {
	if len(in.Files) > 0 {
		if err := s.Content.Replace(ctx, tx, in.Files); err != nil {
			return err
		}
		if err := s.Audit.RecordIn(ctx, tx, audit.Event{Action: audit.TextsPublished, Target: "the whole site"}); err != nil {
			return err
		}
	}
	if !in.Banner {
		return nil
	}
	return s.Photos.CreateFrontPageGallery(ctx, tx)
}
