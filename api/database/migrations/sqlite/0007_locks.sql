-- +goose Up
-- Transactions that must not run at the same time update the same row here first.
CREATE TABLE locks (
    name TEXT NOT NULL PRIMARY KEY
);
INSERT INTO locks (name) VALUES ('files'), ('current documents');

-- +goose Down
DROP TABLE locks;
