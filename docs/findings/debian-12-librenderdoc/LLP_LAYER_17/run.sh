#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An instance extension of a layer, alone and below the layer of the manifest.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/implicit_layer.d/renderdoc_capture.json}"
place_files
vulkan_layer layers/below.so below

# Debian's loader otherwise rejects instance extensions that it does not know.
unknown=VK_LOADER_DISABLE_INST_EXT_FILTER=1
layers="VK_LAYER_PATH=$machine/subject:$machine/layers"
observe "without the layer" "$unknown" "$layers" extended VK_EXAMPLE_below VK_LAYER_EXAMPLE_below
observe "with the layer" "$unknown" "$layers" extended VK_EXAMPLE_below "$name" VK_LAYER_EXAMPLE_below |
  sed 's/application.* below driver/application below driver/'
