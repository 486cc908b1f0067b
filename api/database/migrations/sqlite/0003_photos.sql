-- +goose Up
CREATE TABLE galleries (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL,
    slug        TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL DEFAULT '',
    created_at  TEXT NOT NULL
);

CREATE TABLE images (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    title         TEXT NOT NULL,
    description   TEXT NOT NULL DEFAULT '',
    alt_text      TEXT NOT NULL DEFAULT '',
    gallery_id    INTEGER REFERENCES galleries (id) ON DELETE SET NULL,
    file_hash     TEXT NOT NULL, -- SHA-256 of the uploaded bytes, in hexadecimal
    original_name TEXT NOT NULL,
    content_type  TEXT NOT NULL,
    byte_size     INTEGER NOT NULL,
    width         INTEGER NOT NULL, -- in pixels, as seen: after the orientation was applied
    height        INTEGER NOT NULL,
    variants      TEXT NOT NULL, -- JSON: the stored files of this picture
    uploaded_at   TEXT NOT NULL,
    uploaded_by   INTEGER REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX images_gallery_id ON images (gallery_id, id);
CREATE INDEX images_uploaded_at ON images (uploaded_at, id);
CREATE INDEX images_file_hash ON images (file_hash);

-- +goose Down
DROP TABLE images;
DROP TABLE galleries;
