-- +goose Up
CREATE TABLE document_categories (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL DEFAULT ''
);

CREATE TABLE documents (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL,
    description   TEXT NOT NULL DEFAULT '',
    category_id   INTEGER REFERENCES document_categories (id) ON DELETE SET NULL,
    is_current    BOOLEAN NOT NULL DEFAULT FALSE,
    file_name     TEXT NOT NULL, -- in the store; made of the hash of the bytes
    original_name TEXT NOT NULL,
    content_type  TEXT NOT NULL,
    byte_size     INTEGER NOT NULL,
    uploaded_at   TEXT NOT NULL,
    uploaded_by   INTEGER REFERENCES users (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX documents_one_current ON documents (category_id) WHERE is_current;
CREATE INDEX documents_file_name ON documents (file_name);

-- The public CV is the current document of this category.
INSERT INTO document_categories (name, description) VALUES ('CV', 'The current document of this category is the CV that visitors download.');

-- +goose Down
DROP TABLE documents;
DROP TABLE document_categories;
