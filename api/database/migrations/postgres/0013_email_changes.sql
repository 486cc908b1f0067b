-- +goose Up
-- Who has asked for another address, which a mailed link is to confirm. Asking again takes the place of what was asked before.
CREATE TABLE email_changes (
    user_id    BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT NOT NULL,
    session_id TEXT NOT NULL, -- the one that asked, on the site or in the backend admin: it goes on when the others end
    asked_at   TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX email_changes_asked_at ON email_changes (asked_at);

ALTER TABLE mails ADD COLUMN user_id BIGINT REFERENCES users (id) ON DELETE CASCADE; -- whom it is about, where that is an account
CREATE INDEX mails_user_id ON mails (user_id);

-- +goose Down
DROP INDEX mails_user_id;
ALTER TABLE mails DROP COLUMN user_id;
DROP TABLE email_changes;
