package messages

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

const selectMessages = `SELECT id, name, email, text, sent_at, read_at FROM live_messages`

// Filter chooses a page of the messages that contain all Words, which are search keys.
type Filter struct {
	Words []string
	Page  httpx.Page
}

// maxWords is how many words of a search count.
const maxWords = 10

// ReadFilter returns the filter in a query, or an httpx.Error that names every wrong field.
func ReadFilter(query url.Values) (Filter, error) {
	v := httpx.NewValidator()
	search := query.Get("search")
	words := strings.Fields(database.SearchKey(v.OptionalText(&search, maxSearch, "search")))
	return Filter{Words: words[:min(len(words), maxWords)], Page: httpx.ReadPage(v, query)}, v.Err()
}

// List returns the filter's page of the messages, the newest first, and how many there are on all pages.
func (s *Service) List(ctx context.Context, filter Filter) (messages []Message, total int64, err error) {
	where, args := ` WHERE TRUE`, []any{}
	for _, word := range filter.Words {
		where, args = where+` AND search_key LIKE ? ESCAPE '\'`, append(args, database.Containing(word))
	}
	messages = []Message{}
	if err = s.DB.Get(ctx, &total, `SELECT COUNT(*) FROM live_messages`+where, args...); err == nil {
		err = s.DB.Select(ctx, &messages, selectMessages+where+` ORDER BY sent_at DESC, id DESC LIMIT ? OFFSET ?`,
			append(args, filter.Page.Size(), filter.Page.Offset)...)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list messages: %w", err)
	}
	return messages, total, nil
}

// CountUnread returns how many messages are unread.
func (s *Service) CountUnread(ctx context.Context) (unread int64, err error) {
	if err := s.DB.Get(ctx, &unread, `SELECT COUNT(*) FROM live_messages WHERE read_at IS NULL`); err != nil {
		return 0, fmt.Errorf("count unread messages: %w", err)
	}
	return unread, nil
}

// Mark marks a message as read or unread and returns it, or NotFound. A read message keeps the time when it was read first.
func (s *Service) Mark(ctx context.Context, id int64, read bool) (message Message, err error) {
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		return tx.Get(ctx, &message, `
			UPDATE messages SET read_at = CASE WHEN ? THEN COALESCE(read_at, ?) END
			 WHERE id = ? AND deleted_at IS NULL RETURNING id, name, email, text, sent_at, read_at`, read, database.At(s.Clock()), id)
	})
	if err != nil {
		return Message{}, fmt.Errorf("mark a message: %w", httpx.OrNotFound(err))
	}
	return message, nil
}

// Delete moves a message to the trash, or returns NotFound. The audit log does not name its sender.
func (s *Service) Delete(ctx context.Context, id int64) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE messages SET deleted_at = ?, deleted_by = ? WHERE id = ? AND deleted_at IS NULL`,
			database.At(s.Clock()), audit.ActorID(ctx), id)
		if err == nil && n == 0 {
			err = httpx.NotFound()
		}
		if err != nil {
			return err
		}
		return s.Audit.RecordIn(ctx, tx, audit.Event{Action: audit.MessageDeleted, Kind: audit.Message, TargetID: id})
	})
	if err != nil {
		return fmt.Errorf("delete a message: %w", err)
	}
	return nil
}

// TrashKinds returns the kind of messages in the trash.
func (s *Service) TrashKinds() []files.TrashKind {
	return []files.TrashKind{{Name: audit.Message, Table: "messages"}}
}

// rowsAtOnce is how many messages are deleted in one transaction: others write in between.
const rowsAtOnce = 1000

// Expire deletes messages that are twelve months old.
func (s *Service) Expire(ctx context.Context) error {
	limit := database.At(s.Clock().AddDate(-1, 0, 0))
	for {
		n, err := s.DB.Exec(ctx, `
			DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE sent_at < ? ORDER BY sent_at, id LIMIT ?)`, limit, rowsAtOnce)
		if err != nil {
			return fmt.Errorf("delete old messages: %w", err)
		}
		if n < rowsAtOnce {
			return nil
		}
	}
}

// Sent is a message as disclosed to the user with its address.
type Sent struct {
	Name   string        `db:"name" json:"name"`
	Email  string        `db:"email" json:"email"`
	Text   string        `db:"text" json:"message"`
	SentAt database.Time `db:"sent_at" json:"sent_at"`
}

// SentFrom returns the messages from an address in the form in which addresses are compared, with those in the trash, the
// oldest first.
func SentFrom(ctx context.Context, from database.Reader, emailKey string) ([]Sent, error) {
	sent := []Sent{}
	err := from.Select(ctx, &sent, `SELECT name, email, text, sent_at FROM messages WHERE email_key = ? ORDER BY sent_at, id`, emailKey)
	if err != nil {
		return nil, fmt.Errorf("list the messages of a user: %w", err)
	}
	return sent, nil
}

// DeleteFrom deletes the messages from an address for good, in the caller's transaction.
func DeleteFrom(ctx context.Context, tx *database.Tx, emailKey string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM messages WHERE email_key = ?`, emailKey); err != nil {
		return fmt.Errorf("delete the messages of a user: %w", err)
	}
	return nil
}
