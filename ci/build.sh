#!/usr/bin/env bash
# Builds into build/: the tool is build/bin/loadstone, the reference loader build/lib/libvulkan.so.1.
# Arguments go to CMake, for example -DLOADSTONE_SANITIZE=address,undefined.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake -S . -B "${LOADSTONE_BUILD:-build}" -G Ninja "$@" >/dev/null
ninja -C "${LOADSTONE_BUILD:-build}" --quiet
