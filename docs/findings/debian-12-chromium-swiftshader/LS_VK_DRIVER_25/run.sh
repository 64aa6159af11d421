#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The number of queue families that the driver of the manifest says that it wrote.
. "$(dirname "$0")/../../common/vulkan_driver_library.sh"

driver_answers "${1:-/usr/lib/chromium/vk_swiftshader_icd.json}" families
