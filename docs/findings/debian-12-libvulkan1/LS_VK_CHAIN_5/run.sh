#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application that asks for formats without a surface, as VK_GOOGLE_surfaceless_query allows.
. "$(dirname "$0")/../../common/vulkan.sh"
vulkan_driver displays -DDISPLAYS
compile "$common/vulkan_surfaceless.c" surfaceless

output=$(on_machine "VK_DRIVER_FILES=$machine/displays/driver.json" timeout "$limit" "$machine/surfaceless" "$loader")
end=$(ending $?)
echo "formats without a surface: $output${end:+, $end}"
