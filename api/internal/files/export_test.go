package files

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
)

// WithoutLocks makes shared locks fail with err until restore is called.
func WithoutLocks(err error) (restore func()) {
	before := lockShared
	lockShared = func(*os.File) error { return err }
	return func() { lockShared = before }
}

// Trust makes a bucket's store accept the certificates of pool.
func Trust(store Store, pool *x509.CertPool) {
	store.(*S3).client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: pool}
}
