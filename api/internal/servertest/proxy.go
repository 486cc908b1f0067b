package servertest

import (
	"bytes"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
)

// Proxy is a proxy between a test and a PostgreSQL server, which can simulate failures of networks
// and machines.
type Proxy struct {
	// URL is that of the database, by way of the proxy.
	URL string

	network, address string

	mutex       sync.Mutex
	listener    net.Listener
	connections []net.Conn
	refuses     bool
	thawed      chan struct{} // closed unless the proxy is frozen
	freezeAt    string
}

// NewProxy returns a proxy to the database at databaseURL, until t ends.
func NewProxy(t *testing.T, databaseURL string) *Proxy {
	t.Helper()
	u, err := url.Parse(databaseURL)
	NoError(t, err)
	p := &Proxy{network: "tcp", address: u.Host, thawed: make(chan struct{})}
	close(p.thawed)
	query := u.Query()
	if folder := query.Get("host"); folder != "" {
		p.network, p.address = "unix", filepath.Join(folder, ".s.PGSQL.5432")
		query.Del("host")
	}
	p.listen(t, "127.0.0.1:0")
	u.Host, u.RawQuery = p.listener.Addr().String(), query.Encode()
	p.URL = u.String()
	t.Cleanup(func() {
		p.Thaw()
		p.Refuse()
	})
	return p
}

func (p *Proxy) listen(t *testing.T, address string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	NoError(t, err)
	p.listener = listener
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial(p.network, p.address)
			if err != nil {
				_ = client.Close()
				continue
			}
			if !p.keep(client, server) {
				return
			}
			go p.forward(client, server)
			go p.forward(server, client)
		}
	}()
}

// keep notes two connections, or closes them if they were made during Refuse.
func (p *Proxy) keep(client, server net.Conn) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.refuses {
		_, _ = client.Close(), server.Close()
		return false
	}
	p.connections = append(p.connections, client, server)
	return true
}

// forward copies bytes; a frozen proxy copies them once it is thawed.
func (p *Proxy) forward(to, from net.Conn) {
	defer func() { _, _ = to.Close(), from.Close() }()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.mutex.Lock()
		if p.freezeAt != "" && bytes.Contains(buffer[:n], []byte(p.freezeAt)) {
			p.thawed, p.freezeAt = make(chan struct{}), ""
		}
		thawed := p.thawed
		p.mutex.Unlock()
		<-thawed
		if _, writeErr := to.Write(buffer[:n]); writeErr != nil || err != nil {
			return
		}
	}
}

// Freeze stops all traffic, as of a server that was stopped or a network that swallows everything, and keeps the connections.
func (p *Proxy) Freeze() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.thawed = make(chan struct{})
}

// FreezeAt does Freeze when a statement that contains text passes, before it reaches the server.
func (p *Proxy) FreezeAt(text string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.freezeAt = text
}

// Thaw ends Freeze.
func (p *Proxy) Thaw() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	select {
	case <-p.thawed:
	default:
		close(p.thawed)
	}
}

// Cut ends every connection.
func (p *Proxy) Cut() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, connection := range p.connections {
		_ = connection.Close()
	}
	p.connections = nil
}

// Refuse ends every connection and takes no other, as of a server that has ended.
func (p *Proxy) Refuse() {
	p.mutex.Lock()
	p.refuses = true
	p.mutex.Unlock()
	_ = p.listener.Close()
	p.Cut()
}

// Accept ends Refuse.
func (p *Proxy) Accept(t *testing.T) {
	t.Helper()
	p.mutex.Lock()
	p.refuses = false
	p.mutex.Unlock()
	p.listen(t, p.listener.Addr().String())
}
