#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the harness and the reference loaders under sanitizers: every unit test and every case under
# AddressSanitizer and UndefinedBehaviorSanitizer, and the reference loaders' unit tests under ThreadSanitizer.
# `tests/sanitizers.py` runs less, in less time.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

# sanitized_build NAME SANITIZERS [TARGET...]: builds into build-NAME.
sanitized_build() {
  local build=$root/build-$1 sanitizers=$2
  shift 2
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DLOADSTONE_SANITIZE="$sanitizers" >/dev/null
  ninja -C "$build" "$@"
}

# judge API LOADER: runs every case of that API on the sanitized loader.
judge() {
  "$root/build-address/bin/loadstone" run --api "$1" --loader "$root/build-address/lib/$2" \
    --spec newest --timeout 60
}

"$root/ci/setup.sh"
sanitized_build address address,undefined
ctest --test-dir "$root/build-address" --output-on-failure --progress -j "$(nproc)"
judge vulkan libvulkan.so.1
judge openxr libopenxr_loader.so.1

sanitized_build thread thread reference_loader_test reference_openxr_test reference_stress_test
"$root/build-thread/reference_loader/reference_loader_test"
"$root/build-thread/reference_loader/vulkan/stress/reference_stress_test"
"$root/build-thread/reference_loader/openxr/reference_openxr_test"
