// Package metrics counts what the server does, for Prometheus. No label ever holds what a client sent.
package metrics

import (
	"context"
	"database/sql"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"portfolio/api/version"
)

// namespace begins the name of every metric of ours.
const namespace = "portfolio"

// scrapeTimeout is how long a scrape waits for the database.
const scrapeTimeout = 2 * time.Second

// Metrics are the server's counters and gauges. The zero value is not usable: see New.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
}

// Gauge is a number that is read at each scrape. When Value fails, the scrape omits it.
type Gauge struct {
	Name, Help string
	Value      func(ctx context.Context) (float64, error)
}

// Options is what Metrics are made of, beside this process. Pools returns the connection pools by name.
type Options struct {
	Build  version.Info
	Pools  func() map[string]sql.DBStats
	Gauges []Gauge
}

// New returns metrics of this process, the build, the connection pools, and the gauges.
func New(o Options) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Name: "http_request_seconds", Help: "How long requests took, by method, route and status.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2.5, 10, 60},
		}, []string{"method", "route", "status"}),
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "1, with the build's revision and Go version.",
		ConstLabels: prometheus.Labels{"revision": o.Build.Short(), "go": o.Build.Go},
	})
	info.Set(1)
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		m.requests, info, connections{o.Pools},
	)
	for _, gauge := range o.Gauges {
		m.registry.MustRegister(gaugeCollector{gauge, prometheus.NewDesc(namespace+"_"+gauge.Name, gauge.Help, nil, nil)})
	}
	return m
}

// Observe counts an answered request. route is the pattern, not the path.
func (m *Metrics) Observe(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// Handler answers GET /metrics in the text format of Prometheus.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry}))
	return mux
}

// gaugeCollector is a Gauge as a prometheus.Collector.
type gaugeCollector struct {
	Gauge
	desc *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (a gaugeCollector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- a.desc }

// Collect implements prometheus.Collector.
func (a gaugeCollector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	if value, err := a.Value(ctx); err == nil {
		metrics <- prometheus.MustNewConstMetric(a.desc, prometheus.GaugeValue, value)
	}
}

var (
	openDesc = prometheus.NewDesc(namespace+"_database_connections", "Open connections, by pool and use.", []string{"pool", "use"}, nil)
	waitDesc = prometheus.NewDesc(namespace+"_database_wait_seconds_total", "What requests waited for a connection.", []string{"pool"}, nil)
)

type connections struct{ pools func() map[string]sql.DBStats }

// Describe implements prometheus.Collector.
func (c connections) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- openDesc
	descriptions <- waitDesc
}

// Collect implements prometheus.Collector.
func (c connections) Collect(metrics chan<- prometheus.Metric) {
	for pool, stats := range c.pools() {
		metrics <- prometheus.MustNewConstMetric(openDesc, prometheus.GaugeValue, float64(stats.InUse), pool, "in use")
		metrics <- prometheus.MustNewConstMetric(openDesc, prometheus.GaugeValue, float64(stats.Idle), pool, "idle")
		metrics <- prometheus.MustNewConstMetric(waitDesc, prometheus.CounterValue, stats.WaitDuration.Seconds(), pool)
	}
}
