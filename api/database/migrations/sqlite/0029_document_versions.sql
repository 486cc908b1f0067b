-- +goose Up
-- Every file that a document had and has. Rows stay, also of files and documents that are deleted.
CREATE TABLE document_versions (
    document_id   INTEGER NOT NULL,
    number        INTEGER NOT NULL, -- from 1; the greatest is that of the document's file
    original_name TEXT NOT NULL,
    content_type  TEXT NOT NULL,
    uploaded_at   TEXT NOT NULL,
    uploaded_by   INTEGER REFERENCES users (id) ON DELETE SET NULL,
    file_id       INTEGER REFERENCES stored_files (id), -- NULL when the file is deleted
    PRIMARY KEY (document_id, number)
);
CREATE INDEX document_versions_file_id ON document_versions (file_id);
INSERT INTO document_versions (document_id, number, original_name, content_type, uploaded_at, uploaded_by, file_id)
SELECT id, 1, original_name, content_type, uploaded_at, uploaded_by, file_id FROM documents;

-- A document has a first version, whichever program makes it. One that is restored has versions already.
-- +goose StatementBegin
CREATE TRIGGER documents_first_version AFTER INSERT ON documents
  WHEN NOT EXISTS (SELECT 1 FROM document_versions WHERE document_id = NEW.id) BEGIN
    INSERT INTO document_versions (document_id, number, original_name, content_type, uploaded_at, uploaded_by, file_id)
    VALUES (NEW.id, 1, NEW.original_name, NEW.content_type, NEW.uploaded_at, NEW.uploaded_by, NEW.file_id);
END;
-- +goose StatementEnd
-- The versions of a document that is deleted have no files, whichever program deletes it.
-- +goose StatementBegin
CREATE TRIGGER documents_release_versions AFTER DELETE ON documents BEGIN
    UPDATE document_versions SET file_id = NULL WHERE document_id = OLD.id;
END;
-- +goose StatementEnd
-- A program that does not know versions takes no file away from them.
-- +goose StatementBegin
CREATE TRIGGER stored_files_of_versions AFTER UPDATE OF state ON stored_files
  WHEN NEW.state <> 'stored' AND EXISTS (SELECT 1 FROM document_versions WHERE file_id = NEW.id) BEGIN
    UPDATE stored_files SET state = 'stored' WHERE id = NEW.id;
END;
-- +goose StatementEnd

-- What was the current document of a category, and so was public, from when until when.
CREATE TABLE document_publications (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    category_id   INTEGER NOT NULL, -- of a category that may be deleted by now
    category_name TEXT NOT NULL,
    document_id   INTEGER NOT NULL, -- of a document that may be deleted by now
    document_name TEXT NOT NULL,
    version       INTEGER NOT NULL,
    began_at      TEXT NOT NULL,
    began_by      INTEGER REFERENCES users (id) ON DELETE SET NULL,
    ended_at      TEXT -- NULL for what is public
);
CREATE UNIQUE INDEX document_publications_open ON document_publications (category_id) WHERE ended_at IS NULL;
CREATE INDEX document_publications_ended_at ON document_publications (ended_at);
-- Since when those of today are current is not known: their files were uploaded before.
INSERT INTO document_publications (category_id, category_name, document_id, document_name, version, began_at)
SELECT c.id, c.name, d.id, d.name, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM documents d JOIN document_categories c ON c.id = d.category_id WHERE d.is_current;

-- +goose Down
DROP TABLE document_publications;
DROP TRIGGER stored_files_of_versions;
DROP TRIGGER documents_release_versions;
DROP TRIGGER documents_first_version;
DROP TABLE document_versions;
