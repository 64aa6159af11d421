#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What vkCreateInstance returns above a layer whose vkCreateInstance fails, without this layer and with it.
. "$(dirname "$0")/../../common/vulkan_subject.sh"
install_layer "${1:-/usr/share/vulkan/implicit_layer.d/primus_vk.json}"
place_files
vulkan_layer layers/below.so below -DFAILS

# create LABEL [LAYER]: above the layer that fails.
create() {
  observe "$1" "VK_LAYER_PATH=$machine/subject:$machine/layers" create "${@:2}" VK_LAYER_EXAMPLE_below |
    sed 's/application.* below/application below/'
}

create "without the layer"
create "with the layer" "$name"
