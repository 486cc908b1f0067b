package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// CheckOwner returns a Fault if DATA_DIR belongs to another user than that of this process: the
// server, which runs as that user, could not read new files. A missing folder is accepted, and one that this user may write as one of its group.
func (c Config) CheckOwner() error {
	info, err := os.Stat(c.DataDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return Wrong(fmt.Errorf("DATA_DIR: %w", err))
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == os.Geteuid() {
		return nil
	}
	// Kubernetes gives processes any user, and a folder that their group may write.
	if os.Geteuid() != 0 && info.Mode().Perm()&0o020 != 0 && c.MakeDataDir() == nil {
		return nil
	}
	owner := userName(int(stat.Uid))
	return Wrong(fmt.Errorf("DATA_DIR %s belongs to the user %s, and this is the user %s: run the command as %s, whose server could not read the files of another",
		c.DataDir, owner, userName(os.Geteuid()), owner))
}

// NetworkFileSystems are the types of file systems, as statfs(2) has them, that other machines may have open, too.
var NetworkFileSystems = map[int64]string{0x6969: "NFS", 0x517b: "SMB", 0xfe534d42: "SMB", 0xff534d42: "SMB"}

// DatabaseWarning returns a warning about the place of the database, or "".
func (c Config) DatabaseWarning() string {
	path, isSQLite := strings.CutPrefix(c.DatabaseURL, "sqlite://")
	name := NetworkFileSystems[FileSystem(filepath.Dir(path))]
	if !isSQLite || name == "" {
		return ""
	}
	return fmt.Sprintf("%s is on %s, where SQLite may damage it: move DATA_DIR to a disk of this machine, or use PostgreSQL", path, name)
}

func userName(id int) string {
	if found, err := user.LookupId(strconv.Itoa(id)); err == nil {
		return found.Username
	}
	return strconv.Itoa(id)
}

// DatabaseName says which database DATABASE_URL names, without the password in it.
func (c Config) DatabaseName() string {
	if path, ok := strings.CutPrefix(c.DatabaseURL, "sqlite://"); ok {
		return "SQLite, " + path
	}
	u, err := url.Parse(c.DatabaseURL)
	if err != nil {
		return "PostgreSQL"
	}
	host := u.Host
	if host == "" {
		host = u.Query().Get("host")
	}
	return fmt.Sprintf("PostgreSQL, %s at %s", strings.TrimPrefix(u.Path, "/"), host)
}

// StorageName describes STORAGE_URL with at most the name of the bucket: the rest may be secret.
func (c Config) StorageName() string {
	if u, err := url.Parse(c.StorageURL); c.StorageURL != "" && err == nil {
		return "the S3 bucket " + u.Host
	}
	return filepath.Join(c.DataDir, "media")
}

// Outbox is the folder where mails are put as files while SMTP_URL is unset.
func (c Config) Outbox() string { return filepath.Join(c.DataDir, "outbox") }
