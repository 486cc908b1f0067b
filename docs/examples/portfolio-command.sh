#!/bin/sh
# The owner's commands, as the service's user and with its settings: /usr/local/bin/portfolio
# Needs: root; or the service's user, with the settings in the environment as a unit gives them.
set -eu
program=${PORTFOLIO_PROGRAM:-/opt/portfolio/bin/portfolio}
settings=${PORTFOLIO_SETTINGS:-/etc/portfolio.env}
user=${PORTFOLIO_USER:-portfolio}

# Lines as systemd reads them: a shell would take the & of an address for its own.
if [ -r "$settings" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      [A-Z]*=*)
        value=${line#*=}
        case $value in
          \"*\" | \'*\') value=${value#?} value=${value%?} ;;
        esac
        export "${line%%=*}=$value"
        ;;
    esac
  done <"$settings"
fi
if [ "$(id -un)" = "$user" ]; then
  exec "$program" "$@"
fi
if [ "$(id -u)" != 0 ]; then
  echo "portfolio: run this as root, or as the user $user" >&2
  exit 1
fi
# cron gives a PATH without it.
PATH=$PATH:/usr/sbin:/sbin
exec runuser -u "$user" -- "$program" "$@"
