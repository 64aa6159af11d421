#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a layer above another finds of VK_KHR_surface, which nobody enables, above a layer that returns NULL for it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/implicit_layer.d/renderdoc_capture.json}"
place_files
vulkan_layer layers/above.so above -DLOOKS
vulkan_layer layers/below.so below -DHIDES

# look LABEL [LAYER]: with the layer between the two.
look() {
  observe "$1" "VK_LAYER_PATH=$machine/subject:$machine/layers" create VK_LAYER_EXAMPLE_above "${@:2}" \
    VK_LAYER_EXAMPLE_below | sed 's/above.* below driver/above below driver/'
}

look "without the layer"
look "with the layer" "$name"
