-- +goose Up
-- Work outside of requests: mails, builds of the pages, and the removal of expired rows.
CREATE TABLE jobs (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT NOT NULL,
    key          TEXT NOT NULL, -- what it is for, such as the recipient of a mail; '' for the single job of its kind
    user_id      INTEGER REFERENCES users (id) ON DELETE CASCADE, -- the account that it is about
    payload      TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    run_at       TEXT, -- NULL while it runs, and after it was given up
    attempts     INTEGER NOT NULL DEFAULT 0,
    locked_until TEXT, -- set while it runs
    failed_at    TEXT, -- when it failed last
    last_error   TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX jobs_single ON jobs (kind) WHERE key = '';
CREATE INDEX jobs_due ON jobs (kind, run_at);
CREATE INDEX jobs_user_id ON jobs (user_id);
DROP TABLE mails;
ALTER TABLE publishing DROP COLUMN waiting_since;
ALTER TABLE publishing DROP COLUMN due_at;
ALTER TABLE publishing DROP COLUMN run_id;
ALTER TABLE publishing DROP COLUMN run_since;
ALTER TABLE publishing DROP COLUMN run_expires_at;
ALTER TABLE publishing DROP COLUMN tries;
ALTER TABLE publishing DROP COLUMN failed_at;
ALTER TABLE publishing DROP COLUMN failure;

ALTER TABLE content_edits ADD COLUMN replaced_at TEXT; -- when an earlier publication replaced it before its time
DROP INDEX content_publications_waiting;
ALTER TABLE content_publications DROP COLUMN withdrawn_at;
CREATE INDEX content_publications_waiting ON content_publications (publish_at) WHERE announced_at IS NULL;
UPDATE schema_compatibility SET oldest_program = 38;

-- +goose Down
UPDATE schema_compatibility SET oldest_program = 25;
DROP INDEX content_publications_waiting;
ALTER TABLE content_publications ADD COLUMN withdrawn_at TEXT;
CREATE INDEX content_publications_waiting ON content_publications (publish_at) WHERE announced_at IS NULL AND withdrawn_at IS NULL;
ALTER TABLE content_edits DROP COLUMN replaced_at;
ALTER TABLE publishing ADD COLUMN waiting_since TEXT;
ALTER TABLE publishing ADD COLUMN due_at TEXT;
ALTER TABLE publishing ADD COLUMN run_id TEXT NOT NULL DEFAULT '';
ALTER TABLE publishing ADD COLUMN run_since TEXT;
ALTER TABLE publishing ADD COLUMN run_expires_at TEXT;
ALTER TABLE publishing ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE publishing ADD COLUMN failed_at TEXT;
ALTER TABLE publishing ADD COLUMN failure TEXT NOT NULL DEFAULT '';
CREATE TABLE mails (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    kind       TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    due_at     TEXT NOT NULL,
    created_at TEXT NOT NULL,
    failed_at  TEXT,
    last_error TEXT NOT NULL DEFAULT '',
    user_id    INTEGER REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX mails_due_at ON mails (due_at) WHERE failed_at IS NULL;
CREATE INDEX mails_user_id ON mails (user_id);
DROP TABLE jobs;
