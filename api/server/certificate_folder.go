package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"

	"golang.org/x/crypto/acme/autocert"
)

// accountKey is the name under which autocert stores the key of the account at the authority.
const accountKey = "acme_account+key"

// certificateFolder is a DirCache that puts a damaged account key or certificate aside, for which autocert would fail at every attempt.
type certificateFolder struct {
	autocert.DirCache
	options CertificateOptions
}

// Get implements autocert.Cache.
func (f certificateFolder) Get(ctx context.Context, name string) ([]byte, error) {
	data, err := f.DirCache.Get(ctx, name)
	if err != nil || f.isWhole(name, data) {
		return data, err
	}
	path := filepath.Join(f.options.Folder, name)
	if err := os.Rename(path, path+".damaged"); err != nil {
		return nil, err
	}
	f.options.Log.Warn("a damaged file was put aside and is made again", "file", path, "now", path+".damaged")
	return nil, autocert.ErrCacheMiss
}

// isWhole reports whether a stored key or certificate can be read.
func (f certificateFolder) isWhole(name string, data []byte) bool {
	switch name {
	case accountKey:
		block, _ := pem.Decode(data)
		if block == nil {
			return false
		}
		_, err := x509.ParseECPrivateKey(block.Bytes)
		_, err8 := x509.ParsePKCS8PrivateKey(block.Bytes)
		_, err1 := x509.ParsePKCS1PrivateKey(block.Bytes)
		return err == nil || err8 == nil || err1 == nil
	case f.options.Domain:
		_, err := tls.X509KeyPair(data, data)
		return err == nil
	}
	return true
}
