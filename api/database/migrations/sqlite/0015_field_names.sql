-- +goose Up
-- Names that say what the columns hold.
ALTER TABLE sessions RENAME COLUMN former TO previous; -- the random part of the token before the current one
ALTER TABLE sessions RENAME COLUMN opened_by TO parent_session_id; -- whose one-time token opened it
DROP INDEX sessions_opened_by;
CREATE INDEX sessions_parent_session_id ON sessions (parent_session_id);

ALTER TABLE throttles RENAME COLUMN former TO previous;
ALTER TABLE throttles RENAME COLUMN machine TO network;
ALTER TABLE throttles RENAME COLUMN refused_until TO blocked_until;
DROP INDEX throttles_refused_until;
CREATE INDEX throttles_blocked_until ON throttles (blocked_until) WHERE blocked_until IS NOT NULL;
-- Their rules have other names now, by which their keys are made. Each would have ended within five minutes.
DELETE FROM throttles WHERE rule IN ('sign in by machine', 'sign in by machine and address');

ALTER TABLE publishing RENAME COLUMN shown TO published_fingerprint; -- of what pages show of pictures and documents
ALTER TABLE publishing RENAME COLUMN flight TO run_id; -- names the run that is under way
ALTER TABLE publishing RENAME COLUMN flight_since TO run_since; -- the first change that it carries
ALTER TABLE publishing RENAME COLUMN flight_until TO run_expires_at; -- after this it counts as lost

-- +goose Down
ALTER TABLE publishing RENAME COLUMN run_expires_at TO flight_until;
ALTER TABLE publishing RENAME COLUMN run_since TO flight_since;
ALTER TABLE publishing RENAME COLUMN run_id TO flight;
ALTER TABLE publishing RENAME COLUMN published_fingerprint TO shown;

DELETE FROM throttles WHERE rule IN ('sign in by network', 'sign in by network and address');
DROP INDEX throttles_blocked_until;
ALTER TABLE throttles RENAME COLUMN blocked_until TO refused_until;
CREATE INDEX throttles_refused_until ON throttles (refused_until) WHERE refused_until IS NOT NULL;
ALTER TABLE throttles RENAME COLUMN network TO machine;
ALTER TABLE throttles RENAME COLUMN previous TO former;

DROP INDEX sessions_parent_session_id;
ALTER TABLE sessions RENAME COLUMN parent_session_id TO opened_by;
CREATE INDEX sessions_opened_by ON sessions (opened_by);
ALTER TABLE sessions RENAME COLUMN previous TO former;
