package main

import (
	"context"
	"fmt"

	"portfolio/api/version"
)

// showVersion prints which build this is, in one line.
func showVersion(_ context.Context, args []string, std streams) error {
	if err := parse(newFlags("version", std), args); err != nil {
		return err
	}
	fmt.Fprintln(std.out, version.Read())
	return nil
}
