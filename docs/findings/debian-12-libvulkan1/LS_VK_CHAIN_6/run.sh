#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Layers that call the next entity's vkGetPhysicalDeviceProperties within vkCreateDevice: the last layer of a chain, and
# the two of a chain of two.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a -DASKS
vulkan_layer layers/b.so b -DASKS

for layers in "b" "a b"; do
  # shellcheck disable=SC2086 # the names are words
  observe "$layers" "VK_LAYER_PATH=$machine/layers" device ${layers//[ab]/VK_LAYER_EXAMPLE_&} |
    sed 's/, vkCreateSwap.*//'
done
