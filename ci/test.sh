#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests on a bare system: set-up, build, unit tests, and then the end-to-end tests. LOADSTONE_EVERYTHING=1 runs
# what takes long too: the tests that are left out of their samples, and the builds for other architectures with theirs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${LOADSTONE_BUILD:-$here/../build}

"$here/setup.sh" --run
# The additional packages for tests are installed while the compiler runs.
"$here/setup.sh" &
packages=$!
trap 'wait "$packages"' EXIT
"$here/build.sh" --run
wait "$packages"
trap - EXIT
"$here/build.sh"
"$here/build-windows.sh"
if [ -n "${LOADSTONE_EVERYTHING-}" ]; then
  if [ "$(uname -m)" = x86_64 ]; then
    "$here/build-for.sh" i386
    "$here/build-windows-i386.sh"
    # 32-bit DLLs need a 32-bit Wine, which needs the other architecture's packages.
    export LOADSTONE_WINE32_ROOT=${LOADSTONE_WINE32_ROOT:-$build/roots/wine32}
    if [ ! -e "$LOADSTONE_WINE32_ROOT" ]; then
      LOADSTONE_ROOT_PACKAGES=wine64,wine32:i386,libc-bin "$here/root.sh" bookworm "$LOADSTONE_WINE32_ROOT" amd64,i386
    fi
  fi
  if [ "$(uname -m)" != aarch64 ]; then
    "$here/build-for.sh" arm64
    "$here/build-for.sh" armhf
  fi
fi
ctest --test-dir "$build" --output-on-failure --progress -j "$(nproc)"
cd "$here/.."
# More tests than processors run at once, because some wait for loaders that hang.
exec /usr/bin/python3 -m pytest -q -n "$(($(nproc) + 2))" --dist loadgroup tests
