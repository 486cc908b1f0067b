package platform

import (
	"fmt"
	"os"
)

// SandboxHint ends a message about a folder that cannot be used: in a service of systemd the unit may hide it.
func SandboxHint(dir string) string {
	if os.Getenv("INVOCATION_ID") == "" {
		return ""
	}
	return fmt.Sprintf("; the unit of the service may hide it: systemctl edit portfolio, and add [Service] and ReadWritePaths=%s, and ProtectHome=no if it is in /home", dir)
}

// NetworkFileSystems are the types of file systems, as statfs(2) has them, that other machines may have open, too.
var NetworkFileSystems = map[int64]string{0x6969: "NFS", 0x517b: "SMB", 0xfe534d42: "SMB", 0xff534d42: "SMB"}
