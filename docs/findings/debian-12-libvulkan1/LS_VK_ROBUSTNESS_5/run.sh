#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Manifests that end within a string or in an escape, or have an escape that a string ends, under valgrind.
. "$(dirname "$0")/../../common/vulkan.sh"

folder=$machine/home/.local/share/vulkan/explicit_layer.d
mkdir -p "$folder"
while read -r manifest; do
  printf %s "$manifest" >"$folder/bad.json"
  tell "$manifest" memory_errors
done <<'MANIFESTS'
{"layer": {"name": "VK_LAYER_EXAMPLE_bad"}}
{"layer": {"name": "VK_LAYER_EXAMPLE_bad
{"layer": {"name": "VK_LAYER_EXAMPLE_bad\
{"layer\
{"layer": "\u0041"}
{"layer": "\u", "name": "VK_LAYER_EXAMPLE_bad"}
MANIFESTS
