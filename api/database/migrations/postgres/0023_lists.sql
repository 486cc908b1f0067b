-- +goose Up
-- What lists of images are ordered by, in the letters' lower case.
ALTER TABLE images ADD COLUMN title_key TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE images SET title_key = lower(title);
SET CONSTRAINTS ALL IMMEDIATE; -- an index is not made while triggers of the update wait for the commit
CREATE INDEX images_title_key ON images (title_key, id);
CREATE INDEX images_gallery_uploaded_at ON images (gallery_id, uploaded_at, id);
CREATE INDEX images_gallery_title_key ON images (gallery_id, title_key, id);

-- How many images a gallery has; those in none are counted under 0.
CREATE TABLE image_counts (
    gallery_id BIGINT PRIMARY KEY,
    images     BIGINT NOT NULL
);
INSERT INTO image_counts (gallery_id, images) SELECT coalesce(gallery_id, 0), count(*) FROM images GROUP BY gallery_id;

-- Once for each statement, because the deletion of a gallery changes all its images. In the order of gallery_id, so that no
-- two transactions wait for each other in a circle.
-- +goose StatementBegin
CREATE FUNCTION count_images() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO image_counts AS c (gallery_id, images)
        SELECT coalesce(gallery_id, 0), count(*) FROM added GROUP BY 1 ORDER BY 1
        ON CONFLICT (gallery_id) DO UPDATE SET images = c.images + excluded.images;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO image_counts AS c (gallery_id, images)
        SELECT coalesce(gallery_id, 0), -count(*) FROM removed GROUP BY 1 ORDER BY 1
        ON CONFLICT (gallery_id) DO UPDATE SET images = c.images + excluded.images;
    ELSE
        INSERT INTO image_counts AS c (gallery_id, images)
        SELECT coalesce(gallery_id, 0), sum(n)
          FROM (SELECT gallery_id, 1 AS n FROM added UNION ALL SELECT gallery_id, -1 FROM removed) changed
         GROUP BY 1 HAVING sum(n) <> 0 ORDER BY 1
        ON CONFLICT (gallery_id) DO UPDATE SET images = c.images + excluded.images;
    END IF;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER images_insert_count AFTER INSERT ON images
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_images();
CREATE TRIGGER images_update_count AFTER UPDATE ON images
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_images();
CREATE TRIGGER images_delete_count AFTER DELETE ON images
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_images();

-- The bytes of all files that something uses, in one row.
CREATE TABLE stored_bytes (
    id    BIGINT PRIMARY KEY CHECK (id = 1),
    bytes BIGINT NOT NULL
);
INSERT INTO stored_bytes (id, bytes) SELECT 1, coalesce(sum(bytes), 0) FROM stored_files WHERE state = 'stored';

-- +goose StatementBegin
CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    change BIGINT := 0;
BEGIN
    IF TG_OP <> 'DELETE' THEN
        SELECT coalesce(sum(bytes), 0) INTO change FROM added WHERE state = 'stored';
    END IF;
    IF TG_OP <> 'INSERT' THEN
        change := change - (SELECT coalesce(sum(bytes), 0) FROM removed WHERE state = 'stored');
    END IF;
    IF change <> 0 THEN
        UPDATE stored_bytes SET bytes = bytes + change;
    END IF;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER stored_files_insert_bytes AFTER INSERT ON stored_files
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER stored_files_update_bytes AFTER UPDATE ON stored_files
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER stored_files_delete_bytes AFTER DELETE ON stored_files
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

-- +goose Down
DROP TRIGGER stored_files_insert_bytes ON stored_files;
DROP TRIGGER stored_files_update_bytes ON stored_files;
DROP TRIGGER stored_files_delete_bytes ON stored_files;
DROP FUNCTION count_stored_bytes;
DROP TABLE stored_bytes;
DROP TRIGGER images_insert_count ON images;
DROP TRIGGER images_update_count ON images;
DROP TRIGGER images_delete_count ON images;
DROP FUNCTION count_images;
DROP TABLE image_counts;
DROP INDEX images_title_key;
DROP INDEX images_gallery_uploaded_at;
DROP INDEX images_gallery_title_key;
ALTER TABLE images DROP COLUMN title_key;
