-- +goose Up
CREATE TABLE users (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    email          TEXT NOT NULL,
    email_key      TEXT NOT NULL UNIQUE, -- the address as it is matched: lower case
    first_name     TEXT NOT NULL,
    last_name      TEXT NOT NULL,
    interest_notes TEXT NOT NULL DEFAULT '',
    password       TEXT NOT NULL,
    is_staff       BOOLEAN NOT NULL DEFAULT FALSE,
    is_active      BOOLEAN NOT NULL DEFAULT TRUE,
    date_joined    TEXT NOT NULL,
    last_login     TEXT
);

CREATE TABLE sessions (
    id           TEXT PRIMARY KEY NOT NULL,
    user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    gen          INTEGER NOT NULL,
    random       TEXT NOT NULL,
    former       TEXT NOT NULL DEFAULT '', -- the random part of the token before the current one
    gen_at       TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    expires_at   TEXT NOT NULL,
    revoked_at   TEXT,
    user_agent   TEXT NOT NULL DEFAULT '',
    ip           TEXT NOT NULL DEFAULT '',
    opened_by    TEXT REFERENCES sessions (id) ON DELETE SET NULL -- whose one-time token opened it
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX sessions_opened_by ON sessions (opened_by);

-- +goose Down
DROP TABLE sessions;
DROP TABLE users;
