#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An implicit layer and an override layer with one component.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer data/vulkan/implicit_layer.d/imp.so imp
vulkan_layer layers/comp.so comp

observe "both" "XDG_DATA_DIRS=$machine/data" "VK_LAYER_PATH=$machine/layers" create
observe "without the implicit layer" "XDG_DATA_DIRS=$machine/data" "VK_LAYER_PATH=$machine/layers" NO_IMP=1 create
observe "without the override layer" "XDG_DATA_DIRS=$machine/data" "VK_LAYER_PATH=$machine/layers" NO_OVERRIDE=1 create
