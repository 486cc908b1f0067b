package database

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// primary finds the primary among several servers. A promoted standby begins a new timeline with a
// higher number, so a server that accepts writes on an older timeline is a former primary, and
// writes to it would be lost.
type primary struct {
	validate pgconn.ValidateConnectFunc // whether a server takes writes
	stop     context.CancelFunc

	mutex    sync.Mutex
	timeline uint64                 // the newest that a server had which took writes
	newest   *pgconn.FallbackConfig // that server
}

// watchInterval is how often every server is asked whether it is the primary.
const watchInterval = time.Second

// timelineKey is the key of the server's timeline in a connection's data.
const timelineKey = "timeline"

var errFormerPrimary = errors.New("the server takes writes, but another has been promoted since: it is a former primary")

// watchPrimary makes config connect to the newest primary alone, and asks its servers, at once and until stop is called, which
// that is.
func watchPrimary(config *pgx.ConnConfig) *primary {
	p := &primary{validate: config.ValidateConnect}
	config.ValidateConnect = p.validateConnect
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	p.askServers(ctx, config)
	go p.watch(ctx, config)
	return p
}

// watch asks the servers after each interval until ctx ends.
func (p *primary) watch(ctx context.Context, config *pgx.ConnConfig) {
	tick := time.Tick(watchInterval)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			p.askServers(ctx, config)
		}
	}
}

// askServers connects to every server, to find the newest primary among them.
func (p *primary) askServers(ctx context.Context, config *pgx.ConnConfig) {
	ctx, cancel := context.WithTimeout(ctx, watchInterval)
	defer cancel()
	var group sync.WaitGroup
	for _, server := range hostsOf(config) {
		one := config.Config.Copy()
		one.Host, one.Port, one.TLSConfig, one.Fallbacks = server.Host, server.Port, server.TLSConfig, nil
		group.Go(func() {
			connection, err := pgconn.ConnectConfig(ctx, one)
			if err != nil {
				return
			}
			p.mutex.Lock()
			if connection.CustomData()[timelineKey] == p.timeline {
				p.newest = server
			}
			p.mutex.Unlock()
			_ = connection.Close(ctx)
		})
	}
	group.Wait()
}

// hostsOf returns the servers in the order of the URL. With an sslmode such as prefer each is there twice.
func hostsOf(config *pgx.ConnConfig) []*pgconn.FallbackConfig {
	first := &pgconn.FallbackConfig{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}
	return append([]*pgconn.FallbackConfig{first}, config.Fallbacks...)
}

// hasSeveralHosts reports whether config names more than one server.
func hasSeveralHosts(config *pgx.ConnConfig) bool {
	return slices.ContainsFunc(config.Fallbacks, func(other *pgconn.FallbackConfig) bool {
		return other.Host != config.Host || other.Port != config.Port
	})
}

// sortHosts puts the newest primary first, so that a connection does not wait for one that is gone.
func (p *primary) sortHosts(_ context.Context, config *pgx.ConnConfig) error {
	p.mutex.Lock()
	newest := p.newest
	p.mutex.Unlock()
	if newest == nil {
		return nil
	}
	hosts := hostsOf(config)
	slices.SortStableFunc(hosts, func(a, b *pgconn.FallbackConfig) int {
		return cmp.Compare(distance(a, newest), distance(b, newest))
	})
	config.Host, config.Port, config.TLSConfig, config.Fallbacks = hosts[0].Host, hosts[0].Port, hosts[0].TLSConfig, hosts[1:]
	return nil
}

// distance is 0 for the same server, else 1.
func distance(a, b *pgconn.FallbackConfig) int {
	if a.Host == b.Host && a.Port == b.Port {
		return 0
	}
	return 1
}

// validateConnect refuses a server that is not the newest primary.
func (p *primary) validateConnect(ctx context.Context, connection *pgconn.PgConn) error {
	if err := p.validate(ctx, connection); err != nil {
		return err
	}
	results, err := connection.Exec(ctx, `SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`).ReadAll()
	if err != nil {
		return err
	}
	timeline, err := strconv.ParseUint(string(results[0].Rows[0][0]), 16, 32)
	if err != nil {
		return err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if timeline < p.timeline {
		return errFormerPrimary
	}
	p.timeline = timeline
	connection.CustomData()[timelineKey] = timeline
	return nil
}

// checkSession has the pool throw away a connection that was made before another server was promoted.
func (p *primary) checkSession(_ context.Context, connection *pgx.Conn) error {
	if !p.isCurrent(connection) {
		return driver.ErrBadConn
	}
	return nil
}

// shouldPing has the pool ask whether a connection that was idle for a second is still there, unless checkSession refuses it: the
// former primary may be one that does not answer.
func (p *primary) shouldPing(_ context.Context, params stdlib.ShouldPingParams) bool {
	return params.IdleDuration > time.Second && p.isCurrent(params.Conn)
}

// isCurrent reports whether no server was promoted since the connection was made.
func (p *primary) isCurrent(connection *pgx.Conn) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return connection.PgConn().CustomData()[timelineKey] == p.timeline
}
