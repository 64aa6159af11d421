#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A good layer, and beside it a pipe with the name of a manifest, which nobody writes to.
. "$(dirname "$0")/../../common/openxr.sh"
place_files
openxr_layer layers/a.so a

observe "nothing beside it" "XR_API_LAYER_PATH=$machine/layers" list
mkfifo "$machine/layers/x.json"
observe "a pipe" "XR_API_LAYER_PATH=$machine/layers" list
