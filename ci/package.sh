#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds what is needed to judge a loader, and makes a Debian package of it, build/loadstone_VERSION_ARCHITECTURE.deb, and
# an archive, build/loadstone-VERSION-PROCESSOR.tar.zst. They contain what ci/build-windows.sh built before, and the archive
# also what ci/build-for.sh built.
# Arguments are passed to CMake.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${LOADSTONE_BUILD:-$here/../build}

"$here/setup.sh" --run
"$here/build.sh" --run "$@"
ninja -C "$build" --quiet documents
# Targets of tests are not built: the package does not contain them.
exec cpack --config "$build/CPackConfig.cmake" -B "$build"
