#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What is left of the application's memory where an allocation within vkCreateInstance fails, without a layer and with
# one that has a block of it while its instance exists.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a -DALLOCATES
compile "$common/vulkan_failed_creation.c" failed_creation

# fail LABEL [LAYER]: the components write their names in every round. Implicit layers of the system, which may fail
# differently, are disabled.
fail() {
  tell "$1" on_machine "${installed[@]}" "VK_LAYER_PATH=$machine/layers" "VK_LOADER_LAYERS_DISABLE=~implicit~" \
    timeout "$limit" "$machine/failed_creation" "$loader" "${@:2}" |
    sed -E 's/: .* blocks/: blocks/'
}

fail "without a layer"
fail "with a layer" VK_LAYER_EXAMPLE_a
