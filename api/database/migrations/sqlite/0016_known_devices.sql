-- +goose Up
-- The devices with which somebody has signed in: their wrong passwords are counted apart from those of strangers.
CREATE TABLE known_devices (
    id           TEXT NOT NULL, -- what the device's cookie carries, signed
    user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    PRIMARY KEY (id, user_id)
);
CREATE INDEX known_devices_user_id ON known_devices (user_id);
CREATE INDEX known_devices_last_used_at ON known_devices (last_used_at);

ALTER TABLE sessions ADD COLUMN device_id TEXT; -- the device that opened it, which is forgotten when its owner ends it
ALTER TABLE backend_sessions ADD COLUMN device_id TEXT;

-- +goose Down
ALTER TABLE backend_sessions DROP COLUMN device_id;
ALTER TABLE sessions DROP COLUMN device_id;
DROP TABLE known_devices;
