BEGIN TRANSACTION;
CREATE TABLE app_tokens (
    hash       TEXT PRIMARY KEY NOT NULL, -- SHA-256 of the token, in hexadecimal
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL
);
INSERT INTO "app_tokens" VALUES('2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6','s1','2026-05-02T08:01:00.000Z');
CREATE TABLE audit_entries (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         TEXT NOT NULL,
    action     TEXT NOT NULL,
    actor_id   BIGINT,
    actor      TEXT NOT NULL,
    actor_key  TEXT NOT NULL, -- the search key of actor
    kind       TEXT NOT NULL, -- of target
    target_id  BIGINT,
    target     TEXT NOT NULL,
    ip         TEXT NOT NULL,
    request_id TEXT NOT NULL,
    detail     TEXT NOT NULL
);
INSERT INTO "audit_entries" VALUES(1,'2090-05-01T12:00:00.000Z','user created',NULL,'command line','command line','user',1,'staff@example.test','','','staff');
INSERT INTO "audit_entries" VALUES(2,'2090-05-01T12:30:00.000Z','document uploaded',1,'Edda Quillane','edda quillane','document',1,'Talk at the harbour','192.0.2.7','c0ffee','');
CREATE TABLE content_drafts (
    path     TEXT PRIMARY KEY NOT NULL,
    is_open  BOOLEAN NOT NULL, -- a closed one keeps its revision
    revision BIGINT NOT NULL,
    base     BIGINT NOT NULL, -- the version that was edited; 0 for a new text
    text     TEXT, -- NULL for a removal
    saved_at TEXT NOT NULL,
    saved_by BIGINT REFERENCES users (id) ON DELETE SET NULL,
    translates BIGINT -- as in content_versions; NULL for the live version at its publication
);
INSERT INTO "content_drafts" VALUES('about.md',1,2,2,'# About

A draft.
','2026-05-02T10:00:00.000Z',1,NULL);
CREATE TABLE content_publications (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    created_at   TEXT NOT NULL,
    created_by   BIGINT REFERENCES users (id) ON DELETE SET NULL,
    publish_at   TEXT NOT NULL,
    announced_at TEXT,
    failed_at    TEXT -- when the build of a scheduled one failed first
);
INSERT INTO "content_publications" VALUES(1,'2026-05-01T12:10:00.000Z',1,'2026-05-01T12:10:00.000Z','2026-05-01T12:10:00.000Z',NULL);
INSERT INTO "content_publications" VALUES(2,'2026-05-02T09:00:00.000Z',1,'2026-05-02T09:00:00.000Z','2026-05-02T09:00:00.000Z',NULL);
INSERT INTO "content_publications" VALUES(3,'2026-05-02T09:30:00.000Z',1,'2099-05-02T09:00:00.000Z',NULL,NULL);
CREATE TABLE content_versions (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    path           TEXT NOT NULL, -- below the content folder
    text           TEXT, -- NULL for a removal
    title          TEXT NOT NULL, -- as the editor named it
    source         TEXT NOT NULL, -- 'browser', 'files' or 'set-up'
    publication_id BIGINT REFERENCES content_publications (id), -- NULL if it was cancelled, replaced before its time, or not taken from the files
    in_trash       BOOLEAN NOT NULL DEFAULT FALSE, -- whether the trash lists a removal while no draft or newer version has the path
    saved_at       TEXT NOT NULL,
    saved_by       BIGINT REFERENCES users (id) ON DELETE SET NULL,
    translates     BIGINT -- the version of the original that a translation is of; the trash may have deleted it
);
INSERT INTO "content_versions" VALUES(1,'site.md','---
name: Edda Quillane
role: Engineer
description: Builds harbours.
---
','You','set-up',1,0,'2026-05-01T12:10:00.000Z',1,NULL);
INSERT INTO "content_versions" VALUES(2,'about.md','# About

I build harbours.
','About','browser',2,0,'2026-05-02T09:00:00.000Z',1,NULL);
INSERT INTO "content_versions" VALUES(3,'nl/about.md','# Over mij
','Over mij','browser',2,0,'2026-05-02T09:00:00.000Z',1,2);
INSERT INTO "content_versions" VALUES(4,'pages/former.md','# Former
','Former','files',1,0,'2026-05-01T12:10:00.000Z',NULL,NULL);
INSERT INTO "content_versions" VALUES(5,'pages/former.md',NULL,'Former','browser',2,1,'2026-05-02T09:00:00.000Z',1,NULL);
INSERT INTO "content_versions" VALUES(6,'pages/later.md','# Later
','Later','browser',3,0,'2026-05-02T09:30:00.000Z',1,NULL);
INSERT INTO "content_versions" VALUES(7,'cv/audiences/interim-cto.md','---
title: Interim CTO
---
','Interim CTO','browser',2,0,'2026-05-02T09:00:00.000Z',1,NULL);
CREATE TABLE counters (
    day   TEXT NOT NULL, -- such as 2026-11-21, or '' for a count without days
    name  TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (day, name)
);
INSERT INTO "counters" VALUES('','downloads of document 1',4);
INSERT INTO "counters" VALUES('2026-05-02','visits /',17);
CREATE TABLE deleted_files (
    name       TEXT PRIMARY KEY NOT NULL, -- in the store
    deleted_at TEXT NOT NULL
);
INSERT INTO "deleted_files" VALUES('gone.webp','2026-05-02T08:00:00.000Z');
CREATE TABLE document_categories (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    deleted_at  TEXT, -- NULL unless it is in the trash
    deleted_by  BIGINT REFERENCES users (id) ON DELETE SET NULL,
    is_sample   BOOLEAN NOT NULL DEFAULT FALSE -- here and below: it came with the sample and goes with it
);
INSERT INTO "document_categories" VALUES(1,'CV','My CVs',NULL,NULL,0);
INSERT INTO "document_categories" VALUES(2,'Talks','',NULL,NULL,0);
INSERT INTO "document_categories" VALUES(3,'Old','','2090-05-02T10:00:00.000Z',1,0);
CREATE TABLE document_versions (
    document_id   BIGINT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number        BIGINT NOT NULL, -- from 1; the greatest is the current one
    file_name     TEXT UNIQUE, -- in the store; NULL once the file is deleted
    file_hash     TEXT NOT NULL, -- SHA-256 of the file, in hexadecimal
    bytes         BIGINT NOT NULL,
    original_name TEXT NOT NULL,
    content_type  TEXT NOT NULL,
    pages         BIGINT NOT NULL DEFAULT 0, -- of a PDF made from the content; 0 for other files
    uploaded_at   TEXT NOT NULL,
    uploaded_by   BIGINT REFERENCES users (id) ON DELETE SET NULL,
    PRIMARY KEY (document_id, number)
);
INSERT INTO "document_versions" VALUES(1,1,NULL,'60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',100,'talk.pdf','application/pdf',0,'2026-05-01T12:20:00.000Z',1);
INSERT INTO "document_versions" VALUES(1,2,'talk-2.pdf','60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',120,'talk.pdf','application/pdf',0,'2026-05-01T12:30:00.000Z',1);
INSERT INTO "document_versions" VALUES(2,1,'cv-1.pdf','9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',900,'edda-quillane-cv.pdf','application/pdf',2,'2026-05-02T09:01:00.000Z',NULL);
INSERT INTO "document_versions" VALUES(3,1,'paper.pdf','fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13',50,'paper.pdf','application/pdf',0,'2026-05-01T12:40:00.000Z',1);
CREATE TABLE documents (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    category_id BIGINT REFERENCES document_categories (id) ON DELETE SET NULL,
    is_current  BOOLEAN NOT NULL DEFAULT FALSE,
    deleted_at  TEXT, -- NULL unless it is in the trash
    deleted_by  BIGINT REFERENCES users (id) ON DELETE SET NULL,
    content_pdf_hash TEXT, -- SHA-256 of the last PDF made from the content, '' before the first; NULL for other documents
    audience        TEXT UNIQUE, -- the slug of the CV for an audience that it is made from; NULL for other documents
    content_undrawn BOOLEAN NOT NULL DEFAULT FALSE, -- whether that PDF lacks letters of the content, which has no newer one
    is_sample   BOOLEAN NOT NULL DEFAULT FALSE
);
INSERT INTO "documents" VALUES(1,'Talk at the harbour','Slides',2,1,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "documents" VALUES(2,'CV: Interim CTO','',NULL,0,NULL,NULL,'9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08','interim-cto',0,0);
INSERT INTO "documents" VALUES(3,'Deleted paper','',NULL,0,'2090-05-02T10:00:00.000Z',1,NULL,NULL,0,0);
CREATE TABLE email_changes (
    user_id    BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT NOT NULL,
    session_id TEXT NOT NULL, -- the session that asked; it survives the change
    asked_at   TEXT NOT NULL
);
INSERT INTO "email_changes" VALUES(1,'new@example.test','s1','2026-05-02T10:00:00.000Z');
CREATE TABLE galleries (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL,
    slug        TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    created_at  TEXT NOT NULL,
    name_key    TEXT NOT NULL DEFAULT '',
    shown       BOOLEAN NOT NULL DEFAULT FALSE, -- on a page of the site
    deleted_at  TEXT, -- NULL unless it is in the trash
    deleted_by  BIGINT REFERENCES users (id) ON DELETE SET NULL,
    is_sample   BOOLEAN NOT NULL DEFAULT FALSE
);
INSERT INTO "galleries" VALUES(1,'Harbours','harbours','By the sea','2026-05-01T12:00:00.000Z','harbours',1,NULL,NULL,0);
INSERT INTO "galleries" VALUES(2,'Deleted gallery','deleted-gallery','','2026-05-01T12:00:00.000Z','deleted gallery',0,'2090-05-02T10:00:00.000Z',1,0);
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-11-29 10:09:14');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-11-29 10:09:14');
INSERT INTO "goose_db_version" VALUES(3,2,1,'2026-11-29 10:09:14');
CREATE TABLE goose_fingerprints (
    name        TEXT PRIMARY KEY NOT NULL,
    fingerprint TEXT NOT NULL
);
INSERT INTO "goose_fingerprints" VALUES('0001_3.0.sql','ddc3c5a263eb59bc');
INSERT INTO "goose_fingerprints" VALUES('0002_3.0_per_engine.sql','221b653c244511ca');
CREATE TABLE image_files (
    name        TEXT PRIMARY KEY NOT NULL, -- in the store
    image_id    BIGINT NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    replaced_id BIGINT REFERENCES replaced_images (id) ON DELETE CASCADE, -- NULL for the current image
    bytes       BIGINT NOT NULL
);
INSERT INTO "image_files" VALUES('crane.webp',1,NULL,300);
INSERT INTO "image_files" VALUES('crane-before.webp',1,1,280);
INSERT INTO "image_files" VALUES('photo-2.webp',2,NULL,300);
CREATE TABLE images (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    title           TEXT NOT NULL,
    description     TEXT NOT NULL DEFAULT '',
    alt_text        TEXT NOT NULL DEFAULT '',
    alt_texts       TEXT NOT NULL DEFAULT '', -- those of further languages, a JSON object by the codes of the languages; '' for none
    gallery_id      BIGINT REFERENCES galleries (id) ON DELETE SET NULL,
    file_hash       TEXT NOT NULL, -- SHA-256 of the uploaded bytes, in hexadecimal
    upload_key      TEXT UNIQUE, -- the Idempotency-Key of the upload; NULL without one, and in the trash
    original_name   TEXT NOT NULL,
    title_end       TEXT NOT NULL DEFAULT '', -- what the upload added to the title, such as ' - IMG_1.jpg'
    content_type    TEXT NOT NULL,
    byte_size       BIGINT NOT NULL,
    width           BIGINT NOT NULL, -- in pixels, with the orientation applied
    height          BIGINT NOT NULL,
    uploaded_at     TEXT NOT NULL,
    uploaded_by     BIGINT REFERENCES users (id) ON DELETE SET NULL,
    renditions      TEXT NOT NULL DEFAULT '', -- a line of width, height and file name for each file
    title_key       TEXT NOT NULL DEFAULT '',
    rank            BIGINT,
    focal_x         BIGINT,
    focal_y         BIGINT,
    decorative      BOOLEAN NOT NULL DEFAULT FALSE,
    description_key TEXT NOT NULL DEFAULT '',
    alt_text_key    TEXT NOT NULL DEFAULT '',
    deleted_at      TEXT, -- NULL unless it is in the trash
    deleted_by      BIGINT REFERENCES users (id) ON DELETE SET NULL,
    is_sample       BOOLEAN NOT NULL DEFAULT FALSE
);
INSERT INTO "images" VALUES(1,'Crane - IMG_1.jpg','At dawn','A crane','{"nl":"Een kraan"}',1,'2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae','upload-1','IMG_1.jpg',' - IMG_1.jpg','image/jpeg',300,400,300,'2026-05-01T12:50:00.000Z',1,'400 300 crane.webp','crane - img_1.jpg',1048576,50,40,0,'at dawn','a crane',NULL,NULL,0);
INSERT INTO "images" VALUES(2,'Deleted photo','','','',1,'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9',NULL,'IMG_2.jpg','','image/jpeg',300,400,300,'2026-05-01T12:51:00.000Z',1,'400 300 gone.webp','deleted photo',2097152,NULL,NULL,1,'','','2090-05-02T10:00:00.000Z',1,0);
CREATE TABLE jobs (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT NOT NULL,
    key          TEXT NOT NULL, -- such as the recipient of a mail; '' if its kind has a single job
    user_id      BIGINT REFERENCES users (id) ON DELETE CASCADE, -- the account that it concerns
    payload      TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    run_at       TEXT, -- NULL while it runs and after the last attempt
    attempts     BIGINT NOT NULL DEFAULT 0,
    locked_until TEXT, -- set while it runs
    failed_at    TEXT, -- when it last failed
    last_error   TEXT NOT NULL DEFAULT ''
);
INSERT INTO "jobs" VALUES(1,'cleanup','',NULL,'','2026-05-02T10:00:00.000Z','2026-05-03T03:00:00.000Z',0,NULL,NULL,'');
CREATE TABLE locks (
    name TEXT NOT NULL PRIMARY KEY
);
INSERT INTO "locks" VALUES('content');
INSERT INTO "locks" VALUES('current documents');
INSERT INTO "locks" VALUES('many images');
INSERT INTO "locks" VALUES('messages');
INSERT INTO "locks" VALUES('staff accounts');
CREATE TABLE messages (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    email      TEXT NOT NULL,
    email_key  TEXT NOT NULL, -- as in users
    text       TEXT NOT NULL,
    search_key TEXT NOT NULL, -- of name, email and text
    sent_at    TEXT NOT NULL,
    read_at    TEXT, -- NULL while it is unread
    notice     TEXT NOT NULL, -- how staff learn of it: 'mail', 'summary', or 'waiting' for the next summary
    deleted_at TEXT, -- NULL unless it is in the trash
    deleted_by BIGINT REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "messages" VALUES(1,'Ren Ito','ren@example.test','ren@example.test','Are you free in June?','ren ito ren@example.test are you free in june?','2090-05-02T08:00:00.000Z',NULL,'mail',NULL,NULL);
INSERT INTO "messages" VALUES(2,'Spammer','spam@example.test','spam@example.test','Buy this','spammer spam@example.test buy this','2090-05-02T08:00:00.000Z','2090-05-02T09:00:00.000Z','summary','2090-05-02T10:00:00.000Z',1);
CREATE TABLE offsite_backups (
    id      BIGINT PRIMARY KEY NOT NULL CHECK (id = 1),
    name    TEXT NOT NULL DEFAULT '', -- of the last good one, like all columns
    place   TEXT NOT NULL DEFAULT '',
    made_at TEXT, -- when it began
    bytes   BIGINT NOT NULL DEFAULT 0
);
INSERT INTO "offsite_backups" VALUES(1,'portfolio-2026-05-02.backup','/data/backups','2026-05-02T03:00:00.000Z',4096);
CREATE TABLE passkeys (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id         BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id   TEXT NOT NULL UNIQUE, -- WebAuthn's credential ID
    public_key      TEXT NOT NULL,
    transports      TEXT NOT NULL, -- such as 'internal hybrid'
    name            TEXT NOT NULL,
    sign_count      BIGINT NOT NULL, -- its own count of uses; 0 if it does not count
    backup_eligible BOOLEAN NOT NULL, -- whether it can be synced
    synced          BOOLEAN NOT NULL, -- whether it was synced at its last use
    created_at      TEXT NOT NULL,
    last_used_at    TEXT
);
INSERT INTO "passkeys" VALUES(1,2,'Y3JlZGVudGlhbA','a2V5','internal hybrid','Phone',3,1,1,'2026-05-01T12:00:00.000Z',NULL);
CREATE TABLE publishing (
    id             BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    pages          TEXT NOT NULL DEFAULT '', -- the archive of the rendered pages in the store; '' for none
    pages_bytes    BIGINT NOT NULL DEFAULT 0,
    changed_at     TEXT, -- the last change of anything that pages show
    published_at   TEXT, -- when the last build succeeded
    report_at      TEXT, -- the last report of a build elsewhere
    report_state   TEXT NOT NULL DEFAULT '',
    report_message TEXT NOT NULL DEFAULT '',
    live           BIGINT NOT NULL DEFAULT 0, -- how many publications of content the pages have
    page_paths     TEXT NOT NULL DEFAULT '' -- the paths of pages that were built elsewhere, one on each line
);
INSERT INTO "publishing" VALUES(1,'',0,'2026-05-02T09:00:00.000Z','2026-05-02T09:01:00.000Z','2026-05-02T09:02:00.000Z','ready','',2,'/
/cv');
CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash    TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);
INSERT INTO "recovery_codes" VALUES(2,'8254c329a92850f6d539dd376f4816ee2764517da5e0235514af433164480d7a');
CREATE TABLE replaced_images (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    image_id      BIGINT NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    renditions    TEXT NOT NULL, -- this and the next columns as in images
    file_hash     TEXT NOT NULL,
    original_name TEXT NOT NULL,
    content_type  TEXT NOT NULL,
    byte_size     BIGINT NOT NULL,
    width         BIGINT NOT NULL,
    height        BIGINT NOT NULL,
    focal_x       BIGINT,
    focal_y       BIGINT,
    deleted_at    TEXT NOT NULL,
    deleted_by    BIGINT REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO "replaced_images" VALUES(1,1,'400 300 crane-before.webp','baa5a0964d3320fbc0c6a922140453c8513ea24ab8fd0577034804a967248096','IMG_0.jpg','image/jpeg',280,400,300,NULL,NULL,'2090-05-02T10:00:00.000Z',1);
CREATE TABLE sessions (
    id                TEXT PRIMARY KEY NOT NULL,
    user_id           BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    gen               BIGINT NOT NULL,
    random            TEXT NOT NULL,
    previous          TEXT NOT NULL DEFAULT '', -- the random part of the token before the current one
    gen_at            TEXT NOT NULL,
    created_at        TEXT NOT NULL,
    last_used_at      TEXT NOT NULL,
    expires_at        TEXT NOT NULL,
    revoked_at        TEXT,
    user_agent        TEXT NOT NULL DEFAULT '',
    ip                TEXT NOT NULL DEFAULT '',
    parent_session_id TEXT REFERENCES sessions (id) ON DELETE SET NULL, -- the session whose one-time token opened it
    device_id         TEXT,
    authenticated_at         TEXT
);
INSERT INTO "sessions" VALUES('s1',1,2,'r2','r1','2026-05-02T08:00:00.000Z','2026-05-01T12:00:00.000Z','2026-05-02T08:00:00.000Z','2099-05-08T12:00:00.000Z',NULL,'Firefox','192.0.2.7',NULL,'device-1','2026-05-02T08:00:00.000Z');
INSERT INTO "sessions" VALUES('s2',1,1,'r3','','2026-05-02T08:00:00.000Z','2026-05-02T08:00:00.000Z','2026-05-02T08:00:00.000Z','2099-05-08T12:00:00.000Z','2026-05-02T09:00:00.000Z','App','192.0.2.8','s1',NULL,NULL);
CREATE TABLE settings (
    name  TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL -- encrypted if it may hold a secret
);
INSERT INTO "settings" VALUES('visibility','public');
INSERT INTO "settings" VALUES('time zone','Europe/Lisbon');
CREATE TABLE setup (
    id        BIGINT PRIMARY KEY NOT NULL CHECK (id = 1),
    nonce     TEXT NOT NULL, -- with SECRET_KEY, it makes the link's token
    is_sample BOOLEAN NOT NULL DEFAULT FALSE, -- whether the site has the sample
    is_filled BOOLEAN NOT NULL DEFAULT FALSE, -- whether it has all photos and documents of the sample
    user_id   BIGINT REFERENCES users (id) ON DELETE SET NULL -- the account that came with the sample
);
CREATE TABLE share_days (
    share_id  BIGINT NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    day       TEXT NOT NULL, -- such as 2026-11-21, in the owner's time zone
    views     BIGINT NOT NULL DEFAULT 0,
    downloads BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (share_id, day)
);
INSERT INTO "share_days" VALUES(1,'2026-05-02',3,2);
CREATE TABLE shares (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash     TEXT NOT NULL UNIQUE, -- SHA-256 of the token in the link, in hexadecimal
    kind           TEXT NOT NULL, -- document, gallery or cv
    name           TEXT NOT NULL, -- of the thing, when it was last known
    document_id    BIGINT REFERENCES documents (id) ON DELETE SET NULL, -- that of a CV for an audience, too
    gallery_id     BIGINT REFERENCES galleries (id) ON DELETE SET NULL,
    audience       TEXT NOT NULL DEFAULT '', -- the slug of a CV for an audience
    access         TEXT NOT NULL, -- link, registered or address
    email          TEXT NOT NULL DEFAULT '',
    email_key      TEXT NOT NULL DEFAULT '', -- as in users
    label          TEXT NOT NULL DEFAULT '',
    search_key     TEXT NOT NULL DEFAULT '', -- of name, label and email
    created_at     TEXT NOT NULL,
    created_by     BIGINT REFERENCES users (id) ON DELETE SET NULL,
    ends_at        TEXT, -- NULL for no end
    revoked_at     TEXT,
    max_downloads  BIGINT, -- NULL for no limit
    used_downloads BIGINT NOT NULL DEFAULT 0, -- those that max_downloads limits
    opened_at      TEXT -- when a visitor last opened it
);
INSERT INTO "shares" VALUES(1,'18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4','document','Talk at the harbour',1,NULL,'','link','','','Northwind','talk at the harbour northwind','2026-05-02T08:00:00.000Z',1,NULL,NULL,10,2,'2026-05-02T09:00:00.000Z');
INSERT INTO "shares" VALUES(2,'3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea','gallery','Harbours',NULL,1,'','address','Visitor@Example.test','visitor@example.test','','harbours visitor@example.test','2026-05-02T08:00:00.000Z',1,'2099-05-02T23:00:00.000Z',NULL,NULL,0,NULL);
INSERT INTO "shares" VALUES(3,'252f10c83610ebca1a059c0bae8255eba2f95be4d1d7bcfa89d7248a82d9f111','cv','CV: Interim CTO',NULL,NULL,'interim-cto','registered','','','Revoked one','cv: interim cto revoked one','2026-05-02T08:00:00.000Z',NULL,NULL,'2026-05-02T09:00:00.000Z',NULL,0,NULL);
CREATE TABLE throttles (
    key           TEXT PRIMARY KEY NOT NULL,
    period        BIGINT NOT NULL, -- the current one, counted from 1970
    hits          BIGINT NOT NULL,
    previous      BIGINT NOT NULL,
    expires_at    TEXT NOT NULL,
    rule          TEXT NOT NULL DEFAULT '',
    network       TEXT NOT NULL DEFAULT '',
    blocked_until TEXT
);
INSERT INTO "throttles" VALUES('f00d',493000,3,1,'2026-05-02T10:00:00.000Z','sign-in','192.0.2.0/24',NULL);
CREATE TABLE totp_secrets (
    user_id      BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    secret       TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    confirmed_at TEXT, -- when the first code was accepted; it protects the account from then on
    last_step    BIGINT NOT NULL DEFAULT 0 -- the time step of the last accepted code: each code works once
);
INSERT INTO "totp_secrets" VALUES(2,'sealed','2026-05-01T12:00:00.000Z',NULL,0);
CREATE TABLE trusted_devices (
    id           TEXT NOT NULL, -- the value of the device's cookie, which is signed there
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    signed_in    BOOLEAN NOT NULL, -- false after a password reset on the device, until it signs in
    PRIMARY KEY (id, user_id)
);
INSERT INTO "trusted_devices" VALUES('device-1',1,'2026-05-01T12:00:00.000Z','2026-05-02T08:00:00.000Z',1);
CREATE TABLE used_challenges (
    challenge  TEXT PRIMARY KEY NOT NULL,
    expires_at TEXT NOT NULL
);
INSERT INTO "used_challenges" VALUES('once','2026-05-02T10:00:00.000Z');
CREATE TABLE users (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    email              TEXT NOT NULL,
    email_key          TEXT NOT NULL UNIQUE, -- the address that is compared: lower case
    first_name         TEXT NOT NULL,
    last_name          TEXT NOT NULL,
    interest_notes     TEXT NOT NULL DEFAULT '',
    password           TEXT NOT NULL,
    is_staff           BOOLEAN NOT NULL DEFAULT FALSE,
    is_active          BOOLEAN NOT NULL DEFAULT TRUE,
    date_joined        TEXT NOT NULL,
    last_login         TEXT,
    name_key           TEXT NOT NULL DEFAULT '',
    staff_notes        TEXT NOT NULL DEFAULT '',
    email_confirmed_at TEXT
);
INSERT INTO "users" VALUES(1,'staff@example.test','staff@example.test','Edda','Quillane','','$argon2id$v=19$m=19456,t=2,p=1$J2X0bweB9nktS9fJIzhZ4A$VyWmcCIt1RdGfqhFEG2QzKV7NJ3N+XaPAondVFgUdNk',1,1,'2026-05-01T12:00:00.000Z','2026-05-02T08:00:00.000Z','quillane edda','','2026-05-01T12:05:00.000Z');
INSERT INTO "users" VALUES(2,'Visitor@Example.test','visitor@example.test','Émile','Åström','Interim work','$argon2id$v=19$m=19456,t=2,p=1$J2X0bweB9nktS9fJIzhZ4A$VyWmcCIt1RdGfqhFEG2QzKV7NJ3N+XaPAondVFgUdNk',0,0,'2026-05-01T13:00:00.000Z',NULL,'astrom emile','Met in Porto',NULL);
CREATE INDEX audit_entries_action ON audit_entries (action, at, id);
CREATE INDEX audit_entries_actor_id ON audit_entries (actor_id, at, id);
CREATE INDEX audit_entries_actor_key ON audit_entries (actor_key, at, id);
CREATE INDEX audit_entries_at ON audit_entries (at, id);
CREATE INDEX audit_entries_ip ON audit_entries (ip, at, id);
CREATE INDEX audit_entries_kind ON audit_entries (kind, at, id);
CREATE INDEX audit_entries_target ON audit_entries (kind, target_id, at, id);
CREATE INDEX deleted_files_deleted_at ON deleted_files (deleted_at);
CREATE INDEX throttles_blocked_until ON throttles (blocked_until) WHERE blocked_until IS NOT NULL;
CREATE INDEX throttles_expires_at ON throttles (expires_at);
CREATE INDEX users_date_joined ON users (date_joined, id);
CREATE INDEX users_inactive ON users (date_joined) WHERE NOT is_active;
CREATE INDEX users_name_key ON users (name_key, id);
CREATE INDEX users_staff ON users (name_key) WHERE is_staff;
CREATE VIEW user_names AS
SELECT id, COALESCE(NULLIF(TRIM(first_name || ' ' || last_name), ''), email) AS name FROM users;
CREATE INDEX content_publications_waiting ON content_publications (publish_at) WHERE announced_at IS NULL;
CREATE INDEX content_versions_path ON content_versions (path, id);
CREATE INDEX content_versions_publication_id ON content_versions (publication_id);
CREATE INDEX document_categories_deleted_by ON document_categories (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE UNIQUE INDEX document_categories_name ON document_categories (name) WHERE deleted_at IS NULL;
CREATE INDEX documents_category_id ON documents (category_id, id);
CREATE INDEX documents_deleted_by ON documents (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE UNIQUE INDEX documents_one_current ON documents (category_id) WHERE is_current AND deleted_at IS NULL;
CREATE INDEX document_versions_uploaded_by ON document_versions (uploaded_by) WHERE uploaded_by IS NOT NULL;
CREATE INDEX email_changes_asked_at ON email_changes (asked_at);
CREATE INDEX galleries_deleted_by ON galleries (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE UNIQUE INDEX galleries_slug ON galleries (slug) WHERE deleted_at IS NULL;
CREATE INDEX images_deleted_at ON images (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX images_deleted_by ON images (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE INDEX images_file_hash ON images (file_hash);
CREATE INDEX images_gallery_id ON images (gallery_id, id);
CREATE INDEX images_gallery_rank ON images (gallery_id, rank, id);
CREATE INDEX images_gallery_title_key ON images (gallery_id, title_key, id);
CREATE INDEX images_gallery_uploaded_at ON images (gallery_id, uploaded_at, id);
CREATE INDEX images_title_key ON images (title_key, id);
CREATE INDEX images_uploaded_at ON images (uploaded_at, id);
CREATE INDEX images_without_alt_text ON images (uploaded_at, alt_text, decorative) WHERE alt_text = '' AND NOT decorative;
CREATE INDEX shares_created_by ON shares (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX shares_document_id ON shares (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX shares_email_key ON shares (email_key) WHERE email_key <> '';
CREATE INDEX shares_gallery_id ON shares (gallery_id) WHERE gallery_id IS NOT NULL;
CREATE INDEX messages_deleted_by ON messages (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE INDEX messages_email_key ON messages (email_key);
CREATE INDEX messages_sent_at ON messages (sent_at, id);
CREATE INDEX replaced_images_deleted_by ON replaced_images (deleted_by) WHERE deleted_by IS NOT NULL;
CREATE INDEX replaced_images_image_id ON replaced_images (image_id);
CREATE INDEX image_files_image_id ON image_files (image_id);
CREATE INDEX image_files_replaced_id ON image_files (replaced_id);
CREATE INDEX jobs_due ON jobs (kind, run_at);
CREATE UNIQUE INDEX jobs_single ON jobs (kind) WHERE key = '';
CREATE INDEX jobs_user_id ON jobs (user_id);
CREATE INDEX trusted_devices_last_used_at ON trusted_devices (last_used_at);
CREATE INDEX trusted_devices_user_id ON trusted_devices (user_id);
CREATE INDEX passkeys_user_id ON passkeys (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX sessions_parent_session_id ON sessions (parent_session_id);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX app_tokens_expires_at ON app_tokens (expires_at);
CREATE INDEX app_tokens_session_id ON app_tokens (session_id);
CREATE VIEW live_galleries AS
SELECT id, name, name_key, slug, description, shown, created_at FROM galleries WHERE deleted_at IS NULL;
CREATE VIEW live_images AS
SELECT i.id, i.title, i.title_end, i.title_key, i.description, i.description_key, i.alt_text, i.alt_texts, i.alt_text_key, i.decorative,
       g.id AS gallery_id, g.name AS gallery_name, g.name_key AS gallery_key, i.rank, i.focal_x, i.focal_y, i.renditions, i.file_hash, i.original_name,
       i.content_type, i.byte_size, i.width, i.height, i.uploaded_at, i.uploaded_by
  FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id AND g.deleted_at IS NULL
 WHERE i.deleted_at IS NULL;
CREATE VIEW live_categories AS
SELECT id, name, description FROM document_categories WHERE deleted_at IS NULL;
CREATE VIEW live_messages AS
SELECT id, name, email, text, search_key, sent_at, read_at FROM messages WHERE deleted_at IS NULL;
CREATE VIEW live_documents AS
SELECT d.id, d.name, d.description, c.id AS category_id, c.name AS category_name, d.is_current AND c.id IS NOT NULL AS is_current,
       d.content_pdf_hash IS NOT NULL AS from_content, v.number AS version, v.file_name, v.file_hash, v.bytes, v.original_name, v.content_type, v.pages, v.uploaded_at, v.uploaded_by,
       COALESCE(n.count, 0) AS downloads, d.audience
  FROM documents d
  JOIN document_versions v ON v.document_id = d.id
   AND v.number = (SELECT MAX(number) FROM document_versions WHERE document_id = d.id)
  LEFT JOIN document_categories c ON c.id = d.category_id AND c.deleted_at IS NULL
  LEFT JOIN counters n ON n.day = '' AND n.name = 'downloads of document ' || d.id
 WHERE d.deleted_at IS NULL;
CREATE VIEW shareable_documents AS
SELECT id, name, audience FROM documents WHERE deleted_at IS NULL;
CREATE VIEW trash AS
SELECT 'image' AS kind, i.id AS row_id, i.id AS original_id, i.title AS name, i.renditions, i.uploaded_by, i.deleted_at, i.deleted_by,
       (SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM image_files WHERE image_id = i.id AND replaced_id IS NULL) AS bytes
  FROM images i WHERE i.deleted_at IS NOT NULL
UNION ALL
SELECT 'image_file', p.id, i.id, i.title, p.renditions, i.uploaded_by, p.deleted_at, p.deleted_by,
       (SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM image_files WHERE replaced_id = p.id)
  FROM replaced_images p JOIN images i ON i.id = p.image_id
UNION ALL
SELECT 'gallery', id, id, name, '', NULL, deleted_at, deleted_by, 0 FROM galleries WHERE deleted_at IS NOT NULL
UNION ALL
SELECT 'document', d.id, d.id, d.name, '', v.uploaded_by, d.deleted_at, d.deleted_by,
       (SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM document_versions WHERE document_id = d.id AND file_name IS NOT NULL)
  FROM documents d JOIN document_versions v ON v.document_id = d.id
   AND v.number = (SELECT MAX(number) FROM document_versions WHERE document_id = d.id)
 WHERE d.deleted_at IS NOT NULL
UNION ALL
SELECT 'category', id, id, name, '', NULL, deleted_at, deleted_by, 0 FROM document_categories WHERE deleted_at IS NOT NULL
UNION ALL
SELECT 'message', id, id, name, '', NULL, deleted_at, deleted_by, 0 FROM messages WHERE deleted_at IS NOT NULL
UNION ALL
SELECT 'text', v.id, v.id, v.title, '', NULL, p.announced_at, p.created_by, 0
  FROM content_versions v JOIN content_publications p ON p.id = v.publication_id
 WHERE v.in_trash AND p.announced_at IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM content_drafts d WHERE d.path = v.path AND d.is_open)
   AND NOT EXISTS (
    SELECT 1 FROM content_versions w JOIN content_publications q ON q.id = w.publication_id
     WHERE w.path = v.path AND w.id > v.id AND q.announced_at IS NOT NULL);
CREATE VIEW owned_files AS
SELECT f.name, f.bytes, 'image' AS kind, i.id AS owner_id, i.title, i.deleted_at IS NOT NULL OR f.replaced_id IS NOT NULL AS in_trash
  FROM image_files f JOIN images i ON i.id = f.image_id
UNION ALL
SELECT v.file_name, v.bytes, 'version ' || v.number || ' of document', d.id, d.name, d.deleted_at IS NOT NULL
  FROM document_versions v JOIN documents d ON d.id = v.document_id WHERE v.file_name IS NOT NULL
UNION ALL
SELECT pages, pages_bytes, 'rendered pages', id, 'of the site', FALSE FROM publishing WHERE pages <> '';
CREATE TRIGGER images_insert_rank AFTER INSERT ON images WHEN NEW.rank IS NULL AND NEW.gallery_id IS NOT NULL BEGIN
    UPDATE images SET rank = 1048576 + coalesce((SELECT max(rank) FROM images WHERE gallery_id = NEW.gallery_id), 0) WHERE id = NEW.id;
END;
CREATE TRIGGER images_update_rank AFTER UPDATE OF gallery_id ON images
    WHEN NEW.gallery_id IS NOT NULL AND NEW.gallery_id IS NOT OLD.gallery_id AND NEW.rank IS OLD.rank BEGIN
    UPDATE images SET rank = 1048576 + coalesce((SELECT max(rank) FROM images WHERE gallery_id = NEW.gallery_id AND id <> NEW.id), 0) WHERE id = NEW.id;
END;
CREATE INDEX users_last_login ON users (last_login, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goose_db_version',3);
INSERT INTO "sqlite_sequence" VALUES('document_categories',3);
INSERT INTO "sqlite_sequence" VALUES('users',2);
INSERT INTO "sqlite_sequence" VALUES('audit_entries',2);
INSERT INTO "sqlite_sequence" VALUES('content_publications',3);
INSERT INTO "sqlite_sequence" VALUES('content_versions',7);
INSERT INTO "sqlite_sequence" VALUES('documents',3);
INSERT INTO "sqlite_sequence" VALUES('galleries',2);
INSERT INTO "sqlite_sequence" VALUES('images',2);
INSERT INTO "sqlite_sequence" VALUES('replaced_images',1);
INSERT INTO "sqlite_sequence" VALUES('shares',3);
INSERT INTO "sqlite_sequence" VALUES('messages',2);
INSERT INTO "sqlite_sequence" VALUES('jobs',1);
INSERT INTO "sqlite_sequence" VALUES('passkeys',1);
COMMIT;
