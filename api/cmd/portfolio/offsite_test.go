package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"

	"portfolio/api/internal/files/filestest"
)

// TestTheBadDay follows the page docs/backups.md: the place, the backup, its verification with the
// key, and a new site.
func TestTheBadDay(t *testing.T) {
	t.Run("folder", func(t *testing.T) { walkTheBadDay(t, t.TempDir()) })
	t.Run("s3", func(t *testing.T) { walkTheBadDay(t, filestest.S3URL(t)) })
}

func walkTheBadDay(t *testing.T, place string) {
	identity, err := age.GenerateX25519Identity()
	noError(t, err)
	other, err := age.GenerateX25519Identity()
	noError(t, err)
	keys := t.TempDir()
	key, wrong := filepath.Join(keys, "key.txt"), filepath.Join(keys, "wrong.txt")
	for path, one := range map[string]*age.X25519Identity{key: identity, wrong: other} {
		noError(t, os.WriteFile(path, fmt.Appendf(nil, "# public key: %s\n%s\n", one.Recipient(), one), 0o600))
	}
	data, temporary := t.TempDir(), t.TempDir()
	t.Setenv("DATA_DIR", data)
	t.Setenv("TMPDIR", temporary)
	addDocument(t, data)
	check := func(code int, want string, args ...string) string {
		t.Helper()
		got := portfolio(t, identity.String()+"\n", args...)
		if got.code != code || !strings.Contains(got.out+got.err, want) {
			t.Errorf("portfolio %s: %d %s%s\nwant %d %s", strings.Join(args, " "), got.code, got.out, got.err, code, want)
		}
		if strings.Contains(got.out+got.err, "AGE-SECRET-KEY-1") {
			t.Errorf("a private key was printed: %s%s", got.out, got.err)
		}
		return got.out
	}
	check(exitConfig, "BACKUP_URL is not set", "backup", "send")
	check(exitConfig, "BACKUP_URL is not set", "backup", "list")
	check(exitConfig, "check latest: BACKUP_URL is not set", "backup", "verify", "latest", "--identity", key)
	t.Setenv("BACKUP_URL", place)
	check(exitConfig, "BACKUP_URL needs BACKUP_RECIPIENT", "backup", "send")
	check(exitConfig, "BACKUP_URL needs BACKUP_RECIPIENT", "serve")
	check(exitFailed, "there is no backup", "backup", "verify", "latest", "--identity", key)
	t.Setenv("BACKUP_RECIPIENT", identity.Recipient().String())
	check(exitDone, "and read it back.", "backup", "send")
	check(exitDone, "Sent portfolio-", "backup", "send")
	listed := strings.Fields(check(exitDone, "portfolio-", "backup", "list"))
	name := listed[3]

	check(exitDone, name+" is complete: it was restored into a temporary site and checked.", "backup", "verify", "latest", "--identity", key)
	check(exitDone, name+" is complete", "backup", "verify", name, "--identity", "-")
	check(exitFailed, "check "+name+": "+name+" is encrypted for another key than the one given", "backup", "verify", name, "--identity", wrong)
	check(exitFailed, "has no age private key", "backup", "verify", name, "--identity", filepath.Join(data, "secret.key"))
	check(exitFailed, "there is no backup portfolio-2020", "backup", "verify", "portfolio-2020", "--identity", key)

	// From nothing, with the key and the place alone.
	t.Setenv("BACKUP_RECIPIENT", "")
	t.Setenv("DATA_DIR", filepath.Join(t.TempDir(), "new"))
	check(exitDone, "Restored.", "restore", "latest", "--identity", "-", "--yes")
	check(exitDone, "1 file named by rows, 1 file stored.", "fsck")
	if entries, err := os.ReadDir(temporary); err != nil || len(entries) > 0 {
		t.Errorf("left in the temporary folder: %v, %v", entries, err)
	}
	if strings.HasPrefix(place, "/") {
		file := filepath.Join(place, name+".age")
		whole, err := os.ReadFile(file)
		noError(t, err)
		whole[len(whole)/2] ^= 1
		noError(t, os.WriteFile(file, whole, 0o600))
		check(exitFound, "the backup is damaged: "+name+" is not as it was encrypted", "backup", "verify", name, "--identity", key)
		noError(t, os.WriteFile(file, whole[:len(whole)-1], 0o600))
		check(exitFound, "the backup is damaged: "+name+" is not as it was encrypted", "backup", "verify", name, "--identity", key)

	}
}
