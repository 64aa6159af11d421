#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Three override layers with different components, an explicit layer, and a meta-layer that contains it; then without
# the last override layer.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer data/vulkan/explicit_layer.d/e.so e

survive "three override layers" "XDG_CONFIG_DIRS=$machine/config" "XDG_DATA_DIRS=$machine/data" list
rm -r "$machine/data/vulkan/implicit_layer.d"
survive "two override layers" "XDG_CONFIG_DIRS=$machine/config" "XDG_DATA_DIRS=$machine/data" list
