-- +goose Up
-- What was deleted or replaced, until it is restored or removed for good.
CREATE TABLE trash (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    kind        TEXT NOT NULL,
    former_id   INTEGER NOT NULL, -- in the table that it was taken from
    name        TEXT NOT NULL,
    content     TEXT NOT NULL, -- JSON: the rows as they were, but for who uploaded them
    uploaded_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    deleted_at  TEXT NOT NULL,
    deleted_by  INTEGER REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX trash_deleted_at ON trash (deleted_at, id);
CREATE INDEX trash_kind_deleted_at ON trash (kind, deleted_at, id);
CREATE INDEX trash_kind_former_id ON trash (kind, former_id);

CREATE TABLE trash_files (
    trash_id INTEGER NOT NULL REFERENCES trash (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file_id  INTEGER NOT NULL REFERENCES stored_files (id),
    PRIMARY KEY (trash_id, position)
);
CREATE INDEX trash_files_file_id ON trash_files (file_id);

-- The state of a file that only the trash uses: no program serves it, and none takes it away. SQLite changes no check: the table is made
-- anew, with the last number that it gave.
PRAGMA defer_foreign_keys = 1;
CREATE TABLE stored_files_before AS SELECT * FROM stored_files;
CREATE TABLE stored_files_last AS SELECT seq FROM sqlite_sequence WHERE name = 'stored_files';
DROP TABLE stored_files;
CREATE TABLE stored_files (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL UNIQUE, -- in the store; made of the hash of the bytes
    bytes        INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('uploading', 'stored', 'unused', 'collecting', 'trashed')),
    touched_at   TEXT NOT NULL -- when it was last reserved, referred to, given up or claimed
);
INSERT INTO stored_files (id, name, bytes, content_type, state, touched_at)
SELECT id, name, bytes, content_type, state, touched_at FROM stored_files_before;
DELETE FROM sqlite_sequence WHERE name = 'stored_files';
INSERT INTO sqlite_sequence (name, seq) SELECT 'stored_files', seq FROM stored_files_last;
DROP TABLE stored_files_before;
DROP TABLE stored_files_last;
CREATE INDEX stored_files_to_collect ON stored_files (state, touched_at) WHERE state <> 'stored';

-- +goose StatementBegin
CREATE TRIGGER stored_files_insert_bytes AFTER INSERT ON stored_files WHEN NEW.state = 'stored' BEGIN
    UPDATE stored_bytes SET bytes = bytes + NEW.bytes;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_update_bytes AFTER UPDATE OF bytes, state ON stored_files BEGIN
    UPDATE stored_bytes SET bytes = bytes - OLD.bytes * (OLD.state = 'stored') + NEW.bytes * (NEW.state = 'stored');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_delete_bytes AFTER DELETE ON stored_files WHEN OLD.state = 'stored' BEGIN
    UPDATE stored_bytes SET bytes = bytes - OLD.bytes;
END;
-- +goose StatementEnd

-- What a program that does not know the trash sets instead.
-- +goose StatementBegin
CREATE TRIGGER stored_files_in_trash AFTER UPDATE OF state ON stored_files
  WHEN NEW.state NOT IN ('stored', 'trashed') AND EXISTS (SELECT 1 FROM trash_files WHERE file_id = NEW.id) BEGIN
    UPDATE stored_files SET state = 'trashed' WHERE id = NEW.id;
END;
-- +goose StatementEnd
UPDATE schema_compatibility SET oldest_program = 25;

-- +goose Down
DROP TRIGGER stored_files_in_trash;
DROP TABLE trash_files;
DROP TABLE trash;
UPDATE stored_files SET state = 'unused' WHERE state = 'trashed';
PRAGMA defer_foreign_keys = 1;
CREATE TABLE stored_files_before AS SELECT * FROM stored_files;
CREATE TABLE stored_files_last AS SELECT seq FROM sqlite_sequence WHERE name = 'stored_files';
DROP TABLE stored_files;
CREATE TABLE stored_files (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL UNIQUE, -- in the store; made of the hash of the bytes
    bytes        INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('uploading', 'stored', 'unused', 'collecting')),
    touched_at   TEXT NOT NULL -- when it was last reserved, referred to, given up or claimed
);
INSERT INTO stored_files (id, name, bytes, content_type, state, touched_at)
SELECT id, name, bytes, content_type, state, touched_at FROM stored_files_before;
DELETE FROM sqlite_sequence WHERE name = 'stored_files';
INSERT INTO sqlite_sequence (name, seq) SELECT 'stored_files', seq FROM stored_files_last;
DROP TABLE stored_files_before;
DROP TABLE stored_files_last;
CREATE INDEX stored_files_to_collect ON stored_files (state, touched_at) WHERE state <> 'stored';

-- +goose StatementBegin
CREATE TRIGGER stored_files_insert_bytes AFTER INSERT ON stored_files WHEN NEW.state = 'stored' BEGIN
    UPDATE stored_bytes SET bytes = bytes + NEW.bytes;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_update_bytes AFTER UPDATE OF bytes, state ON stored_files BEGIN
    UPDATE stored_bytes SET bytes = bytes - OLD.bytes * (OLD.state = 'stored') + NEW.bytes * (NEW.state = 'stored');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER stored_files_delete_bytes AFTER DELETE ON stored_files WHEN OLD.state = 'stored' BEGIN
    UPDATE stored_bytes SET bytes = bytes - OLD.bytes;
END;
-- +goose StatementEnd
