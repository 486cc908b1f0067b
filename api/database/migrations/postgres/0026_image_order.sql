-- +goose Up
-- Where an image stands in its gallery, by rank and then by id. Ranks are far apart, so that an image moves between two others by
-- a change of its own row alone. NULL while it has never been in a gallery.
ALTER TABLE images ADD COLUMN rank BIGINT;
UPDATE images SET rank = id * 1048576;
SET CONSTRAINTS ALL IMMEDIATE; -- an index is not made while triggers of the update wait for the commit
CREATE INDEX images_gallery_rank ON images (gallery_id, rank, id);

-- An image that comes into a gallery goes to the end, also when a program that knows no ranks puts it there. By the index alone: the
-- plan is made while the table may still be empty, and used for all that is inserted after.
-- +goose StatementBegin
CREATE FUNCTION rank_image() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
    NEW.rank := 1048576 + coalesce((SELECT max(rank) FROM images WHERE gallery_id = NEW.gallery_id), 0);
    RETURN NEW;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER images_insert_rank BEFORE INSERT ON images FOR EACH ROW
    WHEN (NEW.rank IS NULL AND NEW.gallery_id IS NOT NULL) EXECUTE FUNCTION rank_image();
CREATE TRIGGER images_update_rank BEFORE UPDATE OF gallery_id ON images FOR EACH ROW
    WHEN (NEW.gallery_id IS NOT NULL AND NEW.gallery_id IS DISTINCT FROM OLD.gallery_id AND NEW.rank IS NOT DISTINCT FROM OLD.rank)
    EXECUTE FUNCTION rank_image();

-- The point of a picture that stays in sight where it is cropped, in percent from its left and upper edge; NULL for the centre.
ALTER TABLE images ADD COLUMN focal_x BIGINT;
ALTER TABLE images ADD COLUMN focal_y BIGINT;

-- +goose Down
DROP TRIGGER images_insert_rank ON images;
DROP TRIGGER images_update_rank ON images;
DROP FUNCTION rank_image;
DROP INDEX images_gallery_rank;
ALTER TABLE images DROP COLUMN rank;
ALTER TABLE images DROP COLUMN focal_x;
ALTER TABLE images DROP COLUMN focal_y;
