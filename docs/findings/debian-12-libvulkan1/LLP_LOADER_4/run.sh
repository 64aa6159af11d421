#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One layer, explicit and implicit, whose manifest names API versions of several major numbers.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer a.so a

for version in 1.3.0 2.0.0 10.0.0 127.0.0; do
  observe "explicit, $version" "VK_LAYER_PATH=$machine/explicit/$version" VK_INSTANCE_LAYERS=VK_LAYER_EXAMPLE_a create |
    sed 's/ vkCreateInstance returns -6$/ driver/' # to refuse a layer that is not there is as good
  observe "implicit, $version" "XDG_DATA_DIRS=$machine/implicit/$version" create
done
