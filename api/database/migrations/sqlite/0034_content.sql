-- +goose Up
-- The texts of the content folder as builds found them. Former ones stay.
CREATE TABLE content_files (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    path          TEXT NOT NULL, -- below the content folder
    hash          TEXT NOT NULL, -- the SHA-256 of the text in hexadecimal
    text          TEXT NOT NULL,
    reported_at   TEXT NOT NULL,
    superseded_at TEXT -- when a build first found another text or none; NULL for the file as it is
);
CREATE UNIQUE INDEX content_files_current ON content_files (path) WHERE superseded_at IS NULL;
CREATE INDEX content_files_path ON content_files (path, reported_at);

-- When a build last said what the content folder holds: one row, or none before the first.
CREATE TABLE content_reports (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    reported_at TEXT NOT NULL
);

-- Texts that were saved and are not published. The row of one that was published or discarded stays, without its text, so that no
-- revision of a path comes twice.
CREATE TABLE content_drafts (
    path     TEXT PRIMARY KEY,
    is_open  BOOLEAN NOT NULL,
    revision INTEGER NOT NULL,
    base     TEXT NOT NULL, -- the hash of the file that it was made on; '' where there was none
    text     TEXT,          -- NULL for a removal
    saved_at TEXT NOT NULL,
    saved_by INTEGER REFERENCES users (id) ON DELETE SET NULL
);

CREATE TABLE content_publications (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    created_at   TEXT NOT NULL,
    created_by   INTEGER REFERENCES users (id) ON DELETE SET NULL,
    publish_at   TEXT NOT NULL,
    announced_at TEXT, -- when the pages were marked as behind because of it
    withdrawn_at TEXT
);
CREATE INDEX content_publications_waiting ON content_publications (publish_at) WHERE announced_at IS NULL AND withdrawn_at IS NULL;

-- The texts of publications. None changes, and none is deleted.
CREATE TABLE content_edits (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    publication_id INTEGER NOT NULL REFERENCES content_publications (id),
    path           TEXT NOT NULL,
    base           TEXT NOT NULL,
    text           TEXT, -- NULL for a removal
    saved_at       TEXT NOT NULL,
    saved_by       INTEGER REFERENCES users (id) ON DELETE SET NULL,
    retired_at     TEXT -- when a build found a file that equals it
);
CREATE INDEX content_edits_path ON content_edits (path);
CREATE INDEX content_edits_publication_id ON content_edits (publication_id);

-- Held by a transaction that changes drafts, publications or files.
INSERT INTO locks (name) VALUES ('content');

-- +goose Down
DELETE FROM locks WHERE name = 'content';
DROP TABLE content_edits;
DROP TABLE content_publications;
DROP TABLE content_drafts;
DROP TABLE content_reports;
DROP TABLE content_files;
