package httpx

import (
	"context"
	"net/http"
)

// Read answers 200 with what read returns.
func Read[Out any](w http.ResponseWriter, r *http.Request, read func(context.Context) (Out, error)) error {
	out, err := read(r.Context())
	if err != nil {
		return err
	}
	return JSON(w, http.StatusOK, out)
}

// Create answers 201 with what create makes of the JSON body.
func Create[In, Out any](w http.ResponseWriter, r *http.Request, create func(context.Context, In) (Out, error)) error {
	var in In
	if err := DecodeJSON(r, &in); err != nil {
		return err
	}
	out, err := create(r.Context(), in)
	if err != nil {
		return err
	}
	return JSON(w, http.StatusCreated, out)
}

// Change calls change with the JSON body for the row with the URL parameter id, and answers 200
// with its result.
func Change[In, Out any](w http.ResponseWriter, r *http.Request, change func(context.Context, int64, In) (Out, error)) error {
	id, err := ID(r, "id")
	if err != nil {
		return err
	}
	var in In
	if err := DecodeJSON(r, &in); err != nil {
		return err
	}
	out, err := change(r.Context(), id, in)
	if err != nil {
		return err
	}
	return JSON(w, http.StatusOK, out)
}

// Delete answers 204 when remove has removed the row that the URL parameter id names.
func Delete(w http.ResponseWriter, r *http.Request, remove func(context.Context, int64) error) error {
	id, err := ID(r, "id")
	if err != nil {
		return err
	}
	if err := remove(r.Context(), id); err != nil {
		return err
	}
	return NoContent(w)
}
