#!/bin/sh
# Run by dpkg after it has removed the package: a purge removes the settings, too.
set -e
if [ "$1" = purge ]; then
  rm -f /etc/portfolio.env /etc/portfolio.running /etc/systemd/system/multi-user.target.wants/portfolio.service
fi
