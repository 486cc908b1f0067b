package app

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"portfolio/api/internal/config"
)

// namespace begins the name of every metric of ours.
const namespace = "portfolio"

// Metrics are the server's counters and gauges for Prometheus. Labels never contain parts of
// requests. NewMetrics creates them.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	gauges   []*gaugeCollector
	readAt   atomic.Pointer[time.Time] // when every gauge was read
}

// Gauge is a number of the database, which Refresh reads.
type Gauge struct {
	Name, Help string
	Value      func(ctx context.Context) (float64, error)
}

// MetricsOptions are the sources of Metrics, besides this process. Pools returns the connection pools by
// name.
type MetricsOptions struct {
	Build   config.Build
	Machine *Machine
	Pools   func() map[string]sql.DBStats
	Gauges  []Gauge
}

// NewMetrics returns metrics of this process, the build, the machine, the connection pools, and the gauges.
func NewMetrics(o MetricsOptions) *Metrics {
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
		m.requests, info, connections{o.Pools}, o.Machine, m,
	)
	for _, gauge := range o.Gauges {
		collector := &gaugeCollector{Gauge: gauge, desc: prometheus.NewDesc(namespace+"_"+gauge.Name, gauge.Help, nil, nil)}
		m.gauges = append(m.gauges, collector)
		m.registry.MustRegister(collector)
	}
	return m
}

// Refresh reads the gauges. Scrapes do not wait: they return the values of the last Refresh, and
// its age.
func (m *Metrics) Refresh(ctx context.Context) error {
	now := time.Now()
	for _, gauge := range m.gauges {
		value, err := gauge.Value(ctx)
		if err != nil {
			return fmt.Errorf("read %s for the metrics: %w", gauge.Name, err)
		}
		gauge.value.Store(&value)
	}
	m.readAt.Store(&now)
	return nil
}

var ageDesc = prometheus.NewDesc(namespace+"_database_figures_age_seconds",
	"How long ago the figures of the database, such as mails_waiting, were read.", nil, nil)

// Describe implements prometheus.Collector.
func (m *Metrics) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- ageDesc }

// Collect implements prometheus.Collector.
func (m *Metrics) Collect(metrics chan<- prometheus.Metric) {
	if readAt := m.readAt.Load(); readAt != nil {
		metrics <- prometheus.MustNewConstMetric(ageDesc, prometheus.GaugeValue, time.Since(*readAt).Seconds())
	}
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

// gaugeCollector is a Gauge as a prometheus.Collector, with its last value.
type gaugeCollector struct {
	Gauge
	desc  *prometheus.Desc
	value atomic.Pointer[float64]
}

// Describe implements prometheus.Collector.
func (a *gaugeCollector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- a.desc }

// Collect implements prometheus.Collector.
func (a *gaugeCollector) Collect(metrics chan<- prometheus.Metric) {
	if value := a.value.Load(); value != nil {
		metrics <- prometheus.MustNewConstMetric(a.desc, prometheus.GaugeValue, *value)
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
