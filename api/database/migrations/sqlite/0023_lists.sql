-- +goose Up
-- What lists of images are ordered by, in the letters' lower case.
ALTER TABLE images ADD COLUMN title_key TEXT NOT NULL DEFAULT '';
UPDATE images SET title_key = lower(title);
CREATE INDEX images_title_key ON images (title_key, id);
CREATE INDEX images_gallery_uploaded_at ON images (gallery_id, uploaded_at, id);
CREATE INDEX images_gallery_title_key ON images (gallery_id, title_key, id);

-- How many images a gallery has; those in none are counted under 0.
CREATE TABLE image_counts (
    gallery_id INTEGER PRIMARY KEY NOT NULL,
    images     INTEGER NOT NULL
);
INSERT INTO image_counts (gallery_id, images) SELECT coalesce(gallery_id, 0), count(*) FROM images GROUP BY gallery_id;

-- +goose StatementBegin
CREATE TRIGGER images_insert_count AFTER INSERT ON images BEGIN
    INSERT INTO image_counts (gallery_id, images) VALUES (coalesce(NEW.gallery_id, 0), 1)
    ON CONFLICT (gallery_id) DO UPDATE SET images = images + 1;
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
CREATE TRIGGER images_delete_count AFTER DELETE ON images BEGIN
    UPDATE image_counts SET images = images - 1 WHERE gallery_id = coalesce(OLD.gallery_id, 0);
END;
-- +goose StatementEnd

-- The bytes of all files that something uses, in one row.
CREATE TABLE stored_bytes (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    bytes INTEGER NOT NULL
);
INSERT INTO stored_bytes (id, bytes) SELECT 1, coalesce(sum(bytes), 0) FROM stored_files WHERE state = 'stored';

-- +goose StatementBegin
CREATE TRIGGER stored_files_insert_bytes AFTER INSERT ON stored_files WHEN NEW.state = 'stored' BEGIN
    UPDATE stored_bytes SET bytes = bytes + NEW.bytes;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_update_bytes AFTER UPDATE OF bytes, state ON stored_files BEGIN
    UPDATE stored_bytes SET bytes = bytes - OLD.bytes * (OLD.state = 'stored') + NEW.bytes * (NEW.state = 'stored');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_delete_bytes AFTER DELETE ON stored_files WHEN OLD.state = 'stored' BEGIN
    UPDATE stored_bytes SET bytes = bytes - OLD.bytes;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER stored_files_insert_bytes;
DROP TRIGGER stored_files_update_bytes;
DROP TRIGGER stored_files_delete_bytes;
DROP TABLE stored_bytes;
DROP TRIGGER images_insert_count;
DROP TRIGGER images_update_count;
DROP TRIGGER images_delete_count;
DROP TABLE image_counts;
DROP INDEX images_title_key;
DROP INDEX images_gallery_uploaded_at;
DROP INDEX images_gallery_title_key;
ALTER TABLE images DROP COLUMN title_key;
