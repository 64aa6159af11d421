#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A meta-layer whose list of components names one twice; the first list, without repetition, for comparison.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a
vulkan_layer layers/b.so b

for components in ab aba bab; do
  observe "components $components" "VK_LAYER_PATH=$machine/$components:$machine/layers" \
    VK_INSTANCE_LAYERS=VK_LAYER_EXAMPLE_meta create
done
