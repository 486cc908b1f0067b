-- +goose Up
-- What is known of the backups that leave this machine every night: one row.
CREATE TABLE offsite_backups (
    id             BIGINT PRIMARY KEY CHECK (id = 1),
    enabled_at     TIMESTAMPTZ(3),                -- when a server first saw that it is to make them
    run_id         TEXT NOT NULL DEFAULT '',      -- the run that is under way
    run_expires_at TIMESTAMPTZ(3),                -- when another replica may take over
    tries          BIGINT NOT NULL DEFAULT 0,     -- since the last good one
    retry_at       TIMESTAMPTZ(3),                -- not before then is it tried again
    name           TEXT NOT NULL DEFAULT '',      -- of the last good one, as are those up to sha256
    place          TEXT NOT NULL DEFAULT '',
    made_at        TIMESTAMPTZ(3),                -- when it was begun
    checked_at     TIMESTAMPTZ(3),                -- when its check had passed
    bytes          BIGINT NOT NULL DEFAULT 0,
    sha256         TEXT NOT NULL DEFAULT '',
    failed_at      TIMESTAMPTZ(3),                -- when a run failed last, and why
    failure        TEXT NOT NULL DEFAULT '',
    notified_at    TIMESTAMPTZ(3)                 -- when staff were last told of a night without one; NULL once it is well again
);
INSERT INTO offsite_backups (id) VALUES (1);

-- +goose Down
DROP TABLE offsite_backups;
