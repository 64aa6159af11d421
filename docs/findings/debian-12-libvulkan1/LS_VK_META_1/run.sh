#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Meta-layers that contain each other, two and three; one that contains a layer, for comparison. Nobody asks for them.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer harmless/a.so a

for folder in harmless two three; do
  survive "$folder" "VK_LAYER_PATH=$machine/$folder" create
done
