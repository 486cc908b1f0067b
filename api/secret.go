package api

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

// checkSecret returns a Fault if other servers on the database have another secret than these settings: sessions of one would
// end at the other. Only PostgreSQL has several servers.
func checkSecret(ctx context.Context, db *database.DB, settings config.Config) error {
	if db.Engine() == database.SQLite {
		return nil
	}
	key, err := settings.Secret()
	if err != nil {
		return err
	}
	check := hmac.New(sha256.New, key)
	_, _ = check.Write([]byte("the check of SECRET_KEY"))
	same, err := db.ShareSecret(ctx, "SECRET_KEY", hex.EncodeToString(check.Sum(nil)))
	if err != nil {
		return fmt.Errorf("compare the secrets of the servers: %w", err)
	}
	if !same {
		return config.Wrong(errors.New("other servers on this database have another SECRET_KEY: set theirs, which may be in their DATA_DIR/secret.key; " +
			"if it was replaced on purpose, stop all servers and run portfolio migrate --new-secret"))
	}
	return nil
}
