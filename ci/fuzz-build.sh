#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the in-process fuzz targets as libFuzzer binaries with AddressSanitizer and
# UndefinedBehaviorSanitizer: build-fuzz/fuzz/bin/fuzz_NAME. Arguments are names of targets; the default is
# all targets. LOADSTONE_FUZZ_BUILD names another build folder.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=${LOADSTONE_FUZZ_BUILD:-$root/build-fuzz}
cxx=${CXX:-clang++}
cc=${CC:-clang}

command -v "$cxx" >/dev/null || {
  echo "ci/fuzz-build.sh: there is no $cxx; ci/setup.sh installs Clang" >&2
  exit 2
}
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_BUILD_TYPE=RelWithDebInfo -DLOADSTONE_FUZZING_ENGINE=-fsanitize=fuzzer \
  -DLOADSTONE_SANITIZE=fuzzer-no-link,address,undefined >/dev/null
targets=("${@/#/fuzz_}")
[ $# -gt 0 ] || targets=(fuzz_targets fuzz_vulkan_layer_manifest_through_files)
ninja -C "$build" --quiet "${targets[@]}"
