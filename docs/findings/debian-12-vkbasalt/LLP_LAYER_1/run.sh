#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A layer whose vkCreateInstance fails, alone and below the layer of the manifest.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/implicit_layer.d/vkBasalt.json}"
place_files
vulkan_layer below/below.so below -DFAILS

layers="VK_LAYER_PATH=$machine/subject:$machine/below"
observe "without the layer" "$layers" create VK_LAYER_EXAMPLE_below
observe "with the layer" "$layers" create "$name" VK_LAYER_EXAMPLE_below | sed 's/application.* below/application below/'
