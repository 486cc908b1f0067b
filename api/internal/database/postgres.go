package database

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
)

// maxConnections is how many connections requests and background work share, monitorConnections how
// many Ping and Server have. Together they are fewer than the twenty that PgBouncer's
// default pool has, so a command gets one too.
const (
	maxConnections     = 16
	monitorConnections = 2
)

// keepAlive finds out within half a minute that the machine of an idle connection is gone. Calls in
// progress have a deadline.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3}

// sessionDefaults hold for each connection unless DATABASE_URL says otherwise. The timeouts, in
// milliseconds, limit how long a statement, a wait for a lock or an idle transaction may block
// others if the server does not learn that its client gave up.
var sessionDefaults = map[string]string{
	"application_name":                    "portfolio",
	"statement_timeout":                   "30000",
	"lock_timeout":                        "15000",
	"idle_in_transaction_session_timeout": "60000",
}

// sessionSettings hold for each connection. They override the defaults of the server, the database
// and the role.
var sessionSettings = map[string]string{
	"client_encoding":               "UTF8",
	"datestyle":                     "ISO",
	"default_transaction_isolation": "read committed",
	"standard_conforming_strings":   "on",
	"timezone":                      "UTC",

	// Not every version of PostgreSQL has these two.
	"idle_session_timeout": "0",
	"transaction_timeout":  "0",
}

// setSession returns a function that applies settings to a new connection. They are not startup
// parameters, because PgBouncer refuses most of those.
func setSession(settings map[string]string) pgconn.AfterConnectFunc {
	return func(ctx context.Context, connection *pgconn.PgConn) error {
		text, err := json.Marshal(settings)
		if err != nil {
			return err
		}
		_, err = connection.ExecParams(ctx, `
			SELECT set_config(key, value, false) FROM json_each_text($1)
			 WHERE key NOT IN ('idle_session_timeout', 'transaction_timeout') OR current_setting(key, true) IS NOT NULL`,
			[][]byte{text}, nil, nil, nil).Close()
		if err != nil {
			return fmt.Errorf("set the parameters of the session: %w", err)
		}
		return nil
	}
}

// parsePostgres returns how to connect to the databases that the URL names. An error is one
// sentence without the password.
func parsePostgres(dsn string) (*pgx.ConnConfig, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return nil, errors.New("DATABASE_URL is not a URL: escape the characters of the password that URLs reserve")
	}
	query := u.Query()
	if query.Get("sslmode") == "" {
		return nil, errors.New("DATABASE_URL names no sslmode: add ?sslmode=verify-full, or sslmode=disable on a private socket or loopback")
	}
	if !query.Has("connect_timeout") {
		query.Set("connect_timeout", "2") // seconds for each host
	}
	u.RawQuery = query.Encode()
	config, err := pgx.ParseConfig(u.String())
	if err != nil {
		// The error quotes the whole URL.
		_, cause, _ := strings.Cut(err.Error(), "`: ")
		return nil, fmt.Errorf("DATABASE_URL is not understood: %s", cause)
	}
	session := query.Get("target_session_attrs")
	switch {
	case session == "read-write", session == "primary":
	case session != "":
		return nil, fmt.Errorf("DATABASE_URL has target_session_attrs=%s, but the site writes: make it target_session_attrs=read-write", session)
	case hasSeveralHosts(config):
		return nil, errors.New("DATABASE_URL names several hosts: add target_session_attrs=read-write, so that the one that takes writes is found")
	}
	settings := maps.Clone(sessionDefaults)
	maps.Copy(settings, config.RuntimeParams)
	maps.Copy(settings, sessionSettings)
	// Only the startup packet takes options.
	maps.DeleteFunc(config.RuntimeParams, func(name, _ string) bool { return name != "options" })
	delete(settings, "options")
	config.AfterConnect = setSession(settings)
	config.DialFunc = (&net.Dialer{KeepAliveConfig: keepAlive}).DialContext
	return config, nil
}

func openPostgres(dsn string) (*DB, error) {
	config, err := parsePostgres(dsn)
	if err != nil {
		return nil, err
	}
	db, options := &DB{engine: PostgreSQL, stop: func() {}}, []stdlib.OptionOpenDB(nil)
	if hasSeveralHosts(config) {
		p := watchPrimary(config)
		db.stop = p.stop
		options = append(options, stdlib.OptionBeforeConnect(p.sortHosts), stdlib.OptionResetSession(p.checkSession),
			stdlib.OptionShouldPing(p.shouldPing))
	}
	open := func(connections int) *sqlx.DB {
		pool := sqlx.NewDb(stdlib.OpenDB(*config, options...), "pgx")
		pool.SetMaxOpenConns(connections)
		pool.SetMaxIdleConns(connections)
		pool.SetConnMaxIdleTime(5 * time.Minute)
		return pool
	}
	db.write, db.monitor = open(maxConnections), open(monitorConnections)
	db.read = db.write
	return db, nil
}

// Server is the server that a database answers from.
type Server struct {
	// Host is its address in the database's URL, "" of SQLite.
	Host string
}

// Server returns which server answers.
func (db *DB) Server(ctx context.Context) (server Server, err error) {
	if db.engine == SQLite {
		return Server{}, nil
	}
	connection, err := db.monitor.Conn(ctx)
	if err != nil {
		return Server{}, err
	}
	defer func() { _ = connection.Close() }()
	err = connection.Raw(func(driver any) error {
		server.Host = driver.(*stdlib.Conn).Conn().PgConn().Conn().RemoteAddr().String()
		return nil
	})
	return server, err
}
