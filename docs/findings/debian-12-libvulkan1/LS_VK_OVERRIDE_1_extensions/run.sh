#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An override layer for another application, with a blacklist and an extension, and the same without the extension.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer home/.config/vulkan/implicit_layer.d/a.so a
vulkan_layer home/.config/vulkan/implicit_layer.d/b.so b

observe "with the extension" "XDG_DATA_DIRS=$machine/data" list | sed 's/ b a$/ a b/' # in any order
observe "without it" "XDG_DATA_DIRS=$machine/plain" list | sed 's/ b a$/ a b/'
