#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds into build/: the tool is build/bin/loadstone, the reference loader build/lib/libvulkan.so.1.
# With --run as the first argument, it builds only what is needed to judge a loader. Other arguments are passed
# to CMake, for example -DLOADSTONE_SANITIZE=address,undefined.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=()
if [ "${1-}" = --run ]; then
  targets=(loadstone_run)
  shift
fi
echo "ci/build.sh: building into ${LOADSTONE_BUILD:-build}/, which from nothing takes long" >&2
cmake -S . -B "${LOADSTONE_BUILD:-build}" -G Ninja "$@" >/dev/null
# A terminal gets progress; a log gets only what failed.
quiet=(--quiet)
if [ -t 1 ]; then quiet=(); fi
ninja -C "${LOADSTONE_BUILD:-build}" "${quiet[@]}" "${targets[@]}"
