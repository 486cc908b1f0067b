package database

import "context"

// secretPrefix begins the names of the rows of locks that check secrets.
const secretPrefix = "secret "

// ShareSecret reports whether check is that of the secret of this name which the first server on the database stored. It
// stores it if there is none.
func (db *DB) ShareSecret(ctx context.Context, name, check string) (same bool, err error) {
	err = db.InTx(ctx, func(tx *Tx) error {
		if err := tx.LockTables(ctx, []Table{{Name: "locks"}}); err != nil {
			return err
		}
		var known []string
		if err := tx.Select(ctx, &known, `SELECT name FROM locks WHERE name LIKE ?`, secretPrefix+name+" %"); err != nil {
			return err
		}
		own := secretPrefix + name + " " + check
		if same = len(known) == 0 || known[0] == own; len(known) > 0 {
			return nil
		}
		_, err := tx.Exec(ctx, `INSERT INTO locks (name) VALUES (?)`, own)
		return err
	})
	return same, err
}

// ForgetSecrets lets the next server store its own checks.
func (db *DB) ForgetSecrets(ctx context.Context) error {
	return db.InTx(ctx, func(tx *Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM locks WHERE name LIKE ?`, secretPrefix+"%")
		return err
	})
}
