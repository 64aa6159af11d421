#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes every in-process target for a while, keeps the corpus, and writes one summary.
#
# ci/fuzz-nightly.sh [SECONDS] [arguments of fuzz/nightly.py]: SECONDS is the time for all targets together;
# the default is LOADSTONE_FUZZ_SECONDS, or eight hours if that is not set. LOADSTONE_FUZZ_BINARIES names a
# folder with targets that are already built.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

seconds=${LOADSTONE_FUZZ_SECONDS:-28800}
if [[ ${1-} =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi
if [ -z "${LOADSTONE_FUZZ_BINARIES-}" ]; then
  "$root/ci/setup.sh"
  "$root/ci/fuzz-build.sh"
  LOADSTONE_FUZZ_BINARIES=${LOADSTONE_FUZZ_BUILD:-$root/build-fuzz}/fuzz/bin
fi
exec /usr/bin/python3 "$root/fuzz/nightly.py" --binaries "$LOADSTONE_FUZZ_BINARIES" \
  --seconds "$seconds" "$@"
