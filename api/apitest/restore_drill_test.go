package apitest_test

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"portfolio/api/apitest"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// EnvDrill names the variable with the size of the site of TestRestoreDrill in MiB. scripts/drill
// restore sets it.
const EnvDrill = "RESTORE_DRILL"

// drillFile is the size of each file of the drill, about that of a rendition of a photograph.
const drillFile = 240 << 10

// TestRestoreDrill goes through the bad day with the real program: a site sends its backup to a
// bucket, and all of it is lost. From nothing but the bucket and the private key it serves again,
// with the commands of docs/backups.md.
func TestRestoreDrill(t *testing.T) {
	apitest.Long(t)
	megabytes := 4
	if text := os.Getenv(EnvDrill); text != "" {
		var err error
		megabytes, err = strconv.Atoi(text)
		noError(t, err)
	}
	place := servertest.S3URL(t)
	identity, err := age.GenerateX25519Identity()
	noError(t, err)
	key := filepath.Join(t.TempDir(), "key.txt")
	noError(t, os.WriteFile(key, fmt.Appendln(nil, identity), 0o600))
	credentials := []string{"BACKUP_URL=" + place, "AWS_ACCESS_KEY_ID=" + os.Getenv("AWS_ACCESS_KEY_ID"), "AWS_SECRET_ACCESS_KEY=" + os.Getenv("AWS_SECRET_ACCESS_KEY"),
		"METRICS_ADDR=none", "TMPDIR=" + t.TempDir()}

	lost := newProcess(t, servertest.SQLiteURL(t))
	name, file := fillDrill(t, lost, megabytes)
	lost.environment = append(append(lost.environment, credentials...), "BACKUP_RECIPIENT="+identity.Recipient().String())
	began := time.Now()
	sendMemory := runMeasured(t, lost, "backup", "send")
	sent := time.Since(began)
	noError(t, os.RemoveAll(lost.data))

	began = time.Now()
	found := &process{binary: lost.binary, data: filepath.Join(t.TempDir(), "new")}
	t.Cleanup(found.kill)
	found.environment = append([]string{"PATH=" + os.Getenv("PATH"), "LISTEN_ADDR=127.0.0.1:0", "STATIC_DIR=none", "DATA_DIR=" + found.data}, credentials...)
	restoreMemory := runMeasured(t, found, "restore", "latest", "--identity", key, "--yes")
	found.environment = append(found.environment, "BACKUP_RECIPIENT="+identity.Recipient().String())
	found.start(t)
	access := found.signIn(t)
	restored := time.Since(began)
	images := found.get(t, "/api/photos/images/", access)
	check(t, bytes.Count(images, []byte(`"title"`)) != 0, "the images are %.200s", images)
	content := found.get(t, "/media/"+name, "")
	check(t, bytes.Equal(content, file), "a file has %d bytes and other content", len(content))
	found.run(t, "", "fsck")
	t.Logf("%d MiB in files of %d KiB: sent and read back in %.1f s and %d MiB of memory; from nothing to a site that signs in, %.1f s and %d MiB",
		megabytes, drillFile>>10, sent.Seconds(), sendMemory, restored.Seconds(), restoreMemory)
	// The limit does not depend on the size of the site.
	check(t, sendMemory <= 300 && restoreMemory <= 300, "sending took %d MiB of memory, and restoring %d", sendMemory, restoreMemory)
}

// TestManyRowsTakeLittleMemory backs up half a million audit entries: rows are not kept in memory.
func TestManyRowsTakeLittleMemory(t *testing.T) {
	apitest.Long(t)
	identity, err := age.GenerateX25519Identity()
	noError(t, err)
	servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
		p := newProcess(t, url)
		db := servertest.OpenDatabase(t, url)
		servertest.Fill(t, db, 500_000, servertest.ManyAuditEntries(db))
		p.environment = append(p.environment, "BACKUP_URL="+t.TempDir(), "BACKUP_RECIPIENT="+identity.Recipient().String())
		file := filepath.Join(t.TempDir(), "site.backup")
		written, sent := runMeasured(t, p, "backup", file), runMeasured(t, p, "backup", "send")
		p.environment = append(p.environment, "DATABASE_URL=", "DATA_DIR="+t.TempDir())
		restored := runMeasured(t, p, "restore", "--yes", file)
		t.Logf("%d MiB of memory to write the backup, %d to send it, %d to restore it", written, sent, restored)
		check(t, max(written, sent, restored) <= 100, "more than 100 MiB")
	})
}

// runMeasured runs a command of the program, and returns its peak memory in MiB, sampled every few
// milliseconds. The kernel's figure for an ended process includes the test's memory, of which it
// was a copy.
func runMeasured(t *testing.T, p *process, arguments ...string) (memory int64) {
	t.Helper()
	command := exec.Command(p.binary, arguments...)
	var output bytes.Buffer
	command.Env, command.Stdout, command.Stderr = p.environment, &output, &output
	noError(t, command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("portfolio %s: %v\n%s", strings.Join(arguments, " "), err, output.String())
			}
			return memory >> 20
		case <-time.After(5 * time.Millisecond):
			if peak, err := peakMemory(command.Process.Pid); err == nil { // else it is ending
				memory = peak
			}
		}
	}
}

// fillDrill fills the site with images of random bytes, three renditions each, and returns the
// name and the content of the first file.
func fillDrill(t *testing.T, site *process, megabytes int) (path string, first []byte) {
	t.Helper()
	url := ""
	for _, variable := range site.environment {
		if value, ok := strings.CutPrefix(variable, "DATABASE_URL="); ok {
			url = value
		}
	}
	db := servertest.OpenDatabase(t, url)
	files := megabytes << 20 / drillFile
	servertest.Fill(t, db, 10, servertest.ManyGalleries(db))
	servertest.Fill(t, db, files/3, servertest.ManyImages(db))
	servertest.Fill(t, db, 3, servertest.ManyImageFiles())
	content := make([]byte, drillFile)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		for i := range files {
			_, _ = rand.Read(content)
			hash := sha256.Sum256(content)
			name := fmt.Sprintf("%x/%x.png", hash[:1], hash)
			if i == 0 {
				path, first = name, bytes.Clone(content)
			}
			if _, err := tx.Exec(t.Context(), `UPDATE image_files SET name = ?, bytes = ? WHERE name = ?`, name, drillFile, fmt.Sprintf("file%d-%d", i/3+1, i%3+1)); err != nil {
				return err
			}
			at := filepath.Join(site.data, "media", name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, content, 0o600)); err != nil {
				return err
			}
		}
		return nil
	})
	noError(t, err)
	return path, first
}
