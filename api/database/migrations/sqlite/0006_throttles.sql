-- +goose Up
-- How often something was asked for, by a hash of who asked: in the running period and in the one before it. While
-- somebody is refused, the rule is named, and the machine if there is one; what was typed never is.
CREATE TABLE throttles (
    key           TEXT PRIMARY KEY NOT NULL,
    period        INTEGER NOT NULL, -- which one since 1970 is running
    hits          INTEGER NOT NULL,
    former        INTEGER NOT NULL,
    expires_at    TEXT NOT NULL,
    rule          TEXT NOT NULL DEFAULT '',
    machine       TEXT NOT NULL DEFAULT '',
    refused_until TEXT
);
CREATE INDEX throttles_expires_at ON throttles (expires_at);
CREATE INDEX throttles_refused_until ON throttles (refused_until) WHERE refused_until IS NOT NULL;

-- +goose Down
DROP TABLE throttles;
