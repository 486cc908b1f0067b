-- +goose Up
-- How often something happened on each day, in UTC.
CREATE TABLE counters (
    day   TEXT NOT NULL, -- 2026-11-21
    name  TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (day, name)
);

-- +goose Down
DROP TABLE counters;
