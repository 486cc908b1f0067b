package api

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"portfolio/api/internal/config"
)

// namespace begins the name of every metric of ours.
const namespace = "portfolio_"

const (
	requestSeconds     = namespace + "http_request_seconds"
	requestSecondsHelp = "How long requests took, by method, route and status."
)

var requestBuckets = []float64{.001, .005, .025, .1, .5, 2.5, 10, 60}

// Otherwise the package writes the metrics of Go and the process without their types.
func init() { metrics.ExposeMetadata(true) }

// Metrics are the server's counters and gauges for Prometheus. Labels never contain parts of
// requests. NewMetrics creates them.
type Metrics struct {
	sources  MetricsOptions
	requests *metrics.Set
	gauges   []*lastValue
	readAt   atomic.Pointer[time.Time] // when every gauge was read
}

// Gauge is a number of the database, which Refresh reads. Without a value it is NaN.
type Gauge struct {
	Name, Help string
	Value      func(ctx context.Context) (float64, error)
}

// lastValue is a Gauge with the value of the last Refresh.
type lastValue struct {
	Gauge
	value atomic.Pointer[float64]
}

// MetricsOptions are the sources of Metrics, besides this process. Pools returns the connection pools by
// name, and Calls the number of calls of the database.
type MetricsOptions struct {
	Build   config.Build
	Machine *Machine
	Pools   func() map[string]sql.DBStats
	Calls   func() uint64
	Gauges  []Gauge
}

// NewMetrics returns metrics of this process, the build, the machine, the connection pools, and the gauges.
func NewMetrics(o MetricsOptions) *Metrics {
	m := &Metrics{sources: o, requests: metrics.NewSet()}
	for _, gauge := range o.Gauges {
		m.gauges = append(m.gauges, &lastValue{Gauge: gauge})
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

// Observe counts an answered request. route is the pattern, not the path.
func (m *Metrics) Observe(method, route string, status int, took time.Duration) {
	name := fmt.Sprintf(`%s{method=%q,route=%q,status="%d"}`, requestSeconds, method, route, status)
	m.requests.GetOrCreatePrometheusHistogramExt(name, requestBuckets).Update(took.Seconds())
}

// Handler answers GET /metrics in the text format of Prometheus.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		var answer bytes.Buffer
		m.write(&answer)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = answer.WriteTo(w)
	})
	return mux
}

func (m *Metrics) write(w io.Writer) {
	metrics.WriteProcessMetrics(w)
	metrics.WriteFDMetrics(w)
	m.writeRequests(w)
	build := fmt.Sprintf("{go=%q,revision=%q}", m.sources.Build.Go, m.sources.Build.Short())
	writeMetric(w, kindGauge, "build_info", "1, with the build's revision and Go version.", sample{build, 1})
	m.sources.Machine.write(w)
	writePools(w, m.sources.Pools())
	writeMetric(w, kindCounter, "database_calls_total", "Statements outside of transactions, and transactions.", sample{"", float64(m.sources.Calls())})
	for _, each := range m.gauges {
		if value := each.value.Load(); value != nil && !math.IsNaN(*value) {
			writeMetric(w, kindGauge, each.Name, each.Help, sample{"", *value})
		}
	}
	if readAt := m.readAt.Load(); readAt != nil {
		writeMetric(w, kindGauge, "database_figures_age_seconds", "How long ago the figures of the database, such as mails_waiting, were read.",
			sample{"", time.Since(*readAt).Seconds()})
	}
}

// writeRequests adds the help, which the package has no place for.
func (m *Metrics) writeRequests(w io.Writer) {
	var requests strings.Builder
	m.requests.WritePrometheus(&requests)
	const header = "# HELP " + requestSeconds
	_, _ = io.WriteString(w, strings.Replace(requests.String(), header+"\n", header+" "+requestSecondsHelp+"\n", 1))
}

func writePools(w io.Writer, pools map[string]sql.DBStats) {
	var open, waited []sample
	for _, pool := range slices.Sorted(maps.Keys(pools)) {
		stats := pools[pool]
		open = append(open,
			sample{fmt.Sprintf(`{pool=%q,use="in use"}`, pool), float64(stats.InUse)},
			sample{fmt.Sprintf(`{pool=%q,use="idle"}`, pool), float64(stats.Idle)})
		waited = append(waited, sample{fmt.Sprintf("{pool=%q}", pool), stats.WaitDuration.Seconds()})
	}
	writeMetric(w, kindGauge, "database_connections", "Open connections, by pool and use.", open...)
	writeMetric(w, kindCounter, "database_wait_seconds_total", "What requests waited for a connection.", waited...)
}

// The types of metrics in the text format.
const (
	kindCounter = "counter"
	kindGauge   = "gauge"
)

// sample is a value of a metric, with its labels as the text format has them.
type sample struct {
	labels string
	value  float64
}

// writeMetric writes a metric of ours in the text format of Prometheus.
func writeMetric(w io.Writer, kind, name, help string, samples ...sample) {
	name = namespace + name
	_, _ = fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
	for _, each := range samples {
		_, _ = fmt.Fprintf(w, "%s%s %g\n", name, each.labels, each.value)
	}
}
