#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds what it takes to judge a loader, and makes a package for Debian of it: build/loadstone_VERSION_ARCHITECTURE.deb.
# Arguments go to CMake.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${LOADSTONE_BUILD:-$here/../build}

"$here/setup.sh" --run
"$here/build.sh" --run "$@"
ninja -C "$build" --quiet documents
# Not every target is built: those of tests have no part in a package.
exec cpack --config "$build/CPackConfig.cmake" -B "$build"
