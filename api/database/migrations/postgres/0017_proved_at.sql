-- +goose Up
-- When the user of a session last showed who they are, by more than the session itself.
ALTER TABLE sessions ADD COLUMN proved_at TIMESTAMPTZ(3);
ALTER TABLE backend_sessions ADD COLUMN proved_at TIMESTAMPTZ(3);

-- +goose Down
ALTER TABLE backend_sessions DROP COLUMN proved_at;
ALTER TABLE sessions DROP COLUMN proved_at;
