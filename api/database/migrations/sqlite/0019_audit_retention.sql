-- +goose Up
-- Up to when entries of the audit log may be deleted, and their addresses shortened; NULL for never. What is younger is
-- never changed.
CREATE TABLE audit_retention (
    id               INTEGER PRIMARY KEY CHECK (id = 1),
    entries_before   TEXT,
    addresses_before TEXT
);
DROP TRIGGER audit_entries_no_update;
DROP TRIGGER audit_entries_no_delete;

-- +goose StatementBegin
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
WHEN NOT COALESCE(OLD.at < (SELECT addresses_before FROM audit_retention), FALSE)
  OR (NEW.id, NEW.at, NEW.action, NEW.actor, NEW.actor_key, NEW.kind, NEW.target, NEW.request_id, NEW.detail)
  <> (OLD.id, OLD.at, OLD.action, OLD.actor, OLD.actor_key, OLD.kind, OLD.target, OLD.request_id, OLD.detail)
  OR NEW.actor_id IS NOT OLD.actor_id OR NEW.target_id IS NOT OLD.target_id
BEGIN
    SELECT RAISE(ABORT, 'audit entries are never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
WHEN NOT COALESCE(OLD.at < (SELECT entries_before FROM audit_retention), FALSE)
BEGIN
    SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER audit_entries_no_delete;
DROP TRIGGER audit_entries_no_update;

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
DROP TABLE audit_retention;
