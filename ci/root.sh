#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a small root of a Debian release that contains both loaders, for --root: ci/root.sh trixie [FOLDER [ARCHITECTURE]]
# The script runs no program of that release, so it needs no privileges and takes a minute. FOLDER defaults to
# build/roots/RELEASE, ARCHITECTURE (amd64, i386, arm64, armhf) to that of this machine. LOADSTONE_ROOT_PACKAGES is a comma-separated list
# of other packages.
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 3 ]; then
  echo "usage: ci/root.sh RELEASE [FOLDER [ARCHITECTURE]]; for example: ci/root.sh trixie" >&2
  exit 2
fi
release=$1
folder=${2:-$(dirname "$0")/../build/roots/$release}
command -v mmdebstrap >/dev/null || {
  echo "ci/root.sh: there is no mmdebstrap; ci/setup.sh installs it" >&2
  exit 2
}
if [ -e "$folder" ]; then
  echo "ci/root.sh: $folder exists already; delete it, or name another folder" >&2
  exit 2
fi
mkdir -p "$(dirname "$folder")"
mode=()
if [ "$(id -u)" != 0 ]; then mode=(--mode=unshare); fi
if [ $# = 3 ]; then mode+=("--architectures=$3"); fi
# make [SOURCE]: a mirror may be a snapshot of one day, whose lists have expired. Packages are unpacked, not configured.
make() {
  mmdebstrap --quiet "${mode[@]}" --variant=extract --aptopt='Acquire::Check-Valid-Until "false"' \
    --include="base-files,${LOADSTONE_ROOT_PACKAGES:-libvulkan1,libopenxr-loader1}" "$release" "$folder" "$@"
}
# Mirrors of security updates may lack an architecture that the release has.
if ! make; then
  echo "ci/root.sh: trying again without the security updates" >&2
  rm -rf "$folder"
  make "deb http://deb.debian.org/debian $release main"
fi
echo "$folder"
