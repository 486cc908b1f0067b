#!/bin/sh
# Run by dpkg after it has unpacked the package: creates the service's user, folder and settings, and restarts the service if it
# runs, or ran when the package was removed. The settings are no file of the package, so an upgrade never asks what to do with the owner's.
set -e
getent passwd portfolio >/dev/null ||
  useradd --system --user-group --home-dir /var/lib/portfolio --shell /usr/sbin/nologin portfolio
install -d -o portfolio -g portfolio -m 700 /var/lib/portfolio
[ -e /etc/portfolio.env ] || install -m 600 /usr/share/portfolio/portfolio.env /etc/portfolio.env
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if [ -e /etc/portfolio.running ]; then
  rm /etc/portfolio.running
  systemctl start portfolio
elif [ -n "$2" ]; then
  systemctl try-restart portfolio
fi
if systemctl is-enabled --quiet portfolio; then
  exit 0
elif [ -n "$2" ]; then
  echo "The service is not enabled: systemctl enable --now portfolio"
else
  echo "Set PUBLIC_URL and LISTEN_ADDR in /etc/portfolio.env, then: systemctl enable --now portfolio"
fi
