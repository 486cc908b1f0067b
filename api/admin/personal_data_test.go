package admin_test

import (
	"slices"
	"strings"
	"testing"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// columnsOf are the columns that the document discloses and those that it withholds, of every table that knows of a person:
// passwords, hashes, what tokens are made of, forms of the same text to search by, names of stored files, and other rows.
var columnsOf = map[string]struct{ disclosed, withheld string }{
	"users": {
		"id email first_name last_name interest_notes staff_notes is_staff is_active date_joined last_login email_confirmed_at",
		"email_key name_key password",
	},
	"email_changes":        {"email asked_at", "user_id session_id"},
	"sessions":             {"created_at last_used_at expires_at revoked_at user_agent ip", "id user_id gen random previous gen_at parent_session_id device_id authenticated_at"},
	"totp_secrets":         {"confirmed_at", "user_id secret created_at last_step"},
	"passkeys":             {"id name synced created_at last_used_at", "user_id credential_id public_key transports sign_count backup_eligible"},
	"recovery_codes":       {"", "user_id hash"},
	"app_tokens":           {"expires_at", "hash session_id"},
	"trusted_devices":      {"created_at last_used_at", "id user_id signed_in"},
	"jobs":                 {"key payload attempts run_at locked_until created_at failed_at last_error", "id kind user_id"},
	"audit_entries":        {"at action actor kind target ip detail", "id actor_id actor_key target_id request_id"},
	"documents":            {"id name description is_current category_id deleted_at", "deleted_by content_pdf_hash content_undrawn is_sample audience"},
	"document_versions":    {"document_id number original_name content_type bytes pages uploaded_at", "uploaded_by file_name file_hash"},
	"document_categories":  {"name deleted_at", "id description deleted_by is_sample"},
	"galleries":            {"name deleted_at", "id slug description created_at name_key shown deleted_by is_sample"},
	"replaced_images":      {"deleted_at", "id image_id renditions file_hash original_name content_type byte_size width height focal_x focal_y deleted_by"},
	"messages":             {"name email text sent_at", "id email_key search_key notice read_at deleted_at deleted_by"},
	"setup":                {"", "id nonce is_sample is_filled user_id"},
	"content_drafts":       {"path text saved_at", "is_open revision base saved_by translates"},
	"content_versions":     {"path text saved_at", "id publication_id title source in_trash saved_by translates"},
	"content_publications": {"created_at publish_at", "id created_by announced_at failed_at"},
	"shares": {
		"kind name access label created_at created_by ends_at revoked_at opened_at",
		"id token_hash document_id gallery_id audience email email_key search_key max_downloads used_downloads",
	},
	"share_days": {"day views downloads", "share_id"},
	"images": {
		"id title description alt_text alt_texts gallery_id original_name content_type byte_size width height uploaded_at deleted_at",
		"file_hash upload_key uploaded_by deleted_by renditions title_end title_key description_key alt_text_key rank decorative focal_x focal_y is_sample",
	},
}

// impersonalTables are the tables that know of no person. Throttles count under hashes, for two hours at most, and may name a client network.
var impersonalTables = []string{
	"counters", "deleted_files", "image_files", "locks", "offsite_backups", "publishing",
	"settings", "throttles", "used_challenges",
}

// A column that is new must be disclosed to the person whom it is about, or be named here.
func TestEveryColumnIsDisclosedOrWithheldOnPurpose(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		err := db.InSnapshot(t.Context(), func(tx *database.Tx) error {
			tables, err := tx.Tables(t.Context())
			for _, table := range tables {
				known, ok := columnsOf[table.Name]
				if ok == slices.Contains(impersonalTables, table.Name) {
					t.Errorf("list the disclosed and withheld columns of the table %s", table.Name)
					continue
				}
				columns := append(strings.Fields(known.disclosed), strings.Fields(known.withheld)...)
				for _, column := range table.Columns {
					if ok && !slices.Contains(columns, column) {
						t.Errorf("say whether this is disclosed: %s.%s", table.Name, column)
					}
				}
				if ok && len(columns) != len(table.Columns) {
					t.Errorf("%s has the columns %v, not %v", table.Name, table.Columns, columns)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
