#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An explicit meta-layer with the name of the override layer and a blacklist; nobody asks for it.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a
vulkan_layer layers/b.so b

# both LABEL PATH
both() {
  observe "$1, listed" "VK_LAYER_PATH=$2" list | sed 's/ b a$/ a b/' # in any order
  observe "$1, asked for a" "VK_LAYER_PATH=$2" create VK_LAYER_EXAMPLE_a
}

both "without the meta-layer" "$machine/layers"
both "with it" "$machine/layers:$machine/meta"
