-- +goose Up
-- How often something was asked for, by a hash of who asked: in the running period and in the one before it. While
-- somebody is refused, the rule is named, and the machine if there is one; what was typed never is.
CREATE TABLE throttles (
    key           TEXT PRIMARY KEY,
    period        BIGINT NOT NULL, -- which one since 1970 is running
    hits          BIGINT NOT NULL,
    former        BIGINT NOT NULL,
    expires_at    TIMESTAMPTZ(3) NOT NULL,
    rule          TEXT NOT NULL DEFAULT '',
    machine       TEXT NOT NULL DEFAULT '',
    refused_until TIMESTAMPTZ(3)
);
CREATE INDEX throttles_expires_at ON throttles (expires_at);
CREATE INDEX throttles_refused_until ON throttles (refused_until) WHERE refused_until IS NOT NULL;

-- +goose Down
DROP TABLE throttles;
