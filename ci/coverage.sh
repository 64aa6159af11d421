#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints which lines and branches of the reference loaders no case reaches; fails below the floors, and for a line that
# is neither reached nor in reference_loader/unreached.toml with a reason. Builds the loaders with counters into
# build-coverage/, those with the rules of other systems too, and runs the cases with the tool in build/:
#
#   ci/coverage.sh [arguments of loadstone run]
#
# With arguments, such as --policy, only the loaders for Linux run, and only the floors are compared. They are what all
# cases reached with GCC 12, rounded down.
set -euo pipefail
cd "$(dirname "$0")/.."

status=0
tracefiles=()
# cover API PLATFORM LOADER LINES BRANCHES [arguments of loadstone run]: the two numbers are the floors.
cover() {
  local reached=build-coverage/reached-$1-$2
  rm -rf "$reached"
  # The verdicts are the subject of other jobs.
  build/bin/loadstone run --api "$1" --platform "$2" --loader "build-coverage/lib/$3" --spec newest \
    --coverage "$reached" "${@:6}" || [ $? -ne 2 ]
  build/bin/loadstone coverage "$reached" --line-floor "$4" --branch-floor "$5" || status=$?
  tracefiles+=("$reached/coverage.info")
}

# only_on PLATFORM: the options that select the policies of this system that do not hold on Linux. What both have in
# common, the loader for Linux has shown.
only_on() {
  build/bin/loadstone list policies --json | /usr/bin/python3 -c '
import json, sys
for policy in json.load(sys.stdin):
    if sys.argv[1] in policy["platforms"] and "linux" not in policy["platforms"]:
        print("--policy=" + policy["id"])' "$1"
}

cmake -G Ninja -S . -B build-coverage -DLOADSTONE_COVERAGE=gcov >/dev/null
ninja -C build-coverage reference_vulkan reference_vulkan_{macos,fuchsia,android} reference_openxr \
  reference_openxr_android >/dev/null
cover vulkan linux libvulkan.so.1 64 51 "$@"
cover openxr linux libopenxr_loader.so.1 64 41 "$@"
if [ $# -eq 0 ]; then
  for system in macos fuchsia android; do
    mapfile -t policies < <(only_on "$system")
    cover vulkan "$system" "libvulkan_$system.so" 0 0 "${policies[@]}"
  done
  mapfile -t policies < <(only_on android)
  cover openxr android libopenxr_loader_android.so.1 0 0 "${policies[@]}"
  reference_loader/unreached.py "${tracefiles[@]}" || status=$?
fi
exit "$status"
