#!/bin/sh
# Run by dpkg before it removes the package. The data in /var/lib/portfolio and the user stay. A service that runs is started
# again when the package is installed again.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  ! systemctl is-active --quiet portfolio || touch /etc/portfolio.running
  systemctl stop portfolio
fi
