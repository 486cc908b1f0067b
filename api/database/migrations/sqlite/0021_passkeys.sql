-- +goose Up
-- Passkeys (WebAuthn): the public halves, what signs is on their owners' devices. The bytes are in base64url.
CREATE TABLE passkeys (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id   TEXT NOT NULL UNIQUE, -- by which devices know it
    public_key      TEXT NOT NULL,
    transports      TEXT NOT NULL, -- how browsers reach it, such as 'internal hybrid'
    name            TEXT NOT NULL,
    sign_count      INTEGER NOT NULL, -- how often it was used, by its own count; 0 where it does not count
    backup_eligible BOOLEAN NOT NULL, -- whether it may be on several devices
    synced          BOOLEAN NOT NULL, -- whether it was at its last use
    created_at      TEXT NOT NULL,
    last_used_at    TEXT
);
CREATE INDEX passkeys_user_id ON passkeys (user_id);

-- What passkeys have signed, for as long as it might be sent again.
CREATE TABLE used_challenges (
    challenge  TEXT PRIMARY KEY NOT NULL,
    expires_at TEXT NOT NULL
);

-- +goose Down
DROP TABLE used_challenges;
DROP TABLE passkeys;
