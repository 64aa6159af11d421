#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A layer that VK_LOADER_LAYERS_DISABLE matches, and that the newer and the older variable enable.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a

for filter in '~all~' '~explicit~' VK_LAYER_EXAMPLE_a '*EXAMPLE*'; do
  for enable in VK_LOADER_LAYERS_ENABLE VK_INSTANCE_LAYERS; do
    observe "disabled by $filter, enabled by $enable" "VK_LAYER_PATH=$machine/layers" \
      "VK_LOADER_LAYERS_DISABLE=$filter" "$enable=VK_LAYER_EXAMPLE_a" create
  done
done
