package config

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"portfolio/api/internal/files"
)

// MinSecret is the least length of SECRET_KEY and of BUILD_TOKEN, in bytes.
const MinSecret = 32

// Secret returns the key from which all others are derived: SECRET_KEY, or the one in DATA_DIR/secret.key,
// which the first call makes of 32 random bytes for the owner's eyes only (mode 0600).
func (c Config) Secret() ([]byte, error) {
	if c.SecretKey != "" {
		return []byte(c.SecretKey), nil
	}
	key, err := readSecret(filepath.Join(c.DataDir, "secret.key"), "signs everybody out")
	return []byte(key), err
}

// ReadBuildToken returns what builds show to read published texts: BUILD_TOKEN, or the one in DATA_DIR/build.token, which the first call makes
// like the key.
func (c Config) ReadBuildToken() (string, error) {
	if c.BuildToken != "" {
		return c.BuildToken, nil
	}
	return readSecret(filepath.Join(c.DataDir, "build.token"), "makes a new one")
}

// readSecret returns the content of a secret file, and creates a missing one. Errors say what
// deleting it does.
func readSecret(path, deleting string) (string, error) {
	if err := makeSecret(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", Wrong(fmt.Errorf("make %s: %w", path, err))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", Wrong(err)
	}
	secret := strings.TrimSpace(string(text))
	if len(secret) < MinSecret {
		return "", Wrong(fmt.Errorf("%s is damaged: it holds fewer than %d bytes; restore it, or delete it, which %s", path, MinSecret, deleting))
	}
	return secret, nil
}

// link is replaced by tests.
var link = (*os.Root).Link

// makeSecret links a finished file into place, so that of two servers that start together one key wins whole. On a file system
// without links, such as exFAT and SMB, it writes a new file.
func makeSecret(path string) error {
	if _, err := os.Stat(path); err == nil {
		return fs.ErrExist
	}
	var random [32]byte
	if _, err := rand.Read(random[:]); err != nil {
		return err
	}
	write := func(file *os.File) error {
		_, err := file.WriteString(hex.EncodeToString(random[:]) + "\n")
		return err
	}
	if err := files.WriteFile(path, link, write); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Sync(), file.Close())
}

// MakeDataDir creates DATA_DIR and checks that it is writable. A full disk is accepted: its server
// can still answer reads.
func (c Config) MakeDataDir() error {
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return Wrong(fmt.Errorf("create DATA_DIR: %w%s", err, files.SandboxHint(c.DataDir)))
	}
	probe, err := os.CreateTemp(c.DataDir, ".probe-*")
	if errors.Is(err, syscall.ENOSPC) {
		return nil
	}
	if err != nil {
		return Wrong(fmt.Errorf("DATA_DIR cannot be written: %w%s", err, files.SandboxHint(c.DataDir)))
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
