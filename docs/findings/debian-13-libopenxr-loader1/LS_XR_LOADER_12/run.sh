#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A runtime with version 1 of an extension, and an implicit API layer with version 9 of it.
. "$(dirname "$0")/../../common/openxr.sh"
place_files
openxr_layer data/openxr/1/api_layers/implicit.d/a.so a

observe "without the layer" version XR_EXAMPLE_runtime
observe "with the layer" "XDG_DATA_DIRS=$machine/data" version XR_EXAMPLE_runtime
observe "both in the chain" "XDG_DATA_DIRS=$machine/data" create
