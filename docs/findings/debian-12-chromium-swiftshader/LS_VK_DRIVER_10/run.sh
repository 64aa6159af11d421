#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether a driver of interface version 7 returns vk_icdGetPhysicalDeviceProcAddr when it is asked for it.
. "$(dirname "$0")/../../common/vulkan_driver_library.sh"

driver_answers "${1:-/usr/lib/chromium/vk_swiftshader_icd.json}" interface
