#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two explicit layers in a folder each, so that the order in which they are found is known.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer a/a.so a
vulkan_layer b/b.so b

for folders in a:b b:a; do
  for names in a:b b:a; do
    observe "found $folders, asked for $names" \
      "VK_LAYER_PATH=$machine/${folders/:/:$machine/}" \
      "VK_INSTANCE_LAYERS=VK_LAYER_EXAMPLE_${names/:/:VK_LAYER_EXAMPLE_}" create
  done
done
