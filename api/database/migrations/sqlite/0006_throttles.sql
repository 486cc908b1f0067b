-- +goose Up
-- How often something was asked for, by a hash of who asked: in the running period and in the one before it.
CREATE TABLE throttles (
    key        TEXT PRIMARY KEY NOT NULL,
    period     INTEGER NOT NULL, -- which one since 1970 is running
    hits       INTEGER NOT NULL,
    former     INTEGER NOT NULL,
    expires_at TEXT NOT NULL
);
CREATE INDEX throttles_expires_at ON throttles (expires_at);

-- +goose Down
DROP TABLE throttles;
