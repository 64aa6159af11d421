#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two implicit layers with a pre-instance function each; an override layer has one on its blacklist.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
for name in a b; do
  vulkan_layer "$name.so" "$name" "$common/vulkan_pre_instance.c"
done

observe "both, disabled by its variable" "XDG_DATA_DIRS=$machine/plain" NO_A=1 version
observe "vkEnumerateInstanceVersion with a blacklist" "XDG_DATA_DIRS=$machine/blacklist" version
observe "vkCreateInstance with a blacklist" "XDG_DATA_DIRS=$machine/blacklist" create
