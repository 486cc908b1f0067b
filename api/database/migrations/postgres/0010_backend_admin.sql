-- +goose Up
-- Who is signed in to the backend admin. What the browser holds is kept as its hash.
CREATE TABLE backend_sessions (
    id           TEXT PRIMARY KEY,
    hash         TEXT NOT NULL UNIQUE, -- SHA-256 of the cookie's token, in hexadecimal
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   TIMESTAMPTZ(3) NOT NULL,
    last_used_at TIMESTAMPTZ(3) NOT NULL,
    expires_at   TIMESTAMPTZ(3) NOT NULL,
    user_agent   TEXT NOT NULL DEFAULT '',
    ip           TEXT NOT NULL DEFAULT ''
);
CREATE INDEX backend_sessions_user_id ON backend_sessions (user_id);
CREATE INDEX backend_sessions_expires_at ON backend_sessions (expires_at);

ALTER TABLE users ADD COLUMN name_key TEXT COLLATE "C" NOT NULL DEFAULT ''; -- last and first name, as they are sorted and searched: lower case
ALTER TABLE users ADD COLUMN staff_notes TEXT NOT NULL DEFAULT ''; -- what staff write about the account, for staff
UPDATE users SET name_key = LOWER(last_name || ' ' || first_name);
CREATE INDEX users_name_key ON users (name_key, id);
CREATE INDEX users_date_joined ON users (date_joined, id);
CREATE INDEX users_last_login ON users (last_login DESC NULLS LAST, id DESC);
CREATE INDEX users_staff ON users (name_key) WHERE is_staff;
CREATE INDEX users_inactive ON users (date_joined) WHERE NOT is_active;
CREATE INDEX documents_uploaded_at ON documents (uploaded_at, id);
CREATE INDEX documents_category_id ON documents (category_id, id);

-- Held by those who could take away the last account that may manage the site.
INSERT INTO locks (name) VALUES ('staff accounts');

-- +goose Down
DELETE FROM locks WHERE name = 'staff accounts';
DROP INDEX documents_category_id;
DROP INDEX documents_uploaded_at;
DROP INDEX users_inactive;
DROP INDEX users_staff;
DROP INDEX users_last_login;
DROP INDEX users_date_joined;
DROP INDEX users_name_key;
ALTER TABLE users DROP COLUMN staff_notes;
ALTER TABLE users DROP COLUMN name_key;
DROP TABLE backend_sessions;
