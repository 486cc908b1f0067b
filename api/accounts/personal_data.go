package accounts

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// PersonalData is everything that accounts knows of a person. EmailChange is nil where none is pending.
type PersonalData struct {
	Account      PersonalAccount   `json:"account"`
	EmailChange  *RequestedEmail   `json:"email_change"`
	Sessions     []PersonalSession `json:"sessions"`
	AppTokens    []UnusedAppToken  `json:"app_tokens"`
	Devices      []PersonalDevice  `json:"devices"`
	SecondFactor PersonalFactors   `json:"second_factor"`
	// EmailKey is the address in the form in which it is compared.
	EmailKey string `json:"-"`
}

// PersonalAccount is the person's row. The person wrote InterestNotes at registration,
// StaffNotes by staff.
type PersonalAccount struct {
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
	// EmailConfirmedAt is when the address was confirmed to be the user's, nil before.
	EmailConfirmedAt *database.Time `db:"email_confirmed_at" json:"email_confirmed_at"`
}

// RequestedEmail is an address that is to be confirmed.
type RequestedEmail struct {
	Email   string        `db:"email" json:"email"`
	AskedAt database.Time `db:"asked_at" json:"asked_at"`
}

// PersonalSession is a stored session. RevokedAt is when it was ended early; nil if it was not.
type PersonalSession struct {
	UserAgent  string         `db:"user_agent" json:"user_agent"`
	IP         string         `db:"ip" json:"ip"`
	CreatedAt  database.Time  `db:"created_at" json:"created_at"`
	LastUsedAt database.Time  `db:"last_used_at" json:"last_used_at"`
	ExpiresAt  database.Time  `db:"expires_at" json:"expires_at"`
	RevokedAt  *database.Time `db:"revoked_at" json:"revoked_at"`
}

// UnusedAppToken is a one-time token for the native app that has not been used.
type UnusedAppToken struct {
	ExpiresAt database.Time `db:"expires_at" json:"expires_at"`
}

// PersonalDevice is a trusted device of the user, identified with a cookie.
type PersonalDevice struct {
	CreatedAt  database.Time `db:"created_at" json:"created_at"`
	LastUsedAt database.Time `db:"last_used_at" json:"last_used_at"`
}

// ReadPersonalData returns the data that accounts has about the user, or database.ErrNoRows.
func ReadPersonalData(ctx context.Context, from database.Reader, userID int64) (PersonalData, error) {
	var row struct {
		PersonalAccount
		EmailKey string `db:"email_key"`
	}
	err := from.Get(ctx, &row, `
		SELECT id, email, email_key, first_name, last_name, interest_notes, staff_notes, is_staff, is_active, date_joined, last_login,
		       email_confirmed_at
		  FROM users WHERE id = ?`, userID)
	if err != nil {
		return PersonalData{}, fmt.Errorf("read an account: %w", err)
	}
	data := PersonalData{
		Account: row.PersonalAccount, EmailKey: row.EmailKey, Sessions: []PersonalSession{}, AppTokens: []UnusedAppToken{},
		Devices: []PersonalDevice{},
	}
	var change RequestedEmail
	waiting, err := from.Find(ctx, &change, `SELECT email, asked_at FROM email_changes WHERE user_id = ? AND email <> ?`, userID, row.Email)
	if err != nil {
		return PersonalData{}, fmt.Errorf("read a change of the address: %w", err)
	}
	if waiting {
		data.EmailChange = &change
	}
	err = from.Select(ctx, &data.Sessions, `
		SELECT user_agent, ip, created_at, last_used_at, expires_at, revoked_at
		  FROM sessions WHERE user_id = ? ORDER BY created_at, expires_at, user_agent`, userID)
	if err != nil {
		return PersonalData{}, fmt.Errorf("list the sessions of a user: %w", err)
	}
	err = from.Select(ctx, &data.AppTokens, `
		SELECT t.expires_at FROM app_tokens t JOIN sessions s ON s.id = t.session_id
		 WHERE s.user_id = ? ORDER BY t.expires_at`, userID)
	if err != nil {
		return PersonalData{}, fmt.Errorf("list the one-time tokens of a user: %w", err)
	}
	err = from.Select(ctx, &data.Devices, `
		SELECT created_at, last_used_at FROM trusted_devices WHERE user_id = ? ORDER BY created_at, last_used_at`, userID)
	if err != nil {
		return PersonalData{}, fmt.Errorf("list the devices of a user: %w", err)
	}
	data.SecondFactor, err = readPersonalFactors(ctx, from, userID)
	return data, err
}
