-- Triggers, and indexes whose options differ.
-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION add_first_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_versions (document_id, number, original_name, content_type, uploaded_at, uploaded_by, file_id)
    SELECT NEW.id, 1, NEW.original_name, NEW.content_type, NEW.uploaded_at, NEW.uploaded_by, NEW.file_id
     WHERE NOT EXISTS (SELECT 1 FROM document_versions WHERE document_id = NEW.id);
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER documents_first_version AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION add_first_version();

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
CREATE TRIGGER images_delete_count AFTER DELETE ON images REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_images();
CREATE TRIGGER images_insert_count AFTER INSERT ON images REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_images();
CREATE TRIGGER images_update_count AFTER UPDATE ON images REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_images();

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
CREATE TRIGGER stored_files_delete_bytes AFTER DELETE ON stored_files REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER stored_files_insert_bytes AFTER INSERT ON stored_files REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER stored_files_update_bytes AFTER UPDATE ON stored_files REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

-- +goose StatementBegin
CREATE FUNCTION keep_files_of_trash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM trash_files WHERE file_id = NEW.id) THEN
        NEW.state := 'trashed';
    END IF;
    RETURN NEW;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER stored_files_in_trash BEFORE UPDATE OF state ON stored_files
    FOR EACH ROW WHEN (NEW.state NOT IN ('stored', 'trashed')) EXECUTE FUNCTION keep_files_of_trash();

-- +goose StatementBegin
CREATE FUNCTION keep_files_of_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM document_versions WHERE file_id = NEW.id) THEN
        NEW.state := 'stored';
    END IF;
    RETURN NEW;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER stored_files_of_versions BEFORE UPDATE OF state ON stored_files
    FOR EACH ROW WHEN (NEW.state <> 'stored') EXECUTE FUNCTION keep_files_of_versions();

-- +goose StatementBegin
CREATE FUNCTION rank_image() RETURNS trigger LANGUAGE plpgsql
    -- The plan is made while the table may be empty and reused for every later row: use the index.
    SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
    NEW.rank := 1048576 + coalesce((SELECT max(rank) FROM images WHERE gallery_id = NEW.gallery_id), 0);
    RETURN NEW;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER images_insert_rank BEFORE INSERT ON images FOR EACH ROW WHEN (NEW.rank IS NULL AND NEW.gallery_id IS NOT NULL) EXECUTE FUNCTION rank_image();
CREATE TRIGGER images_update_rank BEFORE UPDATE OF gallery_id ON images FOR EACH ROW WHEN (NEW.gallery_id IS NOT NULL AND NEW.gallery_id IS DISTINCT FROM OLD.gallery_id AND NEW.rank IS NOT DISTINCT FROM OLD.rank) EXECUTE FUNCTION rank_image();

-- +goose StatementBegin
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < (SELECT entries_before FROM audit_retention) THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.at < (SELECT addresses_before FROM audit_retention)
       AND (NEW.id, NEW.at, NEW.action, NEW.actor_id, NEW.actor, NEW.actor_key, NEW.kind, NEW.target_id, NEW.target, NEW.request_id, NEW.detail)
           IS NOT DISTINCT FROM
           (OLD.id, OLD.at, OLD.action, OLD.actor_id, OLD.actor, OLD.actor_key, OLD.kind, OLD.target_id, OLD.target, OLD.request_id, OLD.detail) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'audit entries are never changed or deleted';
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER audit_entries_no_change BEFORE DELETE OR UPDATE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- +goose StatementBegin
CREATE FUNCTION release_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE document_versions SET file_id = NULL WHERE document_id = OLD.id;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER documents_release_versions AFTER DELETE ON documents FOR EACH ROW EXECUTE FUNCTION release_versions();

CREATE INDEX users_last_login ON users (last_login DESC NULLS LAST, id DESC);
