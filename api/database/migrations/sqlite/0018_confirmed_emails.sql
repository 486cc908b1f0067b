-- +goose Up
-- When the address of an account was proved to be its owner's; NULL for one that waits for its link to be opened. Who had an
-- account before this counts as proved.
ALTER TABLE users ADD COLUMN email_confirmed_at TEXT;
UPDATE users SET email_confirmed_at = date_joined;

-- +goose Down
ALTER TABLE users DROP COLUMN email_confirmed_at;
