package admin

import (
	"context"

	"portfolio/api/backup"
	"portfolio/api/internal/database"
)

// backups are the last good off-site backup and the last failure. Failure is empty if a backup was made since, and
// MissedNights counts the nights without one.
type backups struct {
	Name         string         `json:"name"`
	Place        string         `json:"place"`
	Bytes        int64          `json:"bytes"`
	MadeAt       *database.Time `json:"made_at"`
	FailedAt     *database.Time `json:"failed_at"`
	Failure      string         `json:"failure"`
	MissedNights int            `json:"missed_nights"`
}

// readBackups returns the state of the off-site backups, nil if they are off.
func (h *Handler) readBackups(ctx context.Context) (*backups, error) {
	if !h.Server.Offsite {
		return nil, nil
	}
	state, err := backup.ReadState(ctx, h.DB)
	return &backups{
		Name: state.Name, Place: state.Place, Bytes: state.Bytes, MadeAt: state.MadeAt,
		FailedAt: state.FailedAt, Failure: state.Failure, MissedNights: state.Missed(h.Clock()),
	}, err
}
