package accounts

import (
	"context"
	"fmt"
	"strings"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// UserFilter filters and orders a list of accounts. The zero value lists all of them in the order of their names.
type UserFilter struct {
	// Search is a list of words. Each must be in the address or the names, in any case; in names
	// with or without accents.
	Search string
	// Staff, Inactive and Unconfirmed leave the others out.
	Staff, Inactive, Unconfirmed bool
	// Sort is one of UserSorts, or one with "-" before it for the other way round.
	Sort string
	httpx.Page
}

// UserSorts are the orders of the accounts, the first by default.
var UserSorts = []string{"name", "email", "joined", "seen"}

// Each order has an index. Accounts without a sign-in count as the oldest.
var userOrders = map[string]string{
	"":        `name_key, id`,
	"name":    `name_key, id`,
	"-name":   `name_key DESC, id DESC`,
	"email":   `email_key`,
	"-email":  `email_key DESC`,
	"joined":  `date_joined, id`,
	"-joined": `date_joined DESC, id DESC`,
	"seen":    `last_login NULLS FIRST, id`,
	"-seen":   `last_login DESC NULLS LAST, id DESC`,
}

// maxWords is how many words of a search count.
const maxWords = 5

// SearchUsers returns the filter's part of the accounts, and how many there are on all parts.
func (s *Service) SearchUsers(ctx context.Context, f UserFilter) (_ []Account, total int64, err error) {
	where, args := f.where()
	if err := s.db.Get(ctx, &total, `SELECT COUNT(*) FROM users`+where, args...); err != nil {
		return nil, 0, fmt.Errorf("count accounts: %w", err)
	}
	accounts := []Account{}
	err = s.db.Select(ctx, &accounts, f.statement(where), append(args, f.Size(), f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list accounts: %w", err)
	}
	return accounts, total, nil
}

func (f UserFilter) statement(where string) string {
	return `
		SELECT id, email, first_name, last_name, is_staff, date_joined, is_active, last_login,
		       email_confirmed_at IS NULL AS email_unconfirmed
		  FROM users` + where + `
		 ORDER BY ` + userOrders[f.Sort] + `
		 LIMIT ? OFFSET ?`
}

// asciiDomain returns a part of an address with its domain as addresses are stored. A word without an @ may be a domain.
func asciiDomain(word string) string {
	at := strings.LastIndexByte(word, '@')
	domain, err := httpx.Host(word[at+1:])
	if err != nil {
		return word
	}
	return word[:at+1] + domain
}

func (f UserFilter) where() (clause string, args []any) {
	var conditions []string
	if f.Staff {
		conditions = append(conditions, `is_staff`)
	}
	if f.Inactive {
		conditions = append(conditions, `NOT is_active`)
	}
	if f.Unconfirmed {
		conditions = append(conditions, `email_confirmed_at IS NULL`)
	}
	words := strings.Fields(httpx.CleanText(f.Search))
	for _, word := range words[:min(len(words), maxWords)] {
		email := normalizeEmail(word)
		condition := `email_key LIKE ? ESCAPE '\' OR name_key LIKE ? ESCAPE '\'`
		args = append(args, database.Containing(email), database.Containing(database.SearchKey(word)))
		if ascii := asciiDomain(email); ascii != email {
			condition += ` OR email_key LIKE ? ESCAPE '\'`
			args = append(args, database.Containing(ascii))
		}
		conditions = append(conditions, "("+condition+")")
	}
	if len(conditions) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(conditions, " AND "), args
}
