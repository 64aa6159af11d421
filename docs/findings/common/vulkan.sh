# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Read by the run.sh of findings about a Vulkan loader, which is the first word or Debian's.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
loader=${1:-/usr/lib/x86_64-linux-gnu/libvulkan.so.1}

compile "$common/vulkan_application.c" application

# vulkan_driver FOLDER [FLAG...]: a driver with its manifest, driver.json.
vulkan_driver() {
  local folder=$1
  shift
  compile_library "$programs/vulkan_driver.c" "$folder/driver.so" "$@"
  cat >"$machine/$folder/driver.json" <<'MANIFEST'
{"file_format_version": "1.0.0", "ICD": {"library_path": "./driver.so", "api_version": "1.3.0"}}
MANIFEST
}

vulkan_driver driver
installed=("VK_DRIVER_FILES=$machine/driver/driver.json")

# vulkan_layer PLACE NAME [FLAG...]: a layer that writes its name.
vulkan_layer() {
  local place=$1 name=$2
  shift 2
  compile_library "$programs/vulkan_layer.c" "$place" "-DNAME=\"$name\"" "$@"
}
