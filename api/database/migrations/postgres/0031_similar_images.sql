-- +goose Up
-- What a picture looks like, in the row of its thumbnail; NULL until a program that knows of it has looked.
ALTER TABLE image_renditions ADD COLUMN perceptual_hash BIGINT;
CREATE INDEX image_renditions_perceptual_hash ON image_renditions (image_id, perceptual_hash) WHERE position = 0;

-- Pairs of images that look alike, of which somebody said that they differ.
CREATE TABLE different_images (
    first_id  BIGINT NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    second_id BIGINT NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    PRIMARY KEY (first_id, second_id),
    CHECK (first_id < second_id)
);
CREATE INDEX different_images_second_id ON different_images (second_id);

-- +goose Down
DROP TABLE different_images;
DROP INDEX image_renditions_perceptual_hash;
ALTER TABLE image_renditions DROP COLUMN perceptual_hash;
