#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An override layer whose override_paths have no layer, and its component in a standard folder: as an implicit layer that
# its variable does not enable, and as an explicit layer.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a

observe "component among the implicit layers" "XDG_DATA_DIRS=$machine/data" create
observe "component among the explicit layers" "XDG_DATA_DIRS=$machine/explicit" create
