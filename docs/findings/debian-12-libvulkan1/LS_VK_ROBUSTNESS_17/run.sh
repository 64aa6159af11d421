#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A layer that works, and the same layer if its vkCreateInstance fails after it destroyed what it got from the next one.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files

vulkan_layer layers/a.so a
observe "works" "VK_LAYER_PATH=$machine/layers" device VK_LAYER_EXAMPLE_a | sed 's/, vkCreateSwap.*//'
vulkan_layer layers/a.so a -DFAILS_LATE
observe "fails late" "VK_LAYER_PATH=$machine/layers" device VK_LAYER_EXAMPLE_a
