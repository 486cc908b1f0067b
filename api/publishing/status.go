package publishing

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/content"
	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
)

// The states of the pages.
const (
	// Off is the state if nothing is configured that builds pages.
	Off = "off"
	// Current is the state if the pages show all changes.
	Current = "current"
	// Waiting is the state if a build is due.
	Waiting = "waiting"
	// Running is the state during a build or a request to a build service.
	Running = "running"
	// Failed is the state if the last build failed and will be retried.
	Failed = "failed"
)

// Status is the state of the pages. PublishedAt is when a build service last accepted a build, or
// when the last build on this machine ended. Report is the service's report about its build.
// UnbuiltTexts is the number of texts that no build has read since they were published.
type Status struct {
	State        string         `db:"-" json:"state"`
	Method       string         `db:"-" json:"method"`
	ChangedAt    *database.Time `db:"changed_at" json:"changed_at"`
	DueAt        *database.Time `db:"-" json:"due_at"`
	PublishedAt  *database.Time `db:"published_at" json:"published_at"`
	FailedAt     *database.Time `db:"-" json:"failed_at"`
	Failure      string         `db:"-" json:"failure"`
	Report       *Report        `db:"-" json:"report"`
	UnbuiltTexts int64          `db:"-" json:"unbuilt_texts"`
}

// Status returns whether the pages are up to date, if they are built by the given method.
func (q *Queue) Status(ctx context.Context, method Method) (Status, error) {
	return q.statusIn(ctx, q.db, method)
}

// Failed reports whether the last build failed, by its own report or because it could not be started.
func (s Status) Failed() bool {
	reported := s.Report != nil && s.Report.State == Error && (s.PublishedAt == nil || !s.Report.At.Before(s.PublishedAt.Time))
	return s.State == Failed || s.State != Waiting && s.State != Running && reported
}

func (q *Queue) statusIn(ctx context.Context, from database.Reader, method Method) (Status, error) {
	var row struct {
		Status
		Live          int64          `db:"live"`
		ReportAt      *database.Time `db:"report_at"`
		ReportState   string         `db:"report_state"`
		ReportMessage string         `db:"report_message"`
	}
	err := from.Get(ctx, &row, `
		SELECT changed_at, published_at, live, report_at, report_state, report_message FROM publishing WHERE id = 1`)
	if err != nil {
		return Status{}, err
	}
	build, err := jobs.Find(ctx, from, JobKind)
	if err != nil {
		return Status{}, err
	}
	status := row.Status
	status.State, status.Method = buildState(method, build), string(method)
	status.FailedAt, status.Failure = build.FailedAt, build.LastError
	if status.State != Off {
		status.DueAt = build.RunAt
	}
	if row.ReportAt != nil {
		status.Report = &Report{State: row.ReportState, Message: row.ReportMessage, At: *row.ReportAt}
	}
	status.UnbuiltTexts, err = content.CountWaiting(ctx, from, row.Live, q.jobs.Clock())
	return status, err
}

func buildState(method Method, build jobs.Job) string {
	switch {
	case method == None:
		return Off
	case build.IsRunning():
		return Running
	case build.Attempts > 0:
		return Failed
	case build.ID != 0:
		return Waiting
	}
	return Current
}

// BuiltSince reports whether a build that began after a time has reported that it is live.
func (q *Queue) BuiltSince(ctx context.Context, at time.Time) (bool, error) {
	var builds int
	err := q.db.Get(ctx, &builds, `
		SELECT COUNT(*) FROM publishing WHERE published_at >= ? AND report_at >= published_at AND report_state = ?`, database.At(at), Ready)
	if err != nil {
		return false, fmt.Errorf("find the last build: %w", err)
	}
	return builds > 0, nil
}

// ReadFailures returns the number of builds that failed since the last one that succeeded.
func ReadFailures(ctx context.Context, from database.Reader) (int64, error) {
	build, err := jobs.Find(ctx, from, JobKind)
	if build.IsRunning() {
		return int64(build.Attempts - 1), err
	}
	return int64(build.Attempts), err
}
