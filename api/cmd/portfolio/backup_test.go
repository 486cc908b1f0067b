package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"filippo.io/age"

	"portfolio/api/backup"
	"portfolio/api/internal/servertest"
)

func TestBackupCommands(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	t.Setenv("DATA_DIR", data)
	t.Setenv("TMPDIR", t.TempDir())
	file, cut := filepath.Join(dir, "site.backup"), filepath.Join(dir, "cut.backup")
	check := wants(t)
	check(exitUnavailable, "the database does not exist at "+data, "backup", file)
	document := addDocument(t, data)
	check(exitUsage, "missing file name", "backup")
	check(exitUsage, "unexpected argument", "backup", file, "again")
	check(exitDone, "Backed up to "+file, "backup", file)
	check(exitFailed, "--force replaces it", "backup", file)
	check(exitDone, "Backed up to "+file, "backup", file, "--force")
	check(exitDone, "Backed up to "+file, "backup", "--force", file)
	check(exitDone, file+" is complete: it was restored into a temporary site and checked.", "backup", "verify", file)
	check(exitFailed, "write to the folder "+dir+"/missing: ", "backup", dir+"/missing/site.backup")
	check(exitFailed, "file exists", "backup", dir, "--force")
	check(exitFailed, "no such file", "backup", "verify", filepath.Join(dir, "missing"))
	check(exitFailed, "the database is not empty", "restore", "--yes", file)
	whole, err := os.ReadFile(file)
	noError(t, err)
	noError(t, os.WriteFile(cut, whole[:len(whole)/2], 0o600))
	check(exitFound, "the backup is damaged", "backup", "verify", cut)
	check(exitFound, "this is not a backup", "backup", "verify", document)
	encrypted := filepath.Join(dir, "site.age")
	noError(t, os.WriteFile(encrypted, append([]byte("age-encryption.org/v1\n"), make([]byte, 4096)...), 0o600))
	check(exitFailed, "check "+encrypted+": this is encrypted: decrypt it first", "backup", "verify", encrypted)
	check(exitFailed, "this is encrypted: decrypt it first", "restore", "--yes", encrypted)
	t.Setenv("TMPDIR", filepath.Join(dir, "missing"))
	check(exitFailed, "check "+file+": ", "backup", "verify", file)
	t.Setenv("TMPDIR", t.TempDir())

	whole[len(whole)/2] ^= 1
	noError(t, os.WriteFile(file, whole, 0o600))
	check(exitFound, "the backup is damaged", "backup", "verify", file)
	t.Setenv("DATA_DIR", filepath.Join(dir, "elsewhere"))
	check(exitFound, "the backup is damaged", "backup", "verify", file)
	if _, err := os.Stat(filepath.Join(dir, "elsewhere")); !os.IsNotExist(err) {
		t.Errorf("a check made a site: %v", err)
	}
	check(exitFailed, "the backup is damaged", "restore", file, "--yes")
	whole[len(whole)/2] ^= 1
	noError(t, os.WriteFile(file, whole, 0o600))
	check(exitUsage, "cannot ask without a terminal; --yes skips the question", "restore", file)
	check(exitDone, "authenticator app need a recovery code", "restore", file, "--yes")
	check(exitDone, "1 file named by rows, 1 file stored.", "fsck")
	check(exitFailed, "the database is not empty", "restore", file, "--yes")
}

func TestBackupsAreQuietWhenAllIsWell(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	addDocument(t, os.Getenv("DATA_DIR"))
	file := filepath.Join(t.TempDir(), "site.backup")
	for _, args := range [][]string{{"backup", "--quiet", file}, {"backup", "verify", "--quiet", file}} {
		if got := portfolio(t, "", args...); got != (result{}) {
			t.Errorf("%v: %+v", args, got)
		}
	}
	wants(t)(exitFailed, "--force replaces it", "backup", "--quiet", file)
}

func TestABackupIsProvedBesideADatabaseThatIsStillEmpty(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "site.backup")
	t.Setenv("DATA_DIR", data)
	addDocument(t, data)
	check := wants(t)
	check(exitDone, "", "backup", file)
	empty := t.TempDir()
	t.Setenv("DATA_DIR", empty)
	noError(t, os.WriteFile(filepath.Join(empty, "portfolio.db"), nil, 0o600))
	check(exitDone, "The database is empty; the first start creates its tables.\n", "migrate", "--check")
	check(exitDone, "", "backup", "verify", file)
	check(exitDone, "", "restore", "--yes", file)
}

func TestRestoreNamesItsTargetAndRefusesAnotherUsersFolder(t *testing.T) {
	data, target := t.TempDir(), t.TempDir()
	t.Setenv("DATA_DIR", data)
	file := filepath.Join(t.TempDir(), "site.backup")
	addDocument(t, data)
	wants(t)(exitDone, "", "backup", file)
	t.Setenv("DATA_DIR", target)
	named := "to\n  database  SQLite, " + filepath.Join(target, "portfolio.db") + "\n  files     " + filepath.Join(target, "media") + "\n  as user   "
	wants(t)(exitUsage, named, "restore", file)
	others := "/usr" // whose folder it is when the tests do not run as root
	if os.Geteuid() == 0 {
		others = target
		noError(t, os.Chown(target, 65534, 65534))
	}
	t.Setenv("DATA_DIR", others)
	wants(t)(exitConfig, "DATA_DIR "+others+" belongs to the user ", "restore", file, "--yes")
	if entries, err := os.ReadDir(target); err != nil || len(entries) > 0 {
		t.Errorf("written all the same: %v, %v", entries, err)
	}
	if os.Geteuid() != 0 {
		return
	}
	// As in Kubernetes: any user, and a folder of its group.
	err := errors.Join(os.Chown(target, 65534, os.Getegid()), os.Chmod(target, 0o770), os.Chmod(filepath.Dir(target), 0o777),
		os.Chmod(filepath.Dir(file), 0o755), os.Chmod(file, 0o644), syscall.Setreuid(-1, 12345))
	got := portfolio(t, "", "restore", file, "--yes")
	if err := errors.Join(err, syscall.Setreuid(-1, 0)); err != nil || got.code != exitDone {
		t.Errorf("%v: %d %s%s", err, got.code, got.out, got.err)
	}
}

func TestAStoppedBackupSaysSo(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	addDocument(t, os.Getenv("DATA_DIR"))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	dir := t.TempDir()
	var out, errOut bytes.Buffer
	code := run(ctx, []string{"backup", filepath.Join(dir, "site.backup")}, streams{nil, &out, &errOut})
	entries, err := os.ReadDir(dir)
	if code != exitFailed || errOut.String() != "portfolio: stopped; nothing was changed\n" || err != nil || len(entries) > 0 {
		t.Errorf("%d %s%s, %v, %v", code, &out, &errOut, entries, err)
	}
}

func TestAStoppedRestoreTellsWhatIsLeft(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	left := fmt.Errorf("site.backup: %w: the disk is read-only", backup.ErrNotUndone)
	if err := stopped(ctx, left); err != left {
		t.Errorf("got %v", err)
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, false)
	p.report("files copied", 3, 10)
	for _, step := range []string{"files copied", "rows of users"} {
		p.last = p.last.Add(-progressInterval)
		p.report(step, 4, map[string]int{"files copied": 10}[step])
		p.report(step, 5, 10)
	}
	if want := "files copied: 4 of 10\nrows of users: 4\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestTheBadDay follows the page docs/backups.md: the place, the backup, its verification with the
// key, and a new site.
func TestTheBadDay(t *testing.T) {
	t.Run("folder", func(t *testing.T) { walkTheBadDay(t, t.TempDir()) })
	t.Run("s3", func(t *testing.T) { walkTheBadDay(t, servertest.S3URL(t)) })
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
