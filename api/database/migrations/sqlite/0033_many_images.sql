-- +goose Up
-- Held by a transaction that changes many images, so that two of them do not wait for each other's rows.
INSERT INTO locks (name) VALUES ('many images');

-- +goose Down
DELETE FROM locks WHERE name = 'many images';
