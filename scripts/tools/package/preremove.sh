#!/bin/sh
# Run by dpkg before it removes the package. The data in /var/lib/portfolio and the user stay, and the service stays enabled for
# when the package is installed again.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl stop portfolio
fi
