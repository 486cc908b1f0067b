-- +goose Up
-- What happened: who did what to what, when and from where. Names stand as they were, so that an entry outlives whom it
-- tells of. Entries are added and never changed.
CREATE TABLE audit_entries (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         TEXT NOT NULL,
    action     TEXT NOT NULL,
    actor_id   INTEGER,
    actor      TEXT NOT NULL,
    actor_key  TEXT NOT NULL, -- the actor as it is searched for: lower case
    kind       TEXT NOT NULL, -- of the target
    target_id  INTEGER,
    target     TEXT NOT NULL,
    ip         TEXT NOT NULL,
    request_id TEXT NOT NULL,
    detail     TEXT NOT NULL
);
CREATE INDEX audit_entries_at ON audit_entries (at, id);
CREATE INDEX audit_entries_action ON audit_entries (action, at, id);
CREATE INDEX audit_entries_actor_id ON audit_entries (actor_id, at, id);
CREATE INDEX audit_entries_actor_key ON audit_entries (actor_key, at, id);
CREATE INDEX audit_entries_kind ON audit_entries (kind, at, id);
CREATE INDEX audit_entries_target ON audit_entries (kind, target_id, at, id);
CREATE INDEX audit_entries_ip ON audit_entries (ip, at, id);

-- +goose StatementBegin
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
BEGIN
    SELECT RAISE(ABORT, 'audit entries are never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
BEGIN
    SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
-- +goose StatementEnd

-- INSERT OR REPLACE deletes without asking the trigger above.
-- +goose StatementBegin
CREATE TRIGGER audit_entries_no_replace BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'audit entries are never replaced');
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE audit_entries;
