#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An implicit layer, and VK_INSTANCE_LAYERS with an explicit layer whose name contains the implicit layer's name.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer data/vulkan/implicit_layer.d/a.so a
for name in b ab ending; do vulkan_layer "layers/$name.so" "$name"; done
observe "without the variable" "XDG_DATA_DIRS=$machine/data" "VK_LAYER_PATH=$machine/layers" create
for name in b ab VK_LAYER_EXAMPLE_a; do
  observe "VK_LAYER_EXAMPLE_$name" "XDG_DATA_DIRS=$machine/data" "VK_LAYER_PATH=$machine/layers" \
    "VK_INSTANCE_LAYERS=VK_LAYER_EXAMPLE_$name" create
done
