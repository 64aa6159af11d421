#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application that asks one device for functions in several threads, and creates and destroys others meanwhile.
. "$(dirname "$0")/../../common/vulkan.sh"
vulkan_driver overwriting -DOVERWRITES
compile "$common/vulkan_threads.c" threads -pthread

output=$(on_machine "VK_DRIVER_FILES=$machine/overwriting/driver.json" timeout "$limit" "$machine/threads" "$loader")
end=$(ending $?)
echo "devices in several threads: $output${end:+, $end}"
