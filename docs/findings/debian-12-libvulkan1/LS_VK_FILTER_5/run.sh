#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Filters whose last element matches a layer, an explicit one to enable and an implicit one to disable, after fifteen
# and after sixteen elements that match none.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a
vulkan_layer data/vulkan/implicit_layer.d/b.so b
fifteen=X1,X2,X3,X4,X5,X6,X7,X8,X9,X10,X11,X12,X13,X14,X15
for others in "$fifteen" "$fifteen,X16"; do
  count=$(tr , '\n' <<<"$others" | wc -l)
  observe "enabled after $count others" "VK_LAYER_PATH=$machine/layers" \
    "VK_LOADER_LAYERS_ENABLE=$others,VK_LAYER_EXAMPLE_a" create
  observe "disabled after $count others" "XDG_DATA_DIRS=$machine/data" \
    "VK_LOADER_LAYERS_DISABLE=$others,VK_LAYER_EXAMPLE_b" create
done
