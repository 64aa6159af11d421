#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Filters that match the beginning of an explicit layer's name: with two letters, and with one.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a
for filter in 'VK*' 'V*'; do
  observe "$filter" "VK_LAYER_PATH=$machine/layers" "VK_LOADER_LAYERS_ENABLE=$filter" create
done
