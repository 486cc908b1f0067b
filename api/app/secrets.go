package app

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
)

// checkSecrets returns a Fault if other servers on the database have other secrets than these settings: sessions of one would
// end at the other. Only PostgreSQL has several servers.
func checkSecrets(ctx context.Context, db *database.DB, settings config.Config) error {
	if db.Engine() == database.SQLite {
		return nil
	}
	key, err := settings.Secret()
	token, errToken := settings.ReadBuildToken()
	if err := errors.Join(err, errToken); err != nil {
		return err
	}
	for _, secret := range []struct {
		name, file string
		value      []byte
	}{{"SECRET_KEY", "secret.key", key}, {"BUILD_TOKEN", "build.token", []byte(token)}} {
		check := hmac.New(sha256.New, secret.value)
		_, _ = check.Write([]byte("the check of " + secret.name))
		same, err := db.ShareSecret(ctx, secret.name, hex.EncodeToString(check.Sum(nil)))
		if err != nil {
			return fmt.Errorf("compare the secrets of the servers: %w", err)
		}
		if !same {
			return config.Wrong(fmt.Errorf("other servers on this database have another %[1]s: set theirs, which may be in their DATA_DIR/%[2]s; "+
				"if it was replaced on purpose, stop all servers and run portfolio migrate --new-secrets", secret.name, secret.file))
		}
	}
	return nil
}
