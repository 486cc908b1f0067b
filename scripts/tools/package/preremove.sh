#!/bin/sh
# Run by dpkg before it removes the package. The data in /var/lib/portfolio and the user stay.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now portfolio
fi
