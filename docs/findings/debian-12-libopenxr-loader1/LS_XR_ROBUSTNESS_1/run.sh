#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A layer accepts the loader in negotiation and returns no function to create an instance.
. "$(dirname "$0")/../../common/openxr.sh"
place_files
compile_library "$finding/layer.cc" layers/a.so

survive "xrCreateInstance" "XR_API_LAYER_PATH=$machine/layers" create XR_APILAYER_EXAMPLE_a
