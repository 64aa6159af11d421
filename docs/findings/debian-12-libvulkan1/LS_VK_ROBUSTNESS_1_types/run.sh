#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Implicit layers with one member of another type than the documents give it. Whether such a layer is used is left open.
. "$(dirname "$0")/../../common/vulkan.sh"

# manifest MEMBERS: the manifest of a layer that nobody asks for, with these members at the end.
manifest() {
  cat <<MANIFEST
{"file_format_version": "1.2.0", "layer": {
  "name": "VK_LAYER_EXAMPLE_bad", "type": "INSTANCE", "library_path": "./bad.so", "api_version": "1.3.0",
  "implementation_version": "1", "description": "bad", $1}}
MANIFEST
}
folder=home/.local/share/vulkan/implicit_layer.d
vulkan_layer $folder/bad.so bad

while read -r member; do
  manifest "$member" >"$machine/$folder/bad.json"
  survive "$member" create
done <<'MEMBERS'
"disable_environment": {"NO_BAD": "1"}
"disable_environment": {"NO_BAD": 1}
"disable_environment": {"NO_BAD": null}
"disable_environment": {"NO_BAD": ["1"]}
"disable_environment": {"NO_BAD": {}}
"disable_environment": [[], null, {"NO_BAD": "1"}]
"disable_environment": {"NO_BAD": "1"}, "enable_environment": null
"disable_environment": {"NO_BAD": "1"}, "enable_environment": 7
"disable_environment": {"NO_BAD": "1"}, "enable_environment": ""
"disable_environment": {"NO_BAD": "1"}, "enable_environment": "ON"
"disable_environment": {"NO_BAD": "1"}, "enable_environment": []
"disable_environment": {"NO_BAD": "1"}, "enable_environment": {}
"disable_environment": {"NO_BAD": "1"}, "enable_environment": {"x": {}}
"disable_environment": {"NO_BAD": "1"}, "enable_environment": {"x": 1}
"disable_environment": {"NO_BAD": "1"}, "instance_extensions": [[{"name": "VK_EXAMPLE_a", "spec_version": "1"}]]
"disable_environment": {"NO_BAD": "1"}, "device_extensions": [[{"name": "VK_EXAMPLE_a", "spec_version": "1"}]]
"disable_environment": {"NO_BAD": "1"}, "functions": [[]]
"disable_environment": {"NO_BAD": "1"}, "pre_instance_functions": [null]
"disable_environment": {"NO_BAD": "1"}, "pre_instance_functions": {"vkEnumerateInstanceLayerProperties": 1}
MEMBERS
