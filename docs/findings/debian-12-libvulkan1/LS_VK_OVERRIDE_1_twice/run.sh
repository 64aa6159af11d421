#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An override layer whose app_keys name the application twice, and the same with the application named once.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a

observe "named twice" create
sed -i '0,/application",$/{/application",$/d}' "$machine/home/.config/vulkan/implicit_layer.d/override.json"
observe "named once" create
