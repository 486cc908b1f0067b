package apitest_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// inNamespace is the environment variable of a test that may mount.
const inNamespace = "TEST_IN_NAMESPACE"

// mountDisk mounts an empty file system of that many megabytes at dir. If only root may mount, it
// runs the whole test again as root of a new namespace and reports false.
func mountDisk(t *testing.T, dir string, megabytes int) bool {
	t.Helper()
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=700", megabytes))
	if err == nil {
		t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
		return true
	}
	if os.Getenv(inNamespace) != "" {
		t.Skipf("NOTHING WAS TESTED ON A FULL DISK: mounting one is not allowed here: %v", err)
	}
	again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), inNamespace+"=1")
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	output, err := again.CombinedOutput()
	var failed *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &failed):
		t.Skipf("NOTHING WAS TESTED ON A FULL DISK: mounting one is not allowed here: %v", err)
	case err != nil:
		t.Errorf("in a new namespace: %v\n%s", err, output)
	case bytes.Contains(output, []byte("--- SKIP")):
		t.Skipf("%s", output)
	}
	return false
}

// disk is a small file system and the file that fills it.
type disk struct{ dir string }

func (d disk) ballast() string { return filepath.Join(d.dir, "ballast") }

// fill leaves so many bytes free.
func (d disk) fill(t *testing.T, left int64) {
	t.Helper()
	d.free(t)
	file, err := os.Create(d.ballast())
	noError(t, err)
	defer file.Close()
	size, err := io.Copy(file, zeros{})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk took %d bytes, and then: %v", size, err)
	}
	noError(t, file.Truncate(max(0, size-left)))
}

// free removes what filled the disk.
func (d disk) free(t *testing.T) {
	t.Helper()
	noError(t, os.RemoveAll(d.ballast()))
}

// zeros reads as zeros without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
