#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A function of physical devices that the driver has, and the loader cannot know.
. "$(dirname "$0")/../../common/windows.sh"
compile "$common/vulkan_unknown_function.c" application.exe
driver driver driver.json "$common/vulkan_driver_functions.c"
registry "$drivers" '"C:\\files\\driver.json"=dword:00000000'
observe "vkExampleTwice"
