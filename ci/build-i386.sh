#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds for 32-bit x86 Linux into build-i386/ what it takes to judge 32-bit libraries: the probe, the mocks, and the
# reference loaders. Installs them next to the tool in build/. Arguments are passed to CMake.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v i686-linux-gnu-g++ >/dev/null || {
  echo "ci/build-i386.sh: there is no compiler for 32-bit x86: ci/setup.sh installs it" >&2
  exit 2
}
build=${LOADSTONE_I386_BUILD:-build-i386}
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/i686-linux-gnu.cmake" "$@" >/dev/null
ninja -C "$build" --quiet
cmake --install "$build" --component i386-linux-gnu --prefix "${LOADSTONE_BUILD:-build}" >/dev/null
