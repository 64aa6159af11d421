#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds for 64-bit Windows, with mingw-w64, into build-windows/: the reference loaders vulkan-1.dll and
# openxr_loader.dll, in its lib/, the files that `loadstone run --platform windows` needs, and loadstone.exe, in its bin/.
# Installs these files next to the tool in build/. Arguments are passed to CMake.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v x86_64-w64-mingw32-g++-posix >/dev/null || {
  echo "ci/build-windows.sh: there is no compiler for Windows: ci/setup.sh installs it" >&2
  exit 2
}
ci/get-pugixml.sh
build=${LOADSTONE_WINDOWS_BUILD:-build-windows}
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw-w64.cmake" "$@" >/dev/null
ninja -C "$build" --quiet
cmake --install "$build" --component windows --prefix "${LOADSTONE_BUILD:-build}" >/dev/null
