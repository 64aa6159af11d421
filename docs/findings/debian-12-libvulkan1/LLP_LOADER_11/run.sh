#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An override layer with one component, and an implicit layer that is found after it.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer data/vulkan/implicit_layer.d/imp.so imp
vulkan_layer layers/comp.so comp

found=("XDG_DATA_DIRS=$machine/overriding:$machine/data" "VK_LAYER_PATH=$machine/layers")
observe "both" "${found[@]}" create
observe "without the implicit layer" "${found[@]}" NO_IMP=1 create
observe "without the override layer" "${found[@]}" NO_OVERRIDE=1 create
