#!/usr/bin/env bash
# A driver whose vkEnumerateInstanceVersion gives 1.3.0 of the variants 0 and 1 of the API, alone on the machine.
. "$(dirname "$0")/../../common/vulkan.sh"

for variant in 0 1; do
  vulkan_driver "variant$variant" "-DDRIVER_VERSION=VK_MAKE_API_VERSION($variant, 1, 3, 0)"
  observe "variant $variant" "VK_DRIVER_FILES=$machine/variant$variant/driver.json" create
done
