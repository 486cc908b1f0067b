-- +goose Up
-- Whether the pages are behind what staff have changed, and who brings them up to date; one row.
CREATE TABLE publishing (
    id             BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    shown          TEXT NOT NULL DEFAULT '', -- the SHA-256 of what pages show of pictures and documents; empty for nothing
    changed_at     TIMESTAMPTZ(3), -- the last change of what pages show
    waiting_since  TIMESTAMPTZ(3), -- the first change that no run carries yet
    due_at         TIMESTAMPTZ(3), -- when the next run begins
    flight         TEXT NOT NULL DEFAULT '', -- names the run that is under way
    flight_since   TIMESTAMPTZ(3), -- the first change that it carries
    flight_until   TIMESTAMPTZ(3), -- after this it counts as lost
    tries          BIGINT NOT NULL DEFAULT 0, -- runs that failed since the last that did not
    failed_at      TIMESTAMPTZ(3),
    failure        TEXT NOT NULL DEFAULT '',
    published_at   TIMESTAMPTZ(3), -- when the last run succeeded
    report_at      TIMESTAMPTZ(3), -- what the CDN said last, and when
    report_state   TEXT NOT NULL DEFAULT '',
    report_message TEXT NOT NULL DEFAULT ''
);
INSERT INTO publishing (id) VALUES (1);

-- +goose Down
DROP TABLE publishing;
