-- Triggers, and indexes whose options differ.
-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
WHEN NOT COALESCE(OLD.at < (SELECT entries_before FROM audit_retention), FALSE)
BEGIN
    SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_entries_no_replace BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'audit entries are never replaced');
END;
-- +goose StatementEnd

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
CREATE TRIGGER images_insert_rank AFTER INSERT ON images WHEN NEW.rank IS NULL AND NEW.gallery_id IS NOT NULL BEGIN
    UPDATE images SET rank = 1048576 + coalesce((SELECT max(rank) FROM images WHERE gallery_id = NEW.gallery_id), 0) WHERE id = NEW.id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_update_rank AFTER UPDATE OF gallery_id ON images
    WHEN NEW.gallery_id IS NOT NULL AND NEW.gallery_id IS NOT OLD.gallery_id AND NEW.rank IS OLD.rank BEGIN
    UPDATE images SET rank = 1048576 + coalesce((SELECT max(rank) FROM images WHERE gallery_id = NEW.gallery_id AND id <> NEW.id), 0) WHERE id = NEW.id;
END;
-- +goose StatementEnd

CREATE INDEX users_last_login ON users (last_login, id);
