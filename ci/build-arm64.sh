#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds for 64-bit Arm Linux into build-arm64/ what `loadstone run` needs for such a loader: the probe, the mocks, and the
# reference loaders. Installs them next to the tool in build/. Arguments are passed to CMake.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v aarch64-linux-gnu-g++ >/dev/null || {
  echo "ci/build-arm64.sh: there is no compiler for 64-bit Arm: ci/setup.sh installs it" >&2
  exit 2
}
build=${LOADSTONE_ARM64_BUILD:-build-arm64}
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64-linux-gnu.cmake" "$@" >/dev/null
ninja -C "$build" --quiet
cmake --install "$build" --component aarch64-linux-gnu --prefix "${LOADSTONE_BUILD:-build}" >/dev/null
