#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An override layer for another application, and after it one for every application, which has a search path.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a

survive "both" "XDG_DATA_DIRS=$machine/data" create # with or without a in the chain
rm -r "$machine/home/.config"
survive "the second alone" "XDG_DATA_DIRS=$machine/data" create
