-- Triggers of 3.0, and indexes whose options differ.
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

CREATE INDEX users_last_login ON users (last_login DESC NULLS LAST, id DESC);
