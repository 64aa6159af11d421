#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A manifest of the active runtime that gives the negotiation function an empty name, and a pipe in its place.
. "$(dirname "$0")/../../common/openxr.sh"
place=$machine/home/.config/openxr/1/active_runtime.json
mkdir -p "$(dirname "$place")"

# manifest MEMBERS: the active runtime's, with these members after its path.
manifest() {
  cat >"$place" <<MANIFEST
{"file_format_version": "1.0.0", "runtime": {"library_path": "$machine/runtime/runtime.so"$1}}
MANIFEST
}

installed=() # the file in the home folder alone

manifest ""
observe "a good manifest" create
manifest ', "functions": {"xrNegotiateLoaderRuntimeInterface": ""}'
survive "an empty name" create # xrCreateInstance returns, with an error or without
rm "$place"
mkfifo "$place"
survive "a pipe" create
