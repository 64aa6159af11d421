#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An override layer for another application, found before an implicit layer with an extension; and an explicit layer.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a
vulkan_layer layers/b.so b

survive "override layer first" "XDG_DATA_DIRS=$machine/first:$machine/data" create
survive "override layer last" "XDG_DATA_DIRS=$machine/data:$machine/first" create
