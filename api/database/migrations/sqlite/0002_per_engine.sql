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
CREATE TRIGGER documents_first_version AFTER INSERT ON documents
  WHEN NOT EXISTS (SELECT 1 FROM document_versions WHERE document_id = NEW.id) BEGIN
    INSERT INTO document_versions (document_id, number, original_name, content_type, uploaded_at, uploaded_by, file_id)
    VALUES (NEW.id, 1, NEW.original_name, NEW.content_type, NEW.uploaded_at, NEW.uploaded_by, NEW.file_id);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER documents_release_versions AFTER DELETE ON documents BEGIN
    UPDATE document_versions SET file_id = NULL WHERE document_id = OLD.id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_delete_count AFTER DELETE ON images BEGIN
    UPDATE image_counts SET images = images - 1 WHERE gallery_id = coalesce(OLD.gallery_id, 0);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_insert_count AFTER INSERT ON images BEGIN
    INSERT INTO image_counts (gallery_id, images) VALUES (coalesce(NEW.gallery_id, 0), 1)
    ON CONFLICT (gallery_id) DO UPDATE SET images = images + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_insert_rank AFTER INSERT ON images WHEN NEW.rank IS NULL AND NEW.gallery_id IS NOT NULL BEGIN
    UPDATE images SET rank = 1048576 + coalesce((SELECT max(rank) FROM images WHERE gallery_id = NEW.gallery_id), 0) WHERE id = NEW.id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_update_count AFTER UPDATE OF gallery_id ON images WHEN NEW.gallery_id IS NOT OLD.gallery_id BEGIN
    UPDATE image_counts SET images = images - 1 WHERE gallery_id = coalesce(OLD.gallery_id, 0);
    INSERT INTO image_counts (gallery_id, images) VALUES (coalesce(NEW.gallery_id, 0), 1)
    ON CONFLICT (gallery_id) DO UPDATE SET images = images + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_update_rank AFTER UPDATE OF gallery_id ON images
    WHEN NEW.gallery_id IS NOT NULL AND NEW.gallery_id IS NOT OLD.gallery_id AND NEW.rank IS OLD.rank BEGIN
    UPDATE images SET rank = 1048576 + coalesce((SELECT max(rank) FROM images WHERE gallery_id = NEW.gallery_id AND id <> NEW.id), 0) WHERE id = NEW.id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_delete_bytes AFTER DELETE ON stored_files WHEN OLD.state = 'stored' BEGIN
    UPDATE stored_bytes SET bytes = bytes - OLD.bytes;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_in_trash AFTER UPDATE OF state ON stored_files
  WHEN NEW.state NOT IN ('stored', 'trashed') AND EXISTS (SELECT 1 FROM trash_files WHERE file_id = NEW.id) BEGIN
    UPDATE stored_files SET state = 'trashed' WHERE id = NEW.id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_insert_bytes AFTER INSERT ON stored_files WHEN NEW.state = 'stored' BEGIN
    UPDATE stored_bytes SET bytes = bytes + NEW.bytes;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_of_versions AFTER UPDATE OF state ON stored_files
  WHEN NEW.state <> 'stored' AND EXISTS (SELECT 1 FROM document_versions WHERE file_id = NEW.id) BEGIN
    UPDATE stored_files SET state = 'stored' WHERE id = NEW.id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_update_bytes AFTER UPDATE OF bytes, state ON stored_files BEGIN
    UPDATE stored_bytes SET bytes = bytes - OLD.bytes * (OLD.state = 'stored') + NEW.bytes * (NEW.state = 'stored');
END;
-- +goose StatementEnd

CREATE INDEX users_last_login ON users (last_login, id);
