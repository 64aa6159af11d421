#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command of this tree on a bare Debian, as root: ci/on-debian.sh trixie ci/test.sh
# mmdebstrap makes the root folder build-on-RELEASE/, which is kept for the next call. The committed tree is
# fetched into its /src with the axe-core of this tree, and the files that the command leaves are in
# build-on-RELEASE/src. LOADSTONE_ROOT names another folder.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)

if [ $# -lt 2 ]; then
  echo "usage: ci/on-debian.sh RELEASE COMMAND...; for example: ci/on-debian.sh trixie ci/conformance.sh" >&2
  exit 2
fi
release=$1
shift
root=${LOADSTONE_ROOT:-$here/build-on-$release}
if [ "$(id -u)" != 0 ]; then
  echo "ci/on-debian.sh: only root can install a Debian" >&2
  exit 2
fi
command -v mmdebstrap >/dev/null || {
  echo "ci/on-debian.sh: there is no mmdebstrap; ci/setup.sh installs it" >&2
  exit 2
}

if [ ! -d "$root/src" ]; then
  # A mirror may be a snapshot of one day, whose lists have expired.
  mmdebstrap --quiet --variant=minbase --include=git --aptopt='Acquire::Check-Valid-Until "false"' "$release" "$root"
  git init --quiet "$root/src"
fi
git -C "$root/src" fetch --quiet "$here" HEAD
git -C "$root/src" reset --quiet --hard FETCH_HEAD
# A bare Debian does not know the certificate of a proxy, which this system may need to reach npm's registry.
if [ -d "$here/build-axe" ]; then cp -r "$here/build-axe" "$root/src/"; fi

# A chrooted process cannot make user namespaces, which worlds need, so pivot_root replaces the root. The first process of
# the namespace is a shell that stays, because the command does not wait for orphans.
# shellcheck disable=SC2016  # expanded in the namespaces
enter='
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount --rbind /dev dev
mount --rbind /sys sys
mkdir -p .host
pivot_root . .host
shift
exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM="${TERM-dumb}" LANG=C.UTF-8 \
  sh -c "umount -l /.host && cd /src && \"\$@\"; exit \$?" sh "$@"'
exec unshare --mount --pid --fork bash -ec "$enter" bash "$root" "$@"
