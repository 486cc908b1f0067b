-- +goose Up
-- Up to when entries of the audit log may be deleted, and their addresses shortened; NULL for never. What is younger is
-- never changed.
CREATE TABLE audit_retention (
    id               BIGINT PRIMARY KEY CHECK (id = 1),
    entries_before   TIMESTAMPTZ(3),
    addresses_before TIMESTAMPTZ(3)
);

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < (SELECT entries_before FROM audit_retention) THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.at < (SELECT addresses_before FROM audit_retention)
       AND (NEW.id, NEW.at, NEW.action, NEW.actor_id, NEW.actor, NEW.actor_key, NEW.kind, NEW.target_id, NEW.target, NEW.request_id, NEW.detail)
           IS NOT DISTINCT FROM
           (OLD.id, OLD.at, OLD.action, OLD.actor_id, OLD.actor, OLD.actor_key, OLD.kind, OLD.target_id, OLD.target, OLD.request_id, OLD.detail) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'audit entries are never changed or deleted';
END;
$$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit entries are never changed or deleted';
END;
$$;
-- +goose StatementEnd
DROP TABLE audit_retention;
