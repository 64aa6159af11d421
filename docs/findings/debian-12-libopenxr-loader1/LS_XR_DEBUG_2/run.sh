#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The loader's messages at each level, for an application that asks for nothing and for one that asks for a layer that
# does not exist. How many there are is the loader's own affair; that no level has fewer than the one before it is not.
. "$(dirname "$0")/../../common/openxr.sh"

# lines LEVEL [LAYER]
lines() {
  errors=$machine/errors
  run_application "XR_LOADER_DEBUG=$1" create "${@:2}" >"$machine/output"
  cat "$machine/output" "$errors" | wc -l
}

# compare LABEL [LAYER]
compare() {
  local label=$1 before=error level relation
  shift
  for level in warn info debug all; do
    relation="no fewer"
    [ "$(lines $level "$@")" -ge "$(lines $before "$@")" ] || relation=fewer
    echo "$label: $level logs $relation lines than $before"
    before=$level
  done
}

compare "no layer"
compare "a layer that does not exist" none
