-- +goose Up
-- Pictures that arrive in parts, by the tus protocol. A row stays until it expires, also when its picture is made: whoever
-- lost the answer asks again.
CREATE TABLE uploads (
    id          TEXT PRIMARY KEY, -- random; the last name of its URL
    user_id     INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who sends it
    length      INTEGER NOT NULL, -- of the whole file, in bytes
    received    INTEGER NOT NULL DEFAULT 0, -- how many of them are stored
    sha256      TEXT NOT NULL, -- of the whole file, in hexadecimal; '' when the client did not say
    title       TEXT NOT NULL,
    description TEXT NOT NULL,
    alt_text    TEXT NOT NULL,
    gallery_id  INTEGER REFERENCES galleries (id) ON DELETE SET NULL,
    file_name   TEXT NOT NULL,
    image_id    INTEGER, -- the picture that was made of it, which may be deleted by now; NULL while it is not finished
    expires_at  TEXT NOT NULL
);
CREATE INDEX uploads_user_id ON uploads (user_id);
CREATE INDEX uploads_gallery_id ON uploads (gallery_id);
CREATE INDEX uploads_expires_at ON uploads (expires_at);

CREATE TABLE upload_parts (
    upload_id TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    start     INTEGER NOT NULL, -- of its first byte in the whole file
    file_id   INTEGER NOT NULL REFERENCES stored_files (id),
    PRIMARY KEY (upload_id, start)
);
CREATE INDEX upload_parts_file_id ON upload_parts (file_id);

-- +goose Down
DROP TABLE upload_parts;
DROP TABLE uploads;
