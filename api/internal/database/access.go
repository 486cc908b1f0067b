package database

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
)

// access describes the rights of a role in a PostgreSQL database, and its tables.
type access struct {
	Role       string `db:"role"`
	Encoding   string `db:"encoding"`
	Database   string `db:"database"`
	Standby    bool   `db:"standby"`
	ReadOnly   bool   `db:"read_only"`
	SetBy      string `db:"set_by"` // the source of the default of ReadOnly, in the words of pg_settings
	SearchPath string `db:"search_path"`
	Schema     string `db:"schema"` // the first existing one of SearchPath, "" if none exists
	MayCreate  bool   `db:"may_create"`
	// Owner is the role that owns the tables, "" if there are none.
	Owner  string `db:"owner"`
	MayUse bool   `db:"may_use"`
}

// CheckAccess returns an error that names the fault and the remedy if the database takes no writes,
// or if the role has no schema, no right to create the first tables or no right to use the existing
// ones.
func (db *DB) CheckAccess(ctx context.Context) error {
	if db.engine == SQLite {
		return nil
	}
	var a access
	err := db.Get(ctx, &a, `
		SELECT current_user AS role, current_database() AS database, current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby,
		       current_setting('transaction_read_only') = 'on' AS read_only,
		       (SELECT source FROM pg_settings WHERE name = 'default_transaction_read_only') AS set_by,
		       current_setting('search_path') AS search_path, COALESCE(current_schema(), '') AS schema,
		       COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE) AS may_create,
		       COALESCE((SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass('goose_db_version')), '') AS owner,
		       COALESCE(has_table_privilege(to_regclass('goose_db_version'), 'SELECT'), FALSE) AS may_use`)
	if err != nil {
		return fmt.Errorf("read the rights in the database: %w", err)
	}
	return a.fault()
}

func (a access) fault() error {
	role, name := quote(a.Role), quote(a.Database)
	switch {
	case a.Encoding != "UTF8":
		return &SettingError{fmt.Errorf("the database %s has the encoding %s, which not every text fits into: create one with createdb --template template0 --encoding UTF8 --locale C --owner %s NAME",
			name, a.Encoding, a.Role)}
	case a.Standby:
		return errors.New("the database takes no writes, because it is a standby: name the primary in DATABASE_URL, or both hosts with target_session_attrs=read-write")
	case a.ReadOnly:
		remedy := "run ALTER SYSTEM RESET default_transaction_read_only and SELECT pg_reload_conf()"
		switch a.SetBy {
		case "session", "client":
			remedy = "remove it from DATABASE_URL"
		case "user":
			remedy = "run ALTER ROLE " + role + " RESET default_transaction_read_only"
		case "database":
			remedy = "run ALTER DATABASE " + name + " RESET default_transaction_read_only"
		case "database user":
			remedy = "run ALTER ROLE " + role + " IN DATABASE " + name + " RESET default_transaction_read_only"
		}
		return errors.New("the database takes no writes, because default_transaction_read_only is on: " + remedy)
	case a.Schema == "":
		first, _, _ := strings.Cut(a.SearchPath, ",")
		return fmt.Errorf("no schema in the search_path %s exists for the role %s: run CREATE SCHEMA %s AUTHORIZATION %s, or correct the search_path",
			a.SearchPath, role, quote(strings.Trim(first, `" `)), role)
	case a.Owner == "" && !a.MayCreate:
		schema := quote(a.Schema)
		return fmt.Errorf("the role %s may not create tables in the schema %s: run GRANT USAGE, CREATE ON SCHEMA %s TO %s, or make the role the owner of the database",
			role, schema, schema, role)
	case a.Owner != "" && !a.MayUse:
		owner := quote(a.Owner)
		return fmt.Errorf("the role %s may not use the tables of the site, which belong to the role %s: connect as %s, or run GRANT %s TO %s",
			role, owner, owner, owner, role)
	}
	return nil
}

// refusedRight returns err with its remedy if PostgreSQL refused a step because the role lacks a
// right, else nil.
func refusedRight(err error) error {
	if sqlState(err) != pqerror.InsufficientPrivilege {
		return nil
	}
	return fmt.Errorf("migrate the database: the role of DATABASE_URL lacks a right: connect as the owner of the tables, with CREATE on their schema: %w", err)
}

// explainConnect returns err, of an attempt to connect to the PostgreSQL at url, with the fault and
// the remedy before it.
func explainConnect(url string, err error) error {
	config, parseErr := parsePostgres(url)
	if parseErr != nil {
		return err
	}
	role, name := quote(config.User), quote(config.Database)
	fault := ""
	var connecting *connectError
	switch code := sqlState(err); {
	case errors.As(err, &connecting) && connecting.setUp && slices.Contains([]pqerror.Class{"22", "42", "55"}, code.Class()):
		return &SettingError{fmt.Errorf("DATABASE_URL has a parameter that PostgreSQL does not take: correct or remove it (%w)", err)}
	case config.Options != "" && (code == pqerror.SyntaxError || code == pqerror.ProtocolViolation && strings.Contains(err.Error(), "startup parameter")):
		return &SettingError{fmt.Errorf("DATABASE_URL has options=%s, which this PostgreSQL does not take: remove it (%w)", config.Options, err)}
	}
	switch sqlState(err) {
	case pqerror.InvalidPassword:
		fault = fmt.Sprintf("the password of the role %s is wrong: correct it in DATABASE_URL, or set it with ALTER ROLE %s PASSWORD '…'", role, role)
	case pqerror.InvalidAuthorizationSpecification:
		fault = fmt.Sprintf("the role %s cannot sign in: create it with createuser --pwprompt %s, let pg_hba.conf admit it, or correct DATABASE_URL", role, config.User)
	case pqerror.InvalidCatalogName:
		fault = fmt.Sprintf("the database %s does not exist: create it with createdb --owner %s %s, or correct its name in DATABASE_URL", name, config.User, config.Database)
	case pqerror.InsufficientPrivilege:
		fault = fmt.Sprintf("the role %s may not connect to the database %s: run GRANT CONNECT ON DATABASE %s TO %s", role, name, name, role)
	case pqerror.TooManyConnections:
		fault = "PostgreSQL has no connection left: stop a program that uses it, or raise max_connections"
	case "":
		var unknown *net.DNSError
		switch {
		case errors.As(err, &unknown):
			fault = fmt.Sprintf("the host %s is not known: correct it in DATABASE_URL", unknown.Name)
		case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ENOENT):
			fault = fmt.Sprintf("no PostgreSQL listens at %s: start it, or correct the host and the port in DATABASE_URL", addressesOf(config))
		case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
			fault = fmt.Sprintf("PostgreSQL at %s does not answer: check that it runs and that a firewall lets this machine reach it", addressesOf(config))
		}
	}
	if fault == "" {
		return err
	}
	return fmt.Errorf("%s (%w)", fault, err)
}

// addressesOf returns the servers of a URL, with commas between several.
func addressesOf(config pq.Config) string {
	servers := append([]pq.ConfigMultihost{{Host: config.Host, Port: config.Port}}, config.Multi...)
	addresses := make([]string, len(servers))
	for i, server := range servers {
		addresses[i] = server.Host
		if !strings.HasPrefix(server.Host, "/") {
			addresses[i] = net.JoinHostPort(server.Host, strconv.Itoa(int(server.Port)))
		}
	}
	return strings.Join(addresses, ", ")
}
