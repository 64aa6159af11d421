#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An application that asks for the present modes of a device group on a device without VK_KHR_swapchain.
. "$(dirname "$0")/../../common/vulkan.sh"
vulkan_driver displays -DDISPLAYS
compile "$common/vulkan_group_modes.c" group_modes

for from in instance device; do
  tell "the function from the $from" \
    on_machine "VK_DRIVER_FILES=$machine/displays/driver.json" "$machine/group_modes" "$loader" "$from"
done
