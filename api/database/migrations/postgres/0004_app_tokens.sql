-- +goose Up
-- A one-time token belongs to the session that asked for it, and ends with it.
CREATE TABLE app_tokens (
    hash       TEXT PRIMARY KEY, -- SHA-256 of the token, in hexadecimal
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX app_tokens_session_id ON app_tokens (session_id);
CREATE INDEX app_tokens_expires_at ON app_tokens (expires_at);

-- +goose Down
DROP TABLE app_tokens;
