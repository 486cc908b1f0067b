package main

import (
	"context"
	"fmt"

	"portfolio/api/internal/config"
)

// examine checks the settings and what they name. It fails if a check does; warnings are for the
// owner to weigh.
func examine(ctx context.Context, args []string, std streams) error {
	if err := parse(newFlags("doctor", std), args); err != nil {
		return err
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	report := checkSettings(ctx, settings)
	report.print(std.out)
	if n := report.failures(); n > 0 {
		return found{fmt.Errorf("%d of %d checks failed", n, len(report))}
	}
	return nil
}
