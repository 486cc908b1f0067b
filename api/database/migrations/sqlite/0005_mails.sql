-- +goose Up
-- What is to be written to whom. The text is made when it is sent, so that no row ever holds a token.
CREATE TABLE mails (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    kind       TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    due_at     TEXT NOT NULL,
    created_at TEXT NOT NULL,
    failed_at  TEXT,
    last_error TEXT NOT NULL DEFAULT ''
);
CREATE INDEX mails_due_at ON mails (due_at) WHERE failed_at IS NULL;

-- +goose Down
DROP TABLE mails;
