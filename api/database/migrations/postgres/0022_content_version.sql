-- +goose Up
-- The files of an image, so that a list reads one row for each: a line "WIDTH HEIGHT NAME" for each of image_renditions, by
-- position.
ALTER TABLE images ADD COLUMN renditions TEXT NOT NULL DEFAULT '';
UPDATE images SET renditions = (
    SELECT string_agg(r.width || ' ' || r.height || ' ' || f.name, chr(10) ORDER BY r.position)
      FROM image_renditions r JOIN stored_files f ON f.id = r.file_id WHERE r.image_id = images.id);

-- Replaced by every transaction that changes what visitors may be answered, whoever it is of. It is random, so that none comes
-- twice, not even after a restore. Before the hyphen is the number of the transaction, so that one replaces it once.
CREATE TABLE content_version (
    id      BIGINT PRIMARY KEY CHECK (id = 1),
    version TEXT NOT NULL
);
INSERT INTO content_version (id, version) VALUES (1, gen_random_uuid()::text);

-- +goose StatementBegin
CREATE FUNCTION replace_content_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE content_version SET version = pg_current_xact_id() || '-' || gen_random_uuid()
     WHERE version NOT LIKE pg_current_xact_id() || '-%';
    RETURN NULL;
END;
$$;
-- +goose StatementEnd

-- At the commit, so that its lock is the last one that a transaction takes: none waits for another in a circle.
CREATE CONSTRAINT TRIGGER galleries_version AFTER INSERT OR UPDATE OR DELETE ON galleries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION replace_content_version();
CREATE CONSTRAINT TRIGGER images_version AFTER INSERT OR UPDATE OR DELETE ON images
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION replace_content_version();
CREATE CONSTRAINT TRIGGER documents_version AFTER INSERT OR UPDATE OR DELETE ON documents
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION replace_content_version();
CREATE CONSTRAINT TRIGGER document_categories_version AFTER INSERT OR UPDATE OR DELETE ON document_categories
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION replace_content_version();

-- +goose Down
DROP TRIGGER galleries_version ON galleries;
DROP TRIGGER images_version ON images;
DROP TRIGGER documents_version ON documents;
DROP TRIGGER document_categories_version ON document_categories;
DROP FUNCTION replace_content_version;
DROP TABLE content_version;
ALTER TABLE images DROP COLUMN renditions;
