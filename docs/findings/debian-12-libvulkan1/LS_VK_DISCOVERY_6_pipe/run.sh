#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A good layer, and beside it a pipe with the name of a manifest, which nobody writes to.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a

observe "nothing beside it" "VK_LAYER_PATH=$machine/layers" list
mkfifo "$machine/layers/x.json"
observe "a pipe" "VK_LAYER_PATH=$machine/layers" list
