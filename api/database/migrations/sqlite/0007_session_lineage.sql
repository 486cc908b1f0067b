-- +goose Up
ALTER TABLE sessions ADD COLUMN former TEXT NOT NULL DEFAULT ''; -- the random part of the token before the current one
ALTER TABLE sessions ADD COLUMN opened_by TEXT REFERENCES sessions (id) ON DELETE SET NULL; -- whose one-time token opened it
CREATE INDEX sessions_opened_by ON sessions (opened_by);

-- A one-time token belongs to the session that asked for it, and ends with it. None of the old ones lives two minutes.
DROP TABLE app_tokens;
CREATE TABLE app_tokens (
    hash       TEXT PRIMARY KEY NOT NULL, -- SHA-256 of the token, in hexadecimal
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL
);
CREATE INDEX app_tokens_session_id ON app_tokens (session_id);
CREATE INDEX app_tokens_expires_at ON app_tokens (expires_at);

-- +goose Down
DROP TABLE app_tokens;
CREATE TABLE app_tokens (
    hash       TEXT PRIMARY KEY NOT NULL,
    user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL
);
CREATE INDEX app_tokens_expires_at ON app_tokens (expires_at);
DROP INDEX sessions_opened_by;
ALTER TABLE sessions DROP COLUMN opened_by;
ALTER TABLE sessions DROP COLUMN former;
