package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/lib/pq/pqerror"
)

// setUpHelp ends the errors of a PostgreSQL that refuses the site.
const setUpHelp = "correct DATABASE_URL, or create the role and its database as in docs/deploy.md"

// CheckAccess returns an error if a PostgreSQL database takes no writes or has another encoding than
// UTF8, or if the role may not create the first tables or use the existing ones.
func (db *DB) CheckAccess(ctx context.Context) error {
	if db.engine == SQLite {
		return nil
	}
	var a struct {
		Role     string `db:"role"`
		Encoding string `db:"encoding"`
		ReadOnly bool   `db:"read_only"` // true of a standby, too
		MayWork  bool   `db:"may_work"`
	}
	err := db.Get(ctx, &a, `
		SELECT current_user AS role, current_setting('server_encoding') AS encoding,
		       current_setting('transaction_read_only') = 'on' AS read_only,
		       COALESCE(has_table_privilege(to_regclass('goose_db_version'), 'SELECT'),
		                has_schema_privilege(current_schema(), 'CREATE'), FALSE) AS may_work`)
	switch {
	case err != nil:
		return fmt.Errorf("read the rights in the database: %w", err)
	case a.Encoding != "UTF8":
		return &SettingError{fmt.Errorf("the database has the encoding %s, which not every text fits into: create one with createdb --template template0 --encoding UTF8 --locale C",
			a.Encoding)}
	case a.ReadOnly:
		return errors.New("the database takes no writes: it is a standby, or default_transaction_read_only is on")
	case !a.MayWork:
		return fmt.Errorf("the role %s may not create or use the tables of the site: %s", quote(a.Role), setUpHelp)
	}
	return nil
}

// explainConnect returns err, of an attempt to connect to the PostgreSQL at rawURL, with the server
// and a remedy.
func explainConnect(rawURL string, err error) error {
	u, parseErr := url.Parse(rawURL)
	if parseErr != nil {
		return err
	}
	options := u.Query().Get("options")
	var connecting *connectError
	switch code := sqlState(err); {
	case errors.As(err, &connecting) && connecting.setUp && slices.Contains([]pqerror.Class{"22", "42", "55"}, code.Class()):
		return &SettingError{fmt.Errorf("DATABASE_URL has a parameter that PostgreSQL does not take: correct or remove it (%w)", err)}
	case options != "" && (code == pqerror.SyntaxError || code == pqerror.ProtocolViolation && strings.Contains(err.Error(), "startup parameter")):
		return &SettingError{fmt.Errorf("DATABASE_URL has options=%s, which this PostgreSQL does not take: remove it (%w)", options, err)}
	}
	return fmt.Errorf("connect to PostgreSQL at %s: %w: %s", cmp.Or(u.Host, u.Query().Get("host")), err, setUpHelp)
}
