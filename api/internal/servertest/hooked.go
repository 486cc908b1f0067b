package servertest

import (
	"context"
	"io"

	"portfolio/api/internal/files"
)

// Hooked is a store that calls Before and After, if set, around each Put, Open and Delete. Before's
// error is the call's.
type Hooked struct {
	files.Store
	Before func(ctx context.Context, call, name string) error
	After  func(ctx context.Context, call, name string)
}

func (w *Hooked) around(ctx context.Context, call, name string, work func() error) error {
	if w.Before != nil {
		if err := w.Before(ctx, call, name); err != nil {
			return err
		}
	}
	err := work()
	if w.After != nil {
		w.After(ctx, call, name)
	}
	return err
}

// Put implements files.Store.
func (w *Hooked) Put(ctx context.Context, name string, content io.Reader, contentType string) error {
	return w.around(ctx, "put", name, func() error { return w.Store.Put(ctx, name, content, contentType) })
}

// Open implements files.Store.
func (w *Hooked) Open(ctx context.Context, name string) (object *files.Object, err error) {
	err = w.around(ctx, "open", name, func() (err error) {
		object, err = w.Store.Open(ctx, name)
		return err
	})
	return object, err
}

// Delete implements files.Store.
func (w *Hooked) Delete(ctx context.Context, name string) error {
	return w.around(ctx, "delete", name, func() error { return w.Store.Delete(ctx, name) })
}
