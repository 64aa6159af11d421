#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds what it takes to judge Linux libraries for another architecture, the probe, the mocks and the reference loaders:
# ci/build-for.sh i386|arm64|armhf [CMake's arguments]. The build folder is build-i386/ and the like; what it makes is
# installed next to the tool in build/.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1-} in
  i386) triplet=i386-linux-gnu compiler=i686-linux-gnu ;;
  arm64) triplet=aarch64-linux-gnu compiler=aarch64-linux-gnu ;;
  armhf) triplet=arm-linux-gnueabihf compiler=arm-linux-gnueabihf ;;
  *)
    echo "ci/build-for.sh: takes i386, arm64 or armhf, not '${1-}'" >&2
    exit 2
    ;;
esac
build=build-$1
shift
command -v "$compiler-g++" >/dev/null || {
  echo "ci/build-for.sh: there is no $compiler-g++: ci/setup.sh installs it" >&2
  exit 2
}
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/$compiler.cmake" "$@" >/dev/null
ninja -C "$build" --quiet
cmake --install "$build" --component "$triplet" --prefix "${LOADSTONE_BUILD:-build}" >/dev/null
