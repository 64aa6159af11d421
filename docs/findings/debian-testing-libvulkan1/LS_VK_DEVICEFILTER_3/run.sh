#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Physical devices, with and without a filter of drivers and a layer that wraps them.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
compile_library "$finding/layer.c" data/vulkan/implicit_layer.d/wrapping.so

for variable in NO_WRAP WRAP; do
  name=$([ "$variable" = WRAP ] && echo "with the layer" || echo "without the layer")
  observe "$name" "XDG_DATA_DIRS=$machine/data" "$variable=1" devices 1.1
  observe "$name and with the filter" "XDG_DATA_DIRS=$machine/data" "$variable=1" VK_LOADER_DRIVER_ID_FILTER=0 devices 1.1
done
