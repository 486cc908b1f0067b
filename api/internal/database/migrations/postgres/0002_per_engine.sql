-- Triggers, and indexes whose options differ.
-- +goose Up
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

CREATE INDEX users_last_login ON users (last_login DESC NULLS LAST, id DESC);
