-- +goose Up
-- What an authenticator app makes its codes of (RFC 6238). The secret is sealed with a key of the site's.
CREATE TABLE totp_secrets (
    user_id      INTEGER PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    secret       TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    confirmed_at TEXT, -- when a code of it was typed for the first time; it counts from then on
    last_step    INTEGER NOT NULL DEFAULT 0 -- the time step of the code that was used last: no code counts twice
);

-- One-time codes for the day on which the app is lost, as SHA-256 in hexadecimal.
CREATE TABLE recovery_codes (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash    TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);

-- +goose Down
DROP TABLE recovery_codes;
DROP TABLE totp_secrets;
