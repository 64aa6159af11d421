#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An implicit layer, and then a second driver, whose library is missing. The library_path has conversions of printf.
. "$(dirname "$0")/../../common/vulkan.sh"
folder=home/.local/share/vulkan/implicit_layer.d
mkdir -p "$machine/$folder" "$machine/bad"

for name in plain '%s%s%s%s%s%s%s%s' '%n%n%n%n%n%n%n%n'; do
  cat >"$machine/$folder/bad.json" <<MANIFEST
{"file_format_version": "1.2.0", "layer": {
  "name": "VK_LAYER_EXAMPLE_bad", "type": "INSTANCE", "library_path": "/nowhere/$name.so", "api_version": "1.3.0",
  "implementation_version": "1", "description": "bad", "disable_environment": {"NO_BAD": "1"}}}
MANIFEST
  survive "layer, /nowhere/$name.so" create
  rm "$machine/$folder/bad.json"
  cat >"$machine/bad/driver.json" <<MANIFEST
{"file_format_version": "1.0.0", "ICD": {"library_path": "/nowhere/$name.so", "api_version": "1.3.0"}}
MANIFEST
  survive "driver, /nowhere/$name.so" \
    "VK_DRIVER_FILES=$machine/driver/driver.json:$machine/bad/driver.json" create
done
