#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A folder, an empty file, or a pipe that nobody writes to, in place of the loader's settings file.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer layers/a.so a
folder=$machine/home/.local/share/vulkan/loader_settings.d
mkdir -p "$folder"

# with LABEL COMMAND...: lists the layers, with what the command makes of the settings file's path.
with() {
  rm -rf "$folder/vk_loader_settings.json"
  "${@:2}" "$folder/vk_loader_settings.json"
  observe "$1" "VK_LAYER_PATH=$machine/layers" list
}

with "no file" true
with "a folder" mkdir
with "an empty file" touch
with "a pipe" mkfifo
