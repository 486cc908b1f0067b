package accounts_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"portfolio/api/accounts"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

const strongHash = "$argon2id$v=19$m=19456,t=2,p=1$"

func storedHash(t *testing.T, db *database.DB) (hash string) {
	t.Helper()
	if err := db.Get(t.Context(), &hash, `SELECT password FROM users WHERE email_key = ?`, strings.ToLower(address)); err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestAWeakHashIsReplacedAtTheNextSignIn(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		weak := newWorld(t, db)
		weak.signIn(t)
		before := storedHash(t, db)
		strong := newServiceWith(t, db, weak.clock.Now, false)
		device := accounts.Device{IP: "127.0.0.1"}
		if _, _, err := strong.SignIn(t.Context(), address, "wrong", device); err == nil || storedHash(t, db) != before {
			t.Errorf("a wrong password: %v, and the hash is %s", err, storedHash(t, db))
		}
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if _, _, err := strong.SignIn(context.Background(), address, password, device); err != nil {
					t.Errorf("one of several sign-ins at once: %v", err)
				}
			})
		}
		group.Wait()
		after := storedHash(t, db)
		if strings.HasPrefix(before, strongHash) || !strings.HasPrefix(after, strongHash) {
			t.Errorf("the hash was %s and is %s", before, after)
		}
		weak.signIn(t)
		if storedHash(t, db) != after {
			t.Error("a strong hash was replaced by a weak one")
		}
		if _, _, err := strong.SignIn(t.Context(), address, password, device); err != nil || storedHash(t, db) != after {
			t.Errorf("%v, and the hash is %s", err, storedHash(t, db))
		}
	})
}

// The link that was mailed is bound to the hash.
func TestAHashStaysWhileALinkToANewAddressIsOpen(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		weak := newWorld(t, db)
		who := accounts.Identity{User: weak.user}
		err := weak.RequestEmailChange(t.Context(), who, accounts.EmailChange{Email: "new@example.test", Password: password}, "127.0.0.1")
		if err != nil {
			t.Fatal(err)
		}
		before := storedHash(t, db)
		strong := newServiceWith(t, db, weak.clock.Now, false)
		if _, _, err := strong.SignIn(t.Context(), address, password, accounts.Device{IP: "127.0.0.1"}); err != nil || storedHash(t, db) != before {
			t.Errorf("%v, and the hash was %s and is %s", err, before, storedHash(t, db))
		}
	})
}
