-- +goose Up
-- The oldest program that works with this schema, by the number of its newest step. A step after which some do not work any
-- more raises it. Programs before this step look at their own number alone.
CREATE TABLE schema_compatibility (
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    oldest_program INTEGER NOT NULL
);
INSERT INTO schema_compatibility (id, oldest_program) VALUES (1, 0);
UPDATE schema_compatibility SET oldest_program = 25;

-- +goose Down
DROP TABLE schema_compatibility;
