#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An implicit layer with an instance extension, without and with an override layer that has it on its blacklist.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer a.so a
vulkan_layer b.so b
compile "$finding/list_extensions.c" list_extensions

for folder in plain blacklist; do
  tell "$folder" on_machine "${installed[@]}" "XDG_DATA_DIRS=$machine/$folder" "$machine/list_extensions" "$loader"
done
