#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Extensions are listed into structures of which the first has a structure of an unknown type in its chain.
. "$(dirname "$0")/../../common/openxr.sh"
place_files
openxr_layer layers/a.so a

observe "of the runtime" extensions
observe "of a layer" "XR_API_LAYER_PATH=$machine/layers" extensions XR_APILAYER_EXAMPLE_a
