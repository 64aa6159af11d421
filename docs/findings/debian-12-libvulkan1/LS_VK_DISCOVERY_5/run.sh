#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Three folders with a layer of one name each, and a library of its own each that writes its folder's name.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files

for kind in implicit explicit; do
  for folder in first second third; do
    vulkan_layer "$kind/$folder/vulkan/${kind}_layer.d/a.so" $folder
  done
done
folders() {
  echo "XDG_DATA_DIRS=$machine/$1/first:$machine/$1/second:$machine/$1/third"
}

observe "implicit" "$(folders implicit)" create
observe "explicit, named by the application" "$(folders explicit)" create VK_LAYER_EXAMPLE_a
observe "explicit, named by VK_INSTANCE_LAYERS" "$(folders explicit)" VK_INSTANCE_LAYERS=VK_LAYER_EXAMPLE_a create
observe "explicit, matched by VK_LOADER_LAYERS_ENABLE" "$(folders explicit)" "VK_LOADER_LAYERS_ENABLE=*EXAMPLE_a" create
