package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"portfolio/api/internal/config"
)

// examine checks the settings, or the site at an address. It fails if a check does; warnings are
// for the owner to weigh.
func examine(ctx context.Context, args []string, std streams) error {
	var report doctorReport
	flags := newFlags("doctor [URL]", std)
	if err := flags.Parse(args); err != nil {
		return errUsage
	}
	switch args = flags.Args(); len(args) {
	case 0:
		settings, err := config.Load()
		if err != nil {
			return err
		}
		report = checkSettings(ctx, settings)
	case 1:
		report = checkURL(ctx, args[0], &http.Client{}, time.Now())
	default:
		fmt.Fprintln(std.err, "portfolio doctor takes one address at most, such as https://example.com")
		return errUsage
	}
	report.print(std.out)
	if n := report.failures(); n > 0 {
		return found{fmt.Errorf("%d of %d checks failed", n, len(report))}
	}
	return nil
}
