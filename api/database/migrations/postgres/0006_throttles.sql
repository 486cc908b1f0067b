-- +goose Up
-- How often something was asked for, by a hash of who asked: in the running period and in the one before it.
CREATE TABLE throttles (
    key        TEXT PRIMARY KEY,
    period     BIGINT NOT NULL, -- which one since 1970 is running
    hits       BIGINT NOT NULL,
    former     BIGINT NOT NULL,
    expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX throttles_expires_at ON throttles (expires_at);

-- +goose Down
DROP TABLE throttles;
