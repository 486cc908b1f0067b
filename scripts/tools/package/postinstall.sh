#!/bin/sh
# Run by dpkg after it has unpacked the package: creates the service's user and folder, and restarts a running service.
set -e
getent passwd portfolio >/dev/null ||
  useradd --system --user-group --home-dir /var/lib/portfolio --shell /usr/sbin/nologin portfolio
install -d -o portfolio -g portfolio -m 700 /var/lib/portfolio
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if [ -n "$2" ]; then
  systemctl try-restart portfolio
else
  echo "Set PUBLIC_URL and LISTEN_ADDR in /etc/portfolio.env, then: systemctl enable --now portfolio"
fi
