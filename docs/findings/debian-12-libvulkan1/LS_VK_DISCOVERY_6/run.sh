#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A good layer, and beside it, in a folder that is read after it, a file that is no manifest.
. "$(dirname "$0")/../../common/vulkan.sh"
place_files
vulkan_layer good/a.so a
mkdir "$machine/bad"
folders=$machine/good:$machine/bad

observe "nothing beside it" "VK_LAYER_PATH=$folders" list
while IFS='|' read -r label content; do
  printf '%b' "$content" >"$machine/bad/bad.json"
  observe "$label" "VK_LAYER_PATH=$folders" list
done <<'CONTENTS'
a bracket|{
blanks|    \n
text|This is no manifest.\n
UTF-16|\xff\xfe{\0}\0
a byte order mark|\xef\xbb\xbf
a truncated manifest|{"file_format_version": "1.2.0", "layer": {"name": "VK_LA
a list of lists in the place of the layer|{"file_format_version": "1.2.0", "layer": [[]]}
layers, a list of lists with a number|{"file_format_version": "1.2.0", "layers": [[1]]}
layers, a list of lists of lists|{"file_format_version": "1.2.0", "layers": [[[]]]}
CONTENTS
head -c 1000000 /dev/zero | tr '\0' '[' >"$machine/bad/bad.json"
observe "a million brackets" "VK_LAYER_PATH=$folders" list
: >"$machine/bad/bad.json"
observe "an empty file" "VK_LAYER_PATH=$folders" list
observe "an empty file, and an implicit meta-layer" "VK_LAYER_PATH=$folders" "XDG_DATA_DIRS=$machine/implicit" list |
  sed 's/ meta a$/ a meta/' # in any order
