-- +goose Up
-- Where an image stands in its gallery, by rank and then by id. Ranks are far apart, so that an image moves between two others by
-- a change of its own row alone. NULL while it has never been in a gallery.
ALTER TABLE images ADD COLUMN rank INTEGER;
UPDATE images SET rank = id * 1048576;
CREATE INDEX images_gallery_rank ON images (gallery_id, rank, id);

-- An image that comes into a gallery goes to the end, also when a program that knows no ranks puts it there.
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

-- The point of a picture that stays in sight where it is cropped, in percent from its left and upper edge; NULL for the centre.
ALTER TABLE images ADD COLUMN focal_x INTEGER;
ALTER TABLE images ADD COLUMN focal_y INTEGER;

-- +goose Down
DROP TRIGGER images_insert_rank;
DROP TRIGGER images_update_rank;
DROP INDEX images_gallery_rank;
ALTER TABLE images DROP COLUMN rank;
ALTER TABLE images DROP COLUMN focal_x;
ALTER TABLE images DROP COLUMN focal_y;
