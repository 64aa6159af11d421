#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A good driver, beside one of which a function returns VK_ERROR_INITIALIZATION_FAILED.
. "$(dirname "$0")/../../common/vulkan.sh"
vulkan_driver no_devices '-DNAME="other"' -DDEVICES_RESULT=VK_ERROR_INITIALIZATION_FAILED
vulkan_driver no_extensions '-DNAME="driver"' -DEXTENSIONS_RESULT=VK_ERROR_INITIALIZATION_FAILED

observe "the good driver alone" devices 1.1
observe "beside one whose vkEnumeratePhysicalDevices fails" \
  "VK_DRIVER_FILES=$machine/driver/driver.json:$machine/no_devices/driver.json" devices 1.1
observe "beside one whose vkEnumerateInstanceExtensionProperties fails" \
  "VK_DRIVER_FILES=$machine/driver/driver.json:$machine/no_extensions/driver.json" devices 1.1
