-- Triggers of 3.0, and indexes whose options differ.
-- +goose Up
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
