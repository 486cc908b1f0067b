-- +goose Up
-- What portfolio backup and portfolio backup verify did, for the owner to see.
CREATE TABLE backup_runs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    finished_at TEXT NOT NULL,
    file        TEXT NOT NULL,
    bytes       INTEGER NOT NULL,
    seal        TEXT NOT NULL DEFAULT '', -- the file's last digest, which tells it from every other
    verified_at TEXT,
    problem     TEXT NOT NULL DEFAULT '' -- why there is no such file, or what was found wrong with it
);

-- While a row stands whose time is not over, no stored file is removed.
CREATE TABLE file_holds (
    id         TEXT PRIMARY KEY NOT NULL,
    expires_at TEXT NOT NULL
);

-- +goose Down
DROP TABLE file_holds;
DROP TABLE backup_runs;
