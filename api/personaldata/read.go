package personaldata

import (
	"context"
	"fmt"

	"portfolio/api/database"
)

// Account is the person's row. InterestNotes is what they wrote at registration, StaffNotes what staff wrote about them.
type Account struct {
	ID            int64          `db:"id" json:"id"`
	Email         string         `db:"email" json:"email"`
	FirstName     string         `db:"first_name" json:"first_name"`
	LastName      string         `db:"last_name" json:"last_name"`
	InterestNotes string         `db:"interest_notes" json:"interest_notes"`
	StaffNotes    string         `db:"staff_notes" json:"staff_notes"`
	IsStaff       bool           `db:"is_staff" json:"is_staff"`
	IsActive      bool           `db:"is_active" json:"is_active"`
	DateJoined    database.Time  `db:"date_joined" json:"date_joined"`
	LastLogin     *database.Time `db:"last_login" json:"last_login"`
}

// EmailChange is an address that is to be confirmed.
type EmailChange struct {
	Email   string        `db:"email" json:"email"`
	AskedAt database.Time `db:"asked_at" json:"asked_at"`
}

// Session is a sign-in that the database still knows of: on the site, or in the backend admin. RevokedAt is when it was
// ended before its time, nil for one that was not.
type Session struct {
	Where      string         `db:"place" json:"where"`
	UserAgent  string         `db:"user_agent" json:"user_agent"`
	IP         string         `db:"ip" json:"ip"`
	CreatedAt  database.Time  `db:"created_at" json:"created_at"`
	LastUsedAt database.Time  `db:"last_used_at" json:"last_used_at"`
	ExpiresAt  database.Time  `db:"expires_at" json:"expires_at"`
	RevokedAt  *database.Time `db:"revoked_at" json:"revoked_at"`
}

// AppToken is a one-time token for the native app that has not been used.
type AppToken struct {
	ExpiresAt database.Time `db:"expires_at" json:"expires_at"`
}

// Mail is a mail that has not been sent. FailedAt is when it was given up, nil for one that is to be tried again.
type Mail struct {
	Kind      string         `db:"kind" json:"kind"`
	Recipient string         `db:"recipient" json:"recipient"`
	Attempts  int64          `db:"attempts" json:"attempts"`
	CreatedAt database.Time  `db:"created_at" json:"created_at"`
	DueAt     database.Time  `db:"due_at" json:"due_at"`
	FailedAt  *database.Time `db:"failed_at" json:"failed_at"`
	LastError string         `db:"last_error" json:"last_error"`
}

// Upload is a document that the person uploaded; the file itself is not part of it.
type Upload struct {
	ID          int64         `db:"id" json:"id"`
	Name        string        `db:"name" json:"name"`
	Description string        `db:"description" json:"description"`
	Category    *string       `db:"category" json:"category"`
	IsCurrent   bool          `db:"is_current" json:"is_current"`
	FileName    string        `db:"original_name" json:"file_name"`
	ContentType string        `db:"content_type" json:"content_type"`
	Bytes       int64         `db:"byte_size" json:"bytes"`
	UploadedAt  database.Time `db:"uploaded_at" json:"uploaded_at"`
}

// Image is a picture that the person uploaded; the file itself is not part of it.
type Image struct {
	ID          int64         `db:"id" json:"id"`
	Title       string        `db:"title" json:"title"`
	Description string        `db:"description" json:"description"`
	AltText     string        `db:"alt_text" json:"alt_text"`
	Gallery     *string       `db:"gallery" json:"gallery"`
	FileName    string        `db:"original_name" json:"file_name"`
	ContentType string        `db:"content_type" json:"content_type"`
	Bytes       int64         `db:"byte_size" json:"bytes"`
	Width       int64         `db:"width" json:"width"`
	Height      int64         `db:"height" json:"height"`
	UploadedAt  database.Time `db:"uploaded_at" json:"uploaded_at"`
}

// read fills the document with what tx sees, or returns ErrNoRows where there is no such account.
func (d *Document) read(ctx context.Context, tx *database.Tx, userID int64) error {
	var account struct {
		Account
		EmailKey string `db:"email_key"`
	}
	err := tx.Get(ctx, &account, `
		SELECT id, email, email_key, first_name, last_name, interest_notes, staff_notes, is_staff, is_active, date_joined, last_login
		  FROM users WHERE id = ?`, userID)
	if err != nil {
		return err
	}
	d.Account = account.Account
	var changes []EmailChange
	if err := tx.Select(ctx, &changes, `SELECT email, asked_at FROM email_changes WHERE user_id = ?`, userID); err != nil {
		return fmt.Errorf("read a change of the address: %w", err)
	}
	if len(changes) > 0 {
		d.EmailChange = &changes[0]
	}
	for _, list := range []struct {
		into      any
		statement string
		args      []any
	}{
		{&d.Sessions, sessionsStatement, []any{userID, userID}},
		{&d.AppTokens, appTokensStatement, []any{userID}},
		{&d.Mails, mailsStatement, []any{userID, account.Email, account.EmailKey}},
		{&d.Documents, documentsStatement, []any{userID}},
		{&d.Images, imagesStatement, []any{userID}},
	} {
		if err := tx.Select(ctx, list.into, list.statement, list.args...); err != nil {
			return fmt.Errorf("read %T: %w", list.into, err)
		}
	}
	return d.readAudit(ctx, tx, account.EmailKey)
}

const (
	sessionsStatement = `
		SELECT 'site' AS place, user_agent, ip, created_at, last_used_at, expires_at, revoked_at
		  FROM sessions WHERE user_id = ?
		UNION ALL
		SELECT 'backend admin', user_agent, ip, created_at, last_used_at, expires_at, NULL
		  FROM backend_sessions WHERE user_id = ?
		 ORDER BY created_at, place, expires_at, user_agent`
	appTokensStatement = `
		SELECT t.expires_at FROM app_tokens t JOIN sessions s ON s.id = t.session_id
		 WHERE s.user_id = ? ORDER BY t.expires_at`
	mailsStatement = `
		SELECT kind, recipient, attempts, created_at, due_at, failed_at, last_error FROM mails
		 WHERE user_id = ? OR user_id IS NULL AND recipient IN (?, ?) ORDER BY id`
	documentsStatement = `
		SELECT d.id, d.name, d.description, c.name AS category, d.is_current, d.original_name, d.content_type,
		       f.bytes AS byte_size, d.uploaded_at
		  FROM documents d JOIN stored_files f ON f.id = d.file_id LEFT JOIN document_categories c ON c.id = d.category_id
		 WHERE d.uploaded_by = ? ORDER BY d.id`
	imagesStatement = `
		SELECT i.id, i.title, i.description, i.alt_text, g.name AS gallery, i.original_name, i.content_type, i.byte_size,
		       i.width, i.height, i.uploaded_at
		  FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id
		 WHERE i.uploaded_by = ? ORDER BY i.id`
)
