#!/bin/sh
# Backs the site up, proves the backup, and removes old ones: /usr/local/bin/portfolio-backup
# Needs: /usr/local/bin/portfolio, which knows the site's settings, and a folder that only the service's user can read.
# Prints nothing when all is well, so that cron mails trouble only.
# Leaves behind: the newest KEEP backups in BACKUP_DIR. Fails when there is no new good one; then all stay.
set -eu
umask 077
program=${PORTFOLIO:-/usr/local/bin/portfolio}
dir=${BACKUP_DIR:-/var/backups/portfolio}
keep=${KEEP:-14}

file=$dir/portfolio-$(date -u +%Y-%m-%dT%H-%M-%SZ).backup
"$program" backup --quiet "$file"
"$program" backup verify --quiet "$file"

# The names sort by time.
for old in $(cd "$dir" && ls portfolio-*.backup | sort -r | tail -n "+$((keep + 1))"); do
  rm -- "$dir/$old"
done
