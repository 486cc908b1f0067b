package server

import (
	"errors"
	"net"
	"syscall"
	"testing"
)

func TestWhoHasConnectedIsAccepted(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const clients = 5
	connect := func() (net.Conn, error) {
		return new(net.Dialer).DialContext(t.Context(), "tcp", listener.Addr().String())
	}
	for i := range clients {
		conn, err := connect()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if _, err := conn.Write([]byte{byte(i)}); err != nil {
			t.Fatal(err)
		}
	}
	q := &queue{Listener: listener}
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := connect(); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("connected after it was closed: %v", err)
	}
	for i := range clients {
		conn, err := q.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		sent := make([]byte, 1)
		if _, err := conn.Read(sent); err != nil || int(sent[0]) != i {
			t.Errorf("%d was read, not %d: %v", sent[0], i, err)
		}
	}
	if conn, err := q.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepted %v: %v", conn, err)
	}
}
