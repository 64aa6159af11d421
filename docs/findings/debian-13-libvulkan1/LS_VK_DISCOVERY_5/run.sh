#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two implicit layers with one name, which have a pre-instance function each.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
for name in first last; do
  vulkan_layer "$name/vulkan/implicit_layer.d/$name.so" "$name" "$common/vulkan_pre_instance.c"
done
for order in "first last" "last first"; do
  folders=$machine/${order% *}:$machine/${order#* }
  observe "vkEnumerateInstanceVersion with $order" "XDG_DATA_DIRS=$folders" version
  observe "vkCreateInstance with $order" "XDG_DATA_DIRS=$folders" create
done
