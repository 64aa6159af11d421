#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every test from nothing: set-up, build, unit tests, and the end-to-end tests, which come last.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${LOADSTONE_BUILD:-$here/../build}

"$here/setup.sh" --run
# What the tests need besides is installed while the compiler works.
"$here/setup.sh" &
packages=$!
trap 'wait "$packages"' EXIT
"$here/build.sh" --run
wait "$packages"
trap - EXIT
"$here/build.sh"
"$here/build-windows.sh"
ctest --test-dir "$build" --output-on-failure --progress -j "$(nproc)"
cd "$here/.."
# More tests at once than processors: some wait for loaders that hang.
exec /usr/bin/python3 -m pytest -q -n "$(($(nproc) + 2))" --dist loadgroup tests
