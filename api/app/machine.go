package app

import (
	"context"
	"crypto/tls"
	"net"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"portfolio/api/internal/platform"
)

// certificateTimeout is how long the site may take to show its certificate.
const certificateTimeout = 10 * time.Second

// Machine measures the free space of the disk with Dir, and reads when the certificate at the URL
// Site expires.
type Machine struct {
	Dir, Site string

	expiry atomic.Int64 // of the certificate, in seconds since 1970; 0 where there is none
}

var (
	diskDesc        = prometheus.NewDesc(namespace+"_disk_bytes", "The size of the disk with DATA_DIR.", nil, nil)
	diskFreeDesc    = prometheus.NewDesc(namespace+"_disk_free_bytes", "What the server may still write on the disk with DATA_DIR.", nil, nil)
	certificateDesc = prometheus.NewDesc(namespace+"_certificate_expiry_timestamp_seconds", "When the certificate at PUBLIC_URL ends.", nil, nil)
)

// Describe implements prometheus.Collector.
func (m *Machine) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- diskDesc
	descriptions <- diskFreeDesc
	descriptions <- certificateDesc
}

// Collect implements prometheus.Collector. What cannot be told is left out.
func (m *Machine) Collect(metrics chan<- prometheus.Metric) {
	if size, free, err := platform.Disk(m.Dir); err == nil {
		metrics <- prometheus.MustNewConstMetric(diskDesc, prometheus.GaugeValue, float64(size))
		metrics <- prometheus.MustNewConstMetric(diskFreeDesc, prometheus.GaugeValue, float64(free))
	}
	if expiry := m.expiry.Load(); expiry != 0 {
		metrics <- prometheus.MustNewConstMetric(certificateDesc, prometheus.GaugeValue, float64(expiry))
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
