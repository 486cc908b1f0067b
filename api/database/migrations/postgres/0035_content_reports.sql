-- +goose Up
-- How many publications the build knew that last said what the content folder holds: what was published since it asked is on no page yet.
ALTER TABLE content_reports ADD COLUMN publications BIGINT NOT NULL DEFAULT 0;
UPDATE content_reports
   SET publications = (SELECT COUNT(*) FROM content_publications p WHERE p.withdrawn_at IS NULL AND p.publish_at <= content_reports.reported_at);

-- +goose Down
ALTER TABLE content_reports DROP COLUMN publications;
