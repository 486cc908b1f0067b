-- +goose Up
-- The forms in which texts are searched and sorted, as the program computes them.
ALTER TABLE images ADD COLUMN description_key TEXT NOT NULL DEFAULT '';
ALTER TABLE images ADD COLUMN alt_text_key TEXT NOT NULL DEFAULT '';
ALTER TABLE galleries ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
UPDATE images SET description_key = lower(description), alt_text_key = lower(alt_text) WHERE description <> '' OR alt_text <> '';
UPDATE galleries SET name_key = lower(name);

-- +goose Down
ALTER TABLE galleries DROP COLUMN name_key;
ALTER TABLE images DROP COLUMN alt_text_key;
ALTER TABLE images DROP COLUMN description_key;
