package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// output collects the text that a program prints.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// openTerminal returns a terminal in which keys were typed, and the text on its screen.
func openTerminal(t *testing.T, keys string) (*os.File, *output) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	noError(t, err)
	var unlock, number int32
	for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlock, syscall.TIOCGPTN: &number} {
		if _, _, code := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value))); code != 0 {
			t.Fatal(code)
		}
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	noError(t, err)
	_, err = screen.WriteString(keys)
	noError(t, err)
	shown := &output{}
	go func() { _, _ = io.Copy(shown, screen) }()
	t.Cleanup(func() { _, _ = terminal.Close(), screen.Close() })
	return terminal, shown
}

// serveUntil runs serve until it has printed last, or for a minute.
func serveUntil(t *testing.T, args []string, out, errOut io.Writer, printed func() string, last string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, append([]string{"serve"}, args...), streams{nil, out, errOut}) }()
	for tick := time.Tick(10 * time.Millisecond); ctx.Err() == nil && !strings.Contains(printed(), last); <-tick {
	}
	stop()
	if code := <-ended; code != 0 || !strings.Contains(printed(), last) {
		t.Fatalf("serve ended with %d and printed %q, not %q", code, printed(), last)
	}
}

func TestOnlyATerminalShowsTheSetUpLinkAndThePassword(t *testing.T) {
	t.Setenv("LISTEN_ADDR", "127.0.0.1:0")
	t.Setenv("METRICS_ADDR", "none")
	t.Setenv("STATIC_DIR", "none")
	const hint, link, account = "portfolio setup-link prints the link for it.\n", "/setup#", "password  "
	flags := map[string][]string{"new": nil}
	if !testing.Short() {
		flags["sample"] = []string{"--demo"} // its photos take long
	}
	for name, args := range flags {
		t.Run(name, func(t *testing.T) {
			t.Setenv("DATA_DIR", t.TempDir())
			log := &output{}
			serveUntil(t, args, log, log, log.String, hint)
			if text := log.String(); strings.Contains(text, link) || strings.Contains(text, account) {
				t.Errorf("the log has a secret: %s", text)
			}
			t.Setenv("DATA_DIR", t.TempDir())
			log = &output{}
			terminal, shown := openTerminal(t, "")
			serveUntil(t, args, log, terminal, shown.String, link)
			if text := log.String(); strings.Contains(text, link) || strings.Contains(text, account) || strings.Contains(text, hint) {
				t.Errorf("the log beside the terminal has a secret: %s", text)
			}
			if text := shown.String(); strings.Contains(text, account) != (args != nil) {
				t.Errorf("the terminal shows: %s", text)
			}
		})
	}
}

func TestAQuestionThatGetsNoAnswerEndsItsLine(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	addDocument(t, os.Getenv("DATA_DIR"))
	file := filepath.Join(t.TempDir(), "site.backup")
	wants(t)(exitDone, "Backed up", "backup", file)
	t.Setenv("DATA_DIR", t.TempDir())
	terminal, shown := openTerminal(t, "\x04")
	code := run(t.Context(), []string{"restore", file}, streams{terminal, terminal, terminal})
	const refusal = "nothing was restored\r\n"
	for tick := time.Tick(10 * time.Millisecond); !strings.Contains(shown.String(), refusal); <-tick {
	}
	if code != exitFailed || !strings.HasSuffix(shown.String(), "Go on? [y/N] \r\nportfolio: "+refusal) {
		t.Errorf("%d: %q", code, shown)
	}
}
