#!/usr/bin/env bash
# Every test from nothing: set-up, build, unit tests, and the end-to-end tests, which come last.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${LOADSTONE_BUILD:-$here/../build}

"$here/setup.sh"
"$here/build.sh"
"$here/build-windows.sh"
ctest --test-dir "$build" --output-on-failure --progress -j "$(nproc)"
cd "$here/.."
# More tests at once than processors: some wait for loaders that hang.
exec /usr/bin/python3 -m pytest -q -n "$(($(nproc) + 2))" --dist loadgroup tests
