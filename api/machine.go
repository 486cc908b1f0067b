package api

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"time"

	"portfolio/api/internal/files"
)

// certificateTimeout is how long the site may take to show its certificate.
const certificateTimeout = 10 * time.Second

// Machine measures the free space of the disk with Dir, and reads when the certificate at the URL
// Site expires.
type Machine struct {
	Dir, Site string

	expiry atomic.Int64 // of the certificate, in seconds since 1970; 0 if there is none
}

// write writes the metrics of the machine. What cannot be told is left out.
func (m *Machine) write(w io.Writer) {
	if size, free, err := files.Disk(m.Dir); err == nil {
		writeMetric(w, kindGauge, "disk_bytes", "The size of the disk with DATA_DIR.", sample{"", float64(size)})
		writeMetric(w, kindGauge, "disk_free_bytes", "The bytes that the server may still write on the disk with DATA_DIR.", sample{"", float64(free)})
	}
	if expiry := m.expiry.Load(); expiry != 0 {
		writeMetric(w, kindGauge, "certificate_expiry_timestamp_seconds", "When the certificate at PUBLIC_URL ends.", sample{"", float64(expiry)})
	}
}

// ReadCertificate reads the certificate of a site over HTTPS. If it is unreachable from here, the
// previous value is kept.
func (m *Machine) ReadCertificate(ctx context.Context) {
	site, err := url.Parse(m.Site)
	if err != nil || site.Scheme != "https" {
		return
	}
	port := site.Port()
	if port == "" {
		port = "443"
	}
	ctx, cancel := context.WithTimeout(ctx, certificateTimeout)
	defer cancel()
	// Not verified, so that an expired certificate is read as well: only its date is used, and nothing is sent.
	dialer := tls.Dialer{Config: &tls.Config{ServerName: site.Hostname(), InsecureSkipVerify: true}}
	connection, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(site.Hostname(), port))
	if err != nil {
		return
	}
	defer func() { _ = connection.Close() }()
	if shown := connection.(*tls.Conn).ConnectionState().PeerCertificates; len(shown) > 0 {
		m.expiry.Store(shown[0].NotAfter.Unix())
	}
}
