#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Override layers with a path, without one, and with one that is empty, under valgrind.
. "$(dirname "$0")/../../common/vulkan.sh"

folder=$machine/home/.local/share/vulkan/implicit_layer.d
mkdir -p "$folder"
while read -r paths; do
  cat >"$folder/override.json" <<MANIFEST
{"file_format_version": "1.1.2", "layer": {
  "name": "VK_LAYER_LUNARG_override", "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1",
  "description": "override", "disable_environment": {"DISABLE_EXAMPLE": "1"}, "component_layers": ["VK_LAYER_EXAMPLE_a"],
  "override_paths": $paths}}
MANIFEST
  tell "$paths" memory_errors
done <<'PATHS'
["/opt/layers"]
[]
[""]
["", "/opt/layers"]
PATHS
