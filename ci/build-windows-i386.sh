#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds for 32-bit Windows, with mingw-w64, into build-windows-i386/: the reference loaders vulkan-1.dll and
# openxr_loader.dll, in its lib/, and the files that `loadstone run --platform windows` needs for a DLL of 32 bits.
# Installs these files next to the tool in build/. Arguments are passed to CMake.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v i686-w64-mingw32-g++-posix >/dev/null || {
  echo "ci/build-windows-i386.sh: there is no compiler for 32-bit Windows: ci/setup.sh installs it" >&2
  exit 2
}
build=${LOADSTONE_WINDOWS_I386_BUILD:-build-windows-i386}
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw-w64-i686.cmake" "$@" >/dev/null
ninja -C "$build" --quiet
cmake --install "$build" --component windows-i386 --prefix "${LOADSTONE_BUILD:-build}" >/dev/null
