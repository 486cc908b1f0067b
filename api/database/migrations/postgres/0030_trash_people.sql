-- +goose Up
-- The deletion of an account looks for what it names.
CREATE INDEX trash_uploaded_by ON trash (uploaded_by) WHERE uploaded_by IS NOT NULL;
CREATE INDEX trash_deleted_by ON trash (deleted_by) WHERE deleted_by IS NOT NULL;

-- +goose Down
DROP INDEX trash_uploaded_by;
DROP INDEX trash_deleted_by;
