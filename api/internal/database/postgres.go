package database

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
)

// The connections of one process. Together they are fewer than the twenty of PgBouncer's default
// pool, so a command gets one too.
const (
	callConnections    = 12 // for calls of requests
	longConnections    = 4  // for calls with a longer timeout
	monitorConnections = 2  // for Ping
)

// connectTimeout is how long each server may take to accept a connection, unless DATABASE_URL says
// otherwise.
const connectTimeout = 2 * time.Second

// sessionDefaults hold for each connection unless DATABASE_URL says otherwise. The timeouts, in
// milliseconds, limit how long a wait for a lock or an idle transaction may block others if the
// server does not learn that its client gave up. Each pool adds a statement_timeout.
var sessionDefaults = map[string]string{
	"application_name":                    "portfolio",
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

// foreignParameters are parameters that hosts print in their URLs for libpq and other clients, and that change nothing for
// this one. Those that change the server reached or the checks, such as schema or require_auth, are not among them: PostgreSQL
// refuses them by name.
var foreignParameters = []string{
	"channel_binding", "gssdelegation", "gssencmode", "gsslib", "keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval",
	"sslcompression", "tcp_user_timeout",
	"connection_limit", "pgbouncer", "pool_timeout", "socket_timeout", "statement_cache_size", "supa", "uselibpqcompat",
}

// IgnoredParameters returns the names of the parameters in a database URL that are ignored, because they are for other clients.
func IgnoredParameters(dsn string) (names []string) {
	u, err := url.Parse(dsn)
	if engine, _ := engineOf(dsn); err != nil || engine != PostgreSQL {
		return nil
	}
	for name := range u.Query() {
		if slices.Contains(foreignParameters, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// parsePostgres returns how to connect to the servers in the URL. An error is one sentence without
// the password.
func parsePostgres(dsn string) (pq.Config, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return pq.Config{}, errors.New("DATABASE_URL is not a URL: escape the characters of the password that URLs reserve")
	}
	query := u.Query()
	if query.Get("sslmode") == "" {
		return pq.Config{}, errors.New("DATABASE_URL names no sslmode: add ?sslmode=verify-full, or sslmode=disable on a private socket or loopback")
	}
	switch wanted := query.Get("target_session_attrs"); wanted {
	case "", "read-write", "primary":
	default:
		return pq.Config{}, fmt.Errorf("DATABASE_URL has target_session_attrs=%s, but the site writes: make it target_session_attrs=read-write", wanted)
	}
	for _, name := range IgnoredParameters(dsn) {
		query.Del(name)
	}
	if strings.Contains(u.Host, ",") {
		moveHosts(u, query)
	}
	u.RawQuery = query.Encode()
	config, err := pq.NewConfig(u.String())
	if err != nil {
		return pq.Config{}, fmt.Errorf("DATABASE_URL is not understood: %s", strings.TrimPrefix(err.Error(), "pq: "))
	}
	if config.ConnectTimeout <= 0 {
		config.ConnectTimeout = connectTimeout
	}
	if len(config.Multi) > 0 && config.TargetSessionAttrs == "" {
		return pq.Config{}, errors.New("DATABASE_URL names several hosts: add target_session_attrs=read-write, so that the one that takes writes is found")
	}
	return config, nil
}

// moveHosts moves the hosts of u into the parameters host and port, because lib/pq does not read
// several ports from the host of a URL.
func moveHosts(u *url.URL, query url.Values) {
	var hosts, ports []string
	for host := range strings.SplitSeq(u.Host, ",") {
		one := url.URL{Host: host}
		hosts, ports = append(hosts, one.Hostname()), append(ports, one.Port())
	}
	query.Set("host", strings.Join(hosts, ","))
	if slices.ContainsFunc(ports, func(port string) bool { return port != "" }) {
		for i, port := range ports {
			if port == "" {
				ports[i] = "5432"
			}
		}
		query.Set("port", strings.Join(ports, ","))
	}
	u.Host = ""
}

func openPostgres(dsn string) (*DB, error) {
	config, err := parsePostgres(dsn)
	if err != nil {
		return nil, err
	}
	calls := openPool(config, callConnections, callTimeout)
	return &DB{
		engine: PostgreSQL, write: calls, read: calls,
		long:    openPool(config, longConnections, longTimeout),
		monitor: openPool(config, monitorConnections, pingTimeout),
	}, nil
}

// openPool returns a pool whose connections wait at most limit for each answer of the server, which
// ends a statement after that time, too.
func openPool(config pq.Config, connections int, limit time.Duration) *sqlx.DB {
	settings := maps.Clone(sessionDefaults)
	settings["statement_timeout"] = strconv.FormatInt(limit.Milliseconds(), 10)
	if config.ApplicationName != "" {
		settings["application_name"] = config.ApplicationName
	}
	maps.Copy(settings, config.Runtime)
	maps.Copy(settings, sessionSettings)
	text, _ := json.Marshal(settings) // a map of texts has no error
	// PgBouncer refuses most parameters at startup, so the session is set up after connecting.
	config.Runtime, config.ApplicationName = nil, ""
	pool := sqlx.NewDb(sql.OpenDB(&connector{config: config, settings: string(text), limit: limit}), "postgres")
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}
