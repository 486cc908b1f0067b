-- +goose Up
CREATE TABLE app_tokens (
    hash       TEXT PRIMARY KEY NOT NULL, -- SHA-256 of the token, in hexadecimal
    user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL
);
CREATE INDEX app_tokens_expires_at ON app_tokens (expires_at);

-- +goose Down
DROP TABLE app_tokens;
