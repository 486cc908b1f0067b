package publishing_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/publishing"
)

// leaseLoser is a build that goes on until it is ended, and loses its lease meanwhile.
type leaseLoser struct{ db *database.DB }

func (r leaseLoser) Publish(ctx context.Context) error {
	err := r.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE publishing SET run_id = 'of another replica' WHERE id = 1`)
		return err
	})
	if err == nil {
		<-ctx.Done()
		err = ctx.Err()
	}
	return err
}

func TestARunThatLostItsLeaseIsEnded(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		queue := publishing.NewQueue(db, time.Now)
		nothing := func(context.Context, *database.Tx) error { return nil }
		if err := queue.BuildNow(t.Context(), nothing); err != nil {
			t.Fatal(err)
		}
		worker := &publishing.Worker{Queue: queue, Publisher: leaseLoser{db}, Log: slog.New(slog.DiscardHandler)}
		publishing.SetRenewal(worker, time.Millisecond)
		if err := worker.RunDue(t.Context()); err != nil {
			t.Error(err)
		}
		// It does not end the other's run.
		if status, err := queue.Status(t.Context(), publishing.ByCommand); err != nil || status.State != publishing.Running {
			t.Error(status.State, err)
		}
	})
}
