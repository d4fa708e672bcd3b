#!/usr/bin/env bash
# Runs a command in the tree of a source distribution, on another release of Debian with its compiler and its Python:
#   tools/machines/debian.sh RELEASE SDIST COMMAND
# Needs root, debootstrap, 700 MB for the system beside what the command takes, and leaves nothing behind.
set -euo pipefail

system=$(mktemp -d)
trap 'rm -rf "$system"' EXIT
debootstrap --variant=minbase --include=ca-certificates,g++,python3-dev,python3-venv "$1" "$system" > "$system.log" ||
  { tail "$system.log"; exit 1; }
rm "$system.log"
# the network as it is here, with whom its certificates are from
cp /etc/resolv.conf "$system/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/"
mkdir "$system/project"
tar -xzf "$2" -C "$system/project" --strip-components=1

# what is mounted there ends with the command
unshare --mount chroot "$system" bash -euo pipefail -c "mount -t proc proc /proc; cd /project; $3"
