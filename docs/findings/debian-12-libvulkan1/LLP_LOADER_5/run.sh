#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An implicit layer that negotiates, and one that answers with VK_ERROR_INITIALIZATION_FAILED; both export the functions
# of interface version 1 as well.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer agrees/vulkan/implicit_layer.d/a.so a
vulkan_layer refuses/vulkan/implicit_layer.d/a.so a -DREFUSES

for layer in agrees refuses; do
  observe "a layer that $layer" "XDG_DATA_DIRS=$machine/$layer" create
done
