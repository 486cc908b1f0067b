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

-- +goose Down
SELECT 1;
