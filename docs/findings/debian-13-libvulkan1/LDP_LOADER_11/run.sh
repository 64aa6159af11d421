#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application that creates two swapchains with shared images, on two surfaces that the driver created.
. "$(dirname "$0")/../../common/vulkan.sh"
vulkan_driver displays -DDISPLAYS
compile "$common/vulkan_shared_swapchains.c" shared_swapchains

tell "on surfaces 0 and 1" \
  on_machine "VK_DRIVER_FILES=$machine/displays/driver.json" "$machine/shared_swapchains" "$loader"
