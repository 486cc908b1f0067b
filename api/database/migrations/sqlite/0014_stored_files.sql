-- +goose Up
-- The files in the store. Whatever uses one has a column file_id.
CREATE TABLE stored_files (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL UNIQUE, -- in the store; made of the hash of the bytes
    bytes        INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('uploading', 'stored', 'unused', 'collecting')),
    touched_at   TEXT NOT NULL -- when it was last reserved, referred to, given up or claimed
);
CREATE INDEX stored_files_to_collect ON stored_files (state, touched_at) WHERE state <> 'stored';

CREATE TABLE image_renditions (
    image_id INTEGER NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    position INTEGER NOT NULL, -- by ascending width, from 0; the last has all pixels
    width    INTEGER NOT NULL, -- in pixels
    height   INTEGER NOT NULL,
    file_id  INTEGER NOT NULL REFERENCES stored_files (id),
    PRIMARY KEY (image_id, position)
);
CREATE INDEX image_renditions_file_id ON image_renditions (file_id);

INSERT INTO stored_files (name, bytes, content_type, state, touched_at)
SELECT v.value ->> 'name', MAX(v.value ->> 'bytes'),
       MAX(CASE WHEN v.value ->> 'name' LIKE '%.png' THEN 'image/png' ELSE 'image/jpeg' END), 'stored', MAX(i.uploaded_at)
  FROM images i CROSS JOIN json_each(i.variants) v
 GROUP BY v.value ->> 'name' ORDER BY MIN(i.id), 1;
INSERT INTO image_renditions (image_id, position, width, height, file_id)
SELECT i.id, v.key, v.value ->> 'width', v.value ->> 'height', f.id
  FROM images i CROSS JOIN json_each(i.variants) v
  JOIN stored_files f ON f.name = v.value ->> 'name';
ALTER TABLE images DROP COLUMN variants;

INSERT INTO stored_files (name, bytes, content_type, state, touched_at)
SELECT file_name, MAX(byte_size), MAX(content_type), 'stored', MAX(uploaded_at) FROM documents GROUP BY file_name ORDER BY MIN(id);
-- SQLite adds no column that must have a value: the table is made anew, with the last number that it gave.
CREATE TABLE documents_new (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL,
    description   TEXT NOT NULL DEFAULT '',
    category_id   INTEGER REFERENCES document_categories (id) ON DELETE SET NULL,
    is_current    BOOLEAN NOT NULL DEFAULT FALSE,
    original_name TEXT NOT NULL,
    content_type  TEXT NOT NULL,
    uploaded_at   TEXT NOT NULL,
    uploaded_by   INTEGER REFERENCES users (id) ON DELETE SET NULL,
    file_id       INTEGER NOT NULL REFERENCES stored_files (id)
);
INSERT INTO documents_new (id, name, description, category_id, is_current, original_name, content_type, uploaded_at, uploaded_by, file_id)
SELECT d.id, d.name, d.description, d.category_id, d.is_current, d.original_name, d.content_type, d.uploaded_at, d.uploaded_by, f.id
  FROM documents d JOIN stored_files f ON f.name = d.file_name;
DELETE FROM sqlite_sequence WHERE name = 'documents_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'documents_new', seq FROM sqlite_sequence WHERE name = 'documents';
DROP TABLE documents;
ALTER TABLE documents_new RENAME TO documents;
CREATE UNIQUE INDEX documents_one_current ON documents (category_id) WHERE is_current;
CREATE INDEX documents_uploaded_at ON documents (uploaded_at, id);
CREATE INDEX documents_category_id ON documents (category_id, id);
CREATE INDEX documents_file_id ON documents (file_id);

ALTER TABLE file_holds RENAME TO collection_leases;
DELETE FROM locks WHERE name = 'files';

-- +goose Down
INSERT INTO locks (name) VALUES ('files');
ALTER TABLE collection_leases RENAME TO file_holds;

CREATE TABLE documents_new (
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
INSERT INTO documents_new (id, name, description, category_id, is_current, file_name, original_name, content_type, byte_size, uploaded_at, uploaded_by)
SELECT d.id, d.name, d.description, d.category_id, d.is_current, f.name, d.original_name, d.content_type, f.bytes, d.uploaded_at, d.uploaded_by
  FROM documents d JOIN stored_files f ON f.id = d.file_id;
DELETE FROM sqlite_sequence WHERE name = 'documents_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'documents_new', seq FROM sqlite_sequence WHERE name = 'documents';
DROP TABLE documents;
ALTER TABLE documents_new RENAME TO documents;
CREATE UNIQUE INDEX documents_one_current ON documents (category_id) WHERE is_current;
CREATE INDEX documents_file_name ON documents (file_name);
CREATE INDEX documents_uploaded_at ON documents (uploaded_at, id);
CREATE INDEX documents_category_id ON documents (category_id, id);

ALTER TABLE images ADD COLUMN variants TEXT NOT NULL DEFAULT '[]'; -- JSON: the stored files of this picture
UPDATE images SET variants = (
    SELECT json_group_array(json_object('name', f.name, 'width', r.width, 'height', r.height, 'bytes', f.bytes) ORDER BY r.position)
      FROM image_renditions r JOIN stored_files f ON f.id = r.file_id WHERE r.image_id = images.id);
DROP TABLE image_renditions;
DROP TABLE stored_files;
