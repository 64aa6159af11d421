#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A function of physical devices that the driver has, and the loader cannot know.
set -- "${1:-/usr/lib/chromium/libvulkan.so.1}"
. "$(dirname "$0")/../../common/vulkan.sh"
vulkan_driver driver "$common/vulkan_driver_functions.c"
compile "$common/vulkan_unknown_function.c" application

tell "vkExampleTwice" on_machine "${installed[@]}" timeout "$limit" "$machine/application" "$loader"
