package files

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
)

// Trust makes a bucket's store accept the certificates of pool.
func Trust(store Store, pool *x509.CertPool) {
	store.(*S3).client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: pool}
}
