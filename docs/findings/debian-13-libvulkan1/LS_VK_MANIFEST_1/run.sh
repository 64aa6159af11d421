#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Explicit layers of which one text has 254 or 255 characters: the name, the description, or the name of an extension.
. "$(dirname "$0")/../../common/vulkan.sh"
compile "$common/vulkan_lengths.c" lengths
vulkan_layer layers/a.so a

# text BEGINNING LENGTH: a text of that length.
text() {
  local rest=$(($2 - ${#1}))
  printf '%s%*s' "$1" "$rest" '' | tr ' ' x
}

# observe_layer LABEL NAME DESCRIPTION EXTENSION: which lengths are listed, and what is in the chain.
observe_layer() {
  cat >"$machine/layers/a.json" <<MANIFEST
{"file_format_version": "1.2.0", "layer": {"name": "$2", "type": "INSTANCE", "library_path": "./a.so", "api_version": "1.3.0",
 "implementation_version": "1", "description": "$3", "instance_extensions": [{"name": "$4", "spec_version": "1"}]}}
MANIFEST
  tell "$1" on_machine "VK_LAYER_PATH=$machine/layers" "$machine/lengths" "$loader" "$2"
  observe "$1, enabled" "VK_LAYER_PATH=$machine/layers" create "$2"
}

for length in 254 255; do
  observe_layer "a name of $length" "$(text VK_LAYER_EXAMPLE_ $length)" a VK_EXAMPLE_a
  observe_layer "a description of $length" VK_LAYER_EXAMPLE_a "$(text '' $length)" VK_EXAMPLE_a
  observe_layer "an extension of $length" VK_LAYER_EXAMPLE_a a "$(text VK_EXAMPLE_ $length)"
done
