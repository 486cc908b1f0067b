-- +goose Up
-- A decorative picture has no alternative text on purpose.
ALTER TABLE images ADD COLUMN decorative BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX images_without_alt_text ON images (uploaded_at) WHERE alt_text = '' AND NOT decorative;

-- +goose Down
DROP INDEX images_without_alt_text;
ALTER TABLE images DROP COLUMN decorative;
