#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the driver of the manifest returns for the data of a pipeline cache, with room for all and for more.
. "$(dirname "$0")/../../common/vulkan_driver_library.sh"

driver_answers "${1:-/usr/lib/chromium/vk_swiftshader_icd.json}" cache
