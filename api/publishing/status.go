package publishing

import (
	"context"
	"fmt"

	"portfolio/api/content"
	"portfolio/api/database"
)

// The states of the pages.
const (
	// Off is the state where nothing is configured that builds pages.
	Off = "off"
	// Current is the state when the pages show all changes.
	Current = "current"
	// Waiting is the state when changes are not built yet; the build starts after debounce.
	Waiting = "waiting"
	// Running is the state while a build is being requested or runs.
	Running = "running"
	// Failed is the state when the last run failed; a retry is due.
	Failed = "failed"
)

// Status says whether the pages are up to date. Times are absent until there is one. PublishedAt is when a build service was last asked
// with success, or the last build on this machine ended; Report is what the service reported later of the build itself. UnbuiltTexts
// are the texts that were published since a build last showed that it reads them.
type Status struct {
	State       string         `db:"-" json:"state"`
	Method      string         `db:"-" json:"method"`
	ChangedAt   *database.Time `db:"changed_at" json:"changed_at"`
	DueAt       *database.Time `db:"due_at" json:"due_at"`
	PublishedAt *database.Time `db:"published_at" json:"published_at"`
	FailedAt    *database.Time `db:"failed_at" json:"failed_at"`
	Failure     string         `db:"failure" json:"failure"`
	Report      *Report        `db:"-" json:"report"`

	UnbuiltTexts int64 `db:"-" json:"unbuilt_texts"`
}

type row struct {
	Status
	WaitingSince  *database.Time `db:"waiting_since"`
	RunID         string         `db:"run_id"`
	Tries         int            `db:"tries"`
	ReportAt      *database.Time `db:"report_at"`
	ReportState   string         `db:"report_state"`
	ReportMessage string         `db:"report_message"`
}

// Status returns whether the pages are up to date, where they are built by the given method.
func (q *Queue) Status(ctx context.Context, method Method) (Status, error) {
	var now row
	err := q.db.Get(ctx, &now, `
		SELECT changed_at, waiting_since, due_at, run_id, tries, failed_at, failure, published_at,
		       report_at, report_state, report_message
		  FROM publishing WHERE id = 1`)
	if err != nil {
		return Status{}, err
	}
	status := now.Status
	status.State, status.Method = now.state(method), string(method)
	if status.State == Off {
		status.DueAt = nil
	}
	if now.ReportAt != nil {
		status.Report = &Report{State: now.ReportState, Message: now.ReportMessage, At: *now.ReportAt}
	}
	status.UnbuiltTexts, err = content.CountUnbuilt(ctx, q.db, q.now())
	return status, err
}

func (r row) state(method Method) string {
	switch {
	case method == None:
		return Off
	case r.RunID != "":
		return Running
	case r.Tries > 0:
		return Failed
	case r.WaitingSince != nil:
		return Waiting
	}
	return Current
}

// ReadFailures returns how many runs have failed since the last that did not.
func ReadFailures(ctx context.Context, from database.Reader) (failures int64, err error) {
	err = from.Get(ctx, &failures, `SELECT tries FROM publishing WHERE id = 1`)
	if err != nil {
		return 0, fmt.Errorf("count failed builds: %w", err)
	}
	return failures, nil
}
