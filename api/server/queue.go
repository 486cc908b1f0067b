package server

import (
	"errors"
	"net"
	"os"
	"sync"
	"syscall"
)

// queue is a listener on TCP. Where a listener is closed, the kernel resets the connections that it has made and that nobody has
// accepted yet, to clients that may have sent a request by then. Close hands them to Accept.
type queue struct {
	net.Listener
	lock    sync.Mutex
	pending []net.Conn
}

// Accept returns the next connection. After Close these are the ones that were waiting, and then net.ErrClosed.
func (q *queue) Accept() (net.Conn, error) {
	conn, err := q.Listener.Accept()
	if err == nil {
		return conn, nil
	}
	q.lock.Lock()
	defer q.lock.Unlock()
	if len(q.pending) == 0 {
		return nil, err
	}
	conn, q.pending = q.pending[0], q.pending[1:]
	return conn, nil
}

// Close refuses further connections.
func (q *queue) Close() error {
	q.lock.Lock()
	defer q.lock.Unlock()
	var accepted []int
	takeWaiting := func(fd uintptr) {
		for {
			conn, _, err := syscall.Accept(int(fd))
			if errors.Is(err, syscall.EINTR) || errors.Is(err, syscall.ECONNABORTED) {
				continue
			}
			if err != nil {
				break
			}
			syscall.CloseOnExec(conn)
			accepted = append(accepted, conn)
		}
		// At once: who connects between these two calls is reset.
		_ = syscall.Shutdown(int(fd), syscall.SHUT_RD)
	}
	if tcp, ok := q.Listener.(syscall.Conn); ok {
		if raw, err := tcp.SyscallConn(); err == nil {
			_ = raw.Control(takeWaiting)
		}
	}
	for _, fd := range accepted {
		file := os.NewFile(uintptr(fd), "")
		if conn, err := net.FileConn(file); err == nil {
			q.pending = append(q.pending, conn)
		}
		_ = file.Close()
	}
	return q.Listener.Close()
}
