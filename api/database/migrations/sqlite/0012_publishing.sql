-- +goose Up
-- Whether the pages are behind what staff have changed, and who brings them up to date; one row.
CREATE TABLE publishing (
    id             INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    shown          TEXT NOT NULL DEFAULT '', -- the SHA-256 of what pages show of pictures and documents; empty for nothing
    changed_at     TEXT, -- the last change of what pages show
    waiting_since  TEXT, -- the first change that no run carries yet
    due_at         TEXT, -- when the next run begins
    flight         TEXT NOT NULL DEFAULT '', -- names the run that is under way
    flight_since   TEXT, -- the first change that it carries
    flight_until   TEXT, -- after this it counts as lost
    tries          INTEGER NOT NULL DEFAULT 0, -- runs that failed since the last that did not
    failed_at      TEXT,
    failure        TEXT NOT NULL DEFAULT '',
    published_at   TEXT, -- when the last run succeeded
    report_at      TEXT, -- what the CDN said last, and when
    report_state   TEXT NOT NULL DEFAULT '',
    report_message TEXT NOT NULL DEFAULT ''
);
INSERT INTO publishing (id) VALUES (1);

-- +goose Down
DROP TABLE publishing;
