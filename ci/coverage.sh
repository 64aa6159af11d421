#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints which lines and branches of the reference loaders no case reaches; fails below the floors. Builds the loaders
# with counters into build-coverage/, and runs the cases of both APIs with the tool in build/, or those that the
# arguments of `loadstone run` select:
#
#   ci/coverage.sh [arguments of loadstone run]
#
# The floors are what all cases reached with GCC 12, rounded down. Most of the rest is code for other systems, which the
# loaders contain too, and generated functions.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake -G Ninja -S . -B build-coverage -DLOADSTONE_COVERAGE=gcov >/dev/null
ninja -C build-coverage reference_vulkan reference_openxr >/dev/null
status=0
for api in vulkan openxr; do
  case $api in
    vulkan) loader=libvulkan.so.1 lines=64 branches=50 ;;
    openxr) loader=libopenxr_loader.so.1 lines=64 branches=41 ;;
  esac
  reached=build-coverage/reached-$api
  rm -rf "$reached"
  # The verdicts are the subject of other jobs.
  build/bin/loadstone run --api "$api" --loader "build-coverage/lib/$loader" --spec newest --coverage "$reached" "$@" || [ $? -ne 2 ]
  build/bin/loadstone coverage "$reached" --line-floor "$lines" --branch-floor "$branches" || status=$?
done
exit "$status"
