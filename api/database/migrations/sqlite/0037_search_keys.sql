-- +goose Up
-- The forms in which texts are searched and sorted, as the program computes them; NULL until it has.
ALTER TABLE images ADD COLUMN description_key TEXT;
ALTER TABLE images ADD COLUMN alt_text_key TEXT;
CREATE INDEX images_without_keys ON images (id) WHERE description_key IS NULL;
ALTER TABLE galleries ADD COLUMN name_key TEXT;

-- Those without accents are as they were. The program computes the others again.
UPDATE users SET name_key = '' WHERE length(CAST(name_key AS BLOB)) <> length(name_key);

-- +goose Down
ALTER TABLE galleries DROP COLUMN name_key;
DROP INDEX images_without_keys;
ALTER TABLE images DROP COLUMN alt_text_key;
ALTER TABLE images DROP COLUMN description_key;
