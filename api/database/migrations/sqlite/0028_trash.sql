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

-- A program that does not know the trash takes no file away from it.
-- +goose StatementBegin
CREATE TRIGGER stored_files_in_trash AFTER UPDATE OF state ON stored_files
  WHEN NEW.state <> 'stored' AND EXISTS (SELECT 1 FROM trash_files WHERE file_id = NEW.id) BEGIN
    UPDATE stored_files SET state = 'stored' WHERE id = NEW.id;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER stored_files_in_trash;
DROP TABLE trash_files;
DROP TABLE trash;
