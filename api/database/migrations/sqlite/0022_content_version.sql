-- +goose Up
-- The files of an image, so that a list reads one row for each: a line "WIDTH HEIGHT NAME" for each of image_renditions, by
-- position.
ALTER TABLE images ADD COLUMN renditions TEXT NOT NULL DEFAULT '';
UPDATE images SET renditions = (
    SELECT group_concat(r.width || ' ' || r.height || ' ' || f.name, char(10) ORDER BY r.position)
      FROM image_renditions r JOIN stored_files f ON f.id = r.file_id WHERE r.image_id = images.id);

-- Replaced by every transaction that changes what visitors may be answered, whoever it is of. It is random, so that none comes
-- twice, not even after a restore.
CREATE TABLE content_version (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    version TEXT NOT NULL
);
INSERT INTO content_version (id, version) VALUES (1, hex(randomblob(16)));

-- +goose StatementBegin
CREATE TRIGGER galleries_insert_version AFTER INSERT ON galleries BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER galleries_update_version AFTER UPDATE ON galleries BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER galleries_delete_version AFTER DELETE ON galleries BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_insert_version AFTER INSERT ON images BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_update_version AFTER UPDATE ON images BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER images_delete_version AFTER DELETE ON images BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER documents_insert_version AFTER INSERT ON documents BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER documents_update_version AFTER UPDATE ON documents BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER documents_delete_version AFTER DELETE ON documents BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER document_categories_insert_version AFTER INSERT ON document_categories BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER document_categories_update_version AFTER UPDATE ON document_categories BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER document_categories_delete_version AFTER DELETE ON document_categories BEGIN
    UPDATE content_version SET version = hex(randomblob(16));
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER galleries_insert_version;
DROP TRIGGER galleries_update_version;
DROP TRIGGER galleries_delete_version;
DROP TRIGGER images_insert_version;
DROP TRIGGER images_update_version;
DROP TRIGGER images_delete_version;
DROP TRIGGER documents_insert_version;
DROP TRIGGER documents_update_version;
DROP TRIGGER documents_delete_version;
DROP TRIGGER document_categories_insert_version;
DROP TRIGGER document_categories_update_version;
DROP TRIGGER document_categories_delete_version;
DROP TABLE content_version;
ALTER TABLE images DROP COLUMN renditions;
