package doctor

import (
	"context"
	"net/http"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"portfolio/api/config"
)

const (
	// metricsTimeout is how long the server's metrics are waited for.
	metricsTimeout = 5 * time.Second
	// maxShare is the share of requests that may fail, and that may be slow.
	maxShare = 0.01
	// slow is the time in seconds above which a request counts as slow. It is the upper bound of a bucket of the metrics.
	slow = 2.5
	// minRequests is how many requests there have to be before a share of them is reported.
	minRequests = 100
)

// checkAnswers reads from a running server's metrics how many requests failed or were slow since it started.
func (r *Report) checkAnswers(ctx context.Context, settings config.Config) {
	if settings.MetricsAddr == config.None {
		return
	}
	requests, err := readRequests(ctx, settings.MetricsAddr)
	if err != nil {
		r.ok("answers", "no server with these settings says how it answers at METRICS_ADDR %s", settings.MetricsAddr)
		return
	}
	all, failed, late := summary(requests)
	share := func(n uint64) float64 { return float64(n) / float64(max(all, 1)) }
	switch {
	case all < minRequests:
		r.ok("answers", "%d since the server started", all)
	case share(failed) > maxShare:
		r.fail("answers", "%.1f %% of %d requests failed since the server started: its log says why (level ERROR)", 100*share(failed), all)
	case share(late) > maxShare:
		r.warn("answers", "%.1f %% of %d requests took more than %v seconds: is the processor, the disk or the database busy?", 100*share(late), all, slow)
	default:
		r.ok("answers", "%d since the server started, of which %d failed", all, failed)
	}
}

// readRequests returns how long requests took, by method, route and status.
func readRequests(ctx context.Context, address string) ([]*dto.Metric, error) {
	ctx, cancel := context.WithTimeout(ctx, metricsTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(answer.Body)
	if err != nil {
		return nil, err
	}
	return families["portfolio_http_request_seconds"].GetMetric(), nil
}

// summary returns how many requests there were, how many of them failed, and how many GET requests were slow. Downloads do not
// count as slow, because their time depends on the client.
func summary(requests []*dto.Metric) (all, failed, late uint64) {
	for _, metric := range requests {
		labels := map[string]string{}
		for _, label := range metric.GetLabel() {
			labels[label.GetName()] = label.GetValue()
		}
		took := metric.GetHistogram()
		all += took.GetSampleCount()
		if strings.HasPrefix(labels["status"], "5") {
			failed += took.GetSampleCount()
		}
		if labels["method"] != http.MethodGet || strings.HasSuffix(labels["route"], "/download") {
			continue
		}
		for _, bucket := range took.GetBucket() {
			if bucket.GetUpperBound() == slow {
				late += took.GetSampleCount() - bucket.GetCumulativeCount()
			}
		}
	}
	return all, failed, late
}
