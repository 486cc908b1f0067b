package app

import (
	"context"
	"net/http"

	"portfolio/api/mailer"
	"portfolio/api/metrics"
	"portfolio/api/publishing"
)

// gauges are the numbers that are read at each scrape of the metrics.
func (a *App) gauges() []metrics.Gauge {
	mails := func(number func(mailer.Counts) int64) func(context.Context) (float64, error) {
		return func(ctx context.Context) (float64, error) {
			counts, err := a.mails.Counts(ctx)
			return float64(number(counts)), err
		}
	}
	failures := func(ctx context.Context) (float64, error) {
		failures, err := publishing.ReadFailures(ctx, a.db)
		return float64(failures), err
	}
	return []metrics.Gauge{
		{Name: "mails_waiting", Help: "Mails that are to be sent.", Value: mails(func(c mailer.Counts) int64 { return c.Waiting })},
		{Name: "mails_failed", Help: "Mails that were given up.", Value: mails(func(c mailer.Counts) int64 { return c.Failed })},
		{Name: "publishing_failures", Help: "Builds of the pages that failed since the last that did not.", Value: failures},
	}
}

// Metrics answers what Prometheus asks.
func (a *App) Metrics() http.Handler { return a.metrics.Handler() }
